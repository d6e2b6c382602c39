/* See metadata.h. */
#include "ir/metadata.h"
#include "base/base.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

char *omen_md_string(LLVMContextRef c, LLVMMetadataRef node, unsigned i) {
  LLVMMetadataRef text = omen_md_operand(node, i);
  if (!text || LLVMGetMetadataKind(text) != LLVMMDStringMetadataKind) return omen_xstrdup("");
  unsigned len;
  const char *s = LLVMGetMDString(LLVMMetadataAsValue(c, text), &len);
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
