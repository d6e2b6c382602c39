/* Gaps behind global variables, so that an access beside one is not an access to the next: the definition
 * gets a larger type. All else about it stays: name, linkage, visibility, debug info, and what refers to it.
 * Left as they are: what the linker may replace by another definition (weak, common, exported from a
 * library), what lies in a section of its own (tables that are walked from end to end), thread-local
 * variables. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_TOTAL = 32, MOST_GAP = 4096, SHARE = 4, GUARDS = 3 };

/* Small objects share 32 bytes with their gap; large ones get a quarter more. */
static uint64_t gap_for(uint64_t size) {
  if (size <= LEAST_TOTAL / 2) return LEAST_TOTAL - size;
  uint64_t gap = size / SHARE;
  if (gap < LEAST_TOTAL) gap = LEAST_TOTAL;
  if (gap > MOST_GAP) gap = MOST_GAP;
  return gap + (LEAST_TOTAL - (size + gap) % LEAST_TOTAL) % LEAST_TOTAL;
}

static bool linkage_allows(struct omen_ins *x, LLVMValueRef g) {
  switch (LLVMGetLinkage(g)) {
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage: return true;
  case LLVMExternalLinkage: /* a library's own may be found under its name, and its size, by others */
    return !x->o->shared_library || LLVMGetVisibility(g) != LLVMDefaultVisibility;
  default: return false;
  }
}

static bool one_debug_entry(LLVMValueRef g) {
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  bool one = true;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      one &= LLVMValueMetadataEntriesGetKind(all, i) != LLVMValueMetadataEntriesGetKind(all, j);
  LLVMDisposeValueMetadataEntries(all);
  return one;
}

static bool wanted(struct omen_ins *x, LLVMValueRef g) {
  size_t len;
  const char *name = LLVMGetValueName2(g, &len), *section = LLVMGetSection(g);
  if (LLVMIsDeclaration(g) || LLVMIsThreadLocal(g) || !linkage_allows(x, g)) return false;
  if (!strncmp(name, "llvm.", 5) || !strncmp(name, "__omen_", 7) || (section && *section)) return false;
  if (!strncmp(name, "_ZTV", 4) || !strncmp(name, "_ZTI", 4) || !strncmp(name, "_ZTS", 4)) return false;
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  if (!LLVMTypeIsSized(type) || LLVMGetComdat(g) || LLVMIsExternallyInitialized(g)) return false;
  uint64_t size = LLVMABISizeOfType(x->td, type);
  return size > 0 && size < 1ull << 40 && one_debug_entry(g);
}

static void copy_debug(LLVMValueRef from, LLVMValueRef to) {
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(from, &n);
  for (unsigned i = 0; i < n; i++)
    LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
                          LLVMValueMetadataEntriesGetMetadata(all, i));
  LLVMDisposeValueMetadataEntries(all);
}

static unsigned alignment_of(struct omen_ins *x, LLVMValueRef g) {
  unsigned set = LLVMGetAlignment(g), own = LLVMPreferredAlignmentOfGlobal(x->td, g);
  unsigned align = set ? set : own;
  return align < 16 ? 16 : align;
}

static LLVMValueRef pad(struct omen_ins *x, LLVMValueRef g, uint64_t gap) {
  LLVMValueRef init = LLVMGetInitializer(g);
  LLVMTypeRef parts[] = {LLVMTypeOf(init), LLVMArrayType2(x->i8, gap)};
  LLVMTypeRef type = LLVMStructTypeInContext(x->c, parts, 2, 1);
  LLVMValueRef values[] = {init, LLVMConstNull(parts[1])};
  LLVMValueRef made = LLVMAddGlobal(x->m, type, "");
  LLVMSetInitializer(made, LLVMConstStructInContext(x->c, values, 2, 1));
  LLVMSetLinkage(made, LLVMGetLinkage(g));
  LLVMSetAlignment(made, alignment_of(x, g));
  LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(g));
  LLVMSetUnnamedAddress(made, LLVMGetUnnamedAddress(g));
  /* what an executable defines is what it uses; hidden for a moment says so, and LLVM-C has no other way */
  if (!x->o->shared_library && LLVMGetLinkage(g) == LLVMExternalLinkage)
    LLVMSetVisibility(made, LLVMHiddenVisibility);
  LLVMSetVisibility(made, LLVMGetVisibility(g));
  copy_debug(g, made);
  size_t len;
  char *name = omen_xstrdup(LLVMGetValueName2(g, &len));
  LLVMReplaceAllUsesWith(g, made);
  LLVMDeleteGlobal(g);
  LLVMSetValueName2(made, name, strlen(name));
  free(name);
  return made;
}

/* What the runtime calls it: as in the source, where debug info says. */
static LLVMValueRef name_of(struct omen_ins *x, LLVMValueRef g) {
  size_t len;
  struct omen_ir_variable v;
  bool known = omen_ir_names_global(&x->names, g, &v);
  const char *linkage = LLVMGetValueName2(g, &len);
  LLVMValueRef text = LLVMConstStringInContext2(x->c,
                                                known               ? v.name
                                                : linkage[0] == '.' ? ""
                                                                    : linkage,
                                                strlen(known               ? v.name
                                                       : linkage[0] == '.' ? ""
                                                                           : linkage),
                                                0);
  if (known) omen_ir_variable_release(&v);
  LLVMValueRef s = LLVMAddGlobal(x->m, LLVMTypeOf(text), "__omen_name");
  LLVMSetInitializer(s, text);
  LLVMSetLinkage(s, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(s, 1);
  LLVMSetUnnamedAddress(s, LLVMGlobalUnnamedAddr);
  return s;
}

/* The constructor that hands the table over. */
static void tell(struct omen_ins *x, LLVMTypeRef entry, LLVMValueRef *all, size_t n) {
  LLVMValueRef table = LLVMAddGlobal(x->m, LLVMArrayType2(entry, n), "__omen_gaps");
  LLVMSetInitializer(table, LLVMConstArray2(entry, all, n));
  LLVMSetLinkage(table, LLVMInternalLinkage);
  LLVMSetGlobalConstant(table, 1);
  LLVMTypeRef params[] = {x->ptr, x->i64};
  LLVMTypeRef type = LLVMFunctionType(x->nothing, params, 2, 0),
              plain = LLVMFunctionType(x->nothing, NULL, 0, 0);
  LLVMValueRef reg = LLVMAddFunction(x->m, "__omen_globals_register", type);
  LLVMValueRef fn = LLVMAddFunction(x->m, "__omen_chk_globals", plain);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(x->b, LLVMAppendBasicBlockInContext(x->c, fn, ""));
  LLVMSetCurrentDebugLocation2(x->b, NULL);
  LLVMValueRef args[] = {table, omen_ins_u64(x, n)};
  LLVMBuildCall2(x->b, type, reg, args, 2, "");
  LLVMBuildRetVoid(x->b);
  omen_ins_add_constructor(x, fn, 1);
}

/* The first variable of each section has nothing in front of it that has a gap: something that has. */
static void add_guards(struct omen_ins *x, LLVMValueRef *list) {
  for (int i = 0; i < GUARDS; i++) { /* .data, .bss, .rodata */
    uint8_t bytes[LEAST_TOTAL] = {0};
    bytes[0] = i != 1;
    LLVMValueRef value = LLVMConstStringInContext2(x->c, (const char *)bytes, sizeof bytes, 1);
    list[i] = LLVMAddGlobal(x->m, LLVMTypeOf(value), "__omen_guard");
    LLVMSetInitializer(list[i], value);
    LLVMSetLinkage(list[i], LLVMInternalLinkage);
    LLVMSetGlobalConstant(list[i], i == 2);
  }
}

void omen_ins_pad_globals(struct omen_ins *x) {
  LLVMTypeRef fields[] = {x->ptr, x->i64, x->i64, x->ptr},
              entry = LLVMStructTypeInContext(x->c, fields, 4, 0);
  size_t n = GUARDS, cap = GUARDS;
  LLVMValueRef *list = omen_xcalloc(cap, sizeof *list);
  for (LLVMValueRef g = LLVMGetFirstGlobal(x->m); g; g = LLVMGetNextGlobal(g))
    if (wanted(x, g)) {
      OMEN_GROW(list, n, cap);
      list[n++] = g;
    }
  if (n > GUARDS) add_guards(x, list);
  for (size_t i = 0; i < n && n > GUARDS; i++) {
    uint64_t size = LLVMABISizeOfType(x->td, LLVMGlobalGetValueType(list[i])), gap = gap_for(size);
    LLVMValueRef name = i < GUARDS ? LLVMConstNull(x->ptr) : name_of(x, list[i]);
    LLVMValueRef made = pad(x, list[i], gap);
    LLVMValueRef values[] = {made, omen_ins_u64(x, size), omen_ins_u64(x, gap), name};
    list[i] = LLVMConstStructInContext(x->c, values, 4, 0);
  }
  if (n > GUARDS) tell(x, entry, list, n);
  free(list);
}
