/* See metadata.h. */
#include "ir/metadata.h"
#include "base/base.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static bool is_node(LLVMValueRef v) { return v && LLVMIsAMDNode(v) && !LLVMIsAValueAsMetadata(v); }

unsigned omen_md_count(LLVMContextRef c, LLVMMetadataRef node) {
  if (!node) return 0;
  LLVMValueRef v = LLVMMetadataAsValue(c, node);
  return is_node(v) ? LLVMGetMDNodeNumOperands(v) : 0;
}

static LLVMValueRef operand(LLVMContextRef c, LLVMMetadataRef node, unsigned i) {
  unsigned n = omen_md_count(c, node);
  if (i >= n) return NULL;
  LLVMValueRef small[32], *ops = n <= 32 ? small : omen_xcalloc(n, sizeof *ops);
  LLVMGetMDNodeOperands(LLVMMetadataAsValue(c, node), ops);
  LLVMValueRef v = ops[i];
  if (ops != small) free(ops);
  return v;
}

LLVMMetadataRef omen_md_operand(LLVMContextRef c, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef v = operand(c, node, i);
  return v ? LLVMValueAsMetadata(v) : NULL;
}

char *omen_md_string(LLVMContextRef c, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef v = operand(c, node, i);
  unsigned len;
  if (!v || !LLVMIsAMDString(v)) return omen_xstrdup("");
  const char *s = LLVMGetMDString(v, &len);
  return omen_xstrndup(s, len);
}

char *omen_md_file_path(LLVMMetadataRef file) {
  if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind) return omen_xstrdup("");
  unsigned nlen, dlen;
  const char *name = LLVMDIFileGetFilename(file, &nlen), *dir = LLVMDIFileGetDirectory(file, &dlen);
  if (!nlen) return omen_xstrdup("");
  if (name[0] == '/' || !dlen) return omen_xstrndup(name, nlen);
  return omen_format("%.*s/%.*s", (int)dlen, dir, (int)nlen, name);
}
