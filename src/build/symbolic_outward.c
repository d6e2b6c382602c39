/* Calls of code that is not followed, and assembly: before each the runtime is told what it is given, so that
 * it can say whether any of the inputs gets there (runtime/symbolic/outward.h). Left out is only what is
 * known not to look at what the program's memory holds, or to do so where the runtime follows it: that is the
 * list below. */
#include "build/symbolic_parts.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Synchronisation, memory, the clock, exceptions, and the way out. */
static const char *const prefixes[] = {"pthread_mutex_",
                                       "pthread_cond_",
                                       "pthread_rwlock_",
                                       "pthread_spin_",
                                       "pthread_barrier_",
                                       "pthread_key_",
                                       "__pthread_",
                                       "sem_",
                                       "mtx_",
                                       "cnd_",
                                       "thrd_",
                                       "tss_",
                                       "call_once",
                                       "__cxa_",
                                       "_Unwind_",
                                       "__kmpc_",
                                       "omp_",
                                       "GOMP_",
                                       "__tsan_",
                                       "Annotate",
                                       "_Znw",
                                       "_Zna",
                                       "_Zdl",
                                       "_Zda",
                                       "_ZNSaIcE",
                                       "_ZNSt6thread",
                                       "_ZNSt18condition_variable",
                                       "_ZNSt22condition_variable_any",
                                       "_ZNSt6chrono",
                                       "_ZNSt15__exception_ptr",
                                       "_ZNSt8ios_base4Init",
                                       "_ZSt20__throw_",
                                       "_ZSt9terminatev",
                                       "_ZNSt9exceptionD",
                                       "_ZNSt13runtime_errorD",
                                       "_ZSt4endlI",
                                       "_ZSt5flushI",
                                       "_ZNSo5flushEv",
                                       "_ZNSolsEPFRSoS_E",
                                       NULL};
/* The same; and calls of the system that move whole bytes, which the runtime follows (world/transfer.c). */
static const char *const names[] = {"abort",
                                    "__assert_fail",
                                    "pthread_once",
                                    "pthread_create",
                                    "pthread_join",
                                    "pthread_detach",
                                    "pthread_self",
                                    "pthread_equal",
                                    "pthread_exit",
                                    "pthread_cancel",
                                    "pthread_testcancel",
                                    "pthread_setspecific",
                                    "pthread_getspecific",
                                    "sched_yield",
                                    "usleep",
                                    "sleep",
                                    "time",
                                    "clock_gettime",
                                    "gettimeofday",
                                    "atexit",
                                    "on_exit",
                                    "at_quick_exit",
                                    "readv",
                                    "preadv",
                                    "preadv64",
                                    "pread64",
                                    "__read_chk",
                                    "__pread_chk",
                                    "recvfrom",
                                    "recvmsg",
                                    "__recv_chk",
                                    "writev",
                                    "pwritev",
                                    "pwritev64",
                                    "pwrite64",
                                    "sendto",
                                    "sendmsg",
                                    "fflush",
                                    "fclose",
                                    "setbuf",
                                    "setvbuf",
                                    "fileno",
                                    "ferror",
                                    "feof",
                                    "clearerr",
                                    "flockfile",
                                    "funlockfile",
                                    "ftrylockfile",
                                    "mmap",
                                    "mmap64",
                                    "munmap",
                                    "mprotect",
                                    "madvise",
                                    "malloc_usable_size",
                                    "reallocarray",
                                    "valloc",
                                    "pvalloc",
                                    "memalign",
                                    "longjmp",
                                    "siglongjmp",
                                    "_longjmp",
                                    "__longjmp_chk",
                                    "_setjmp",
                                    "setjmp",
                                    "__sigsetjmp",
                                    NULL};
/* Members of std::string that tell where it is and how long, and no more: the length is concrete. */
static const char *const shapes[] = {"4sizeEv",
                                     "6lengthEv",
                                     "5c_strEv",
                                     "4dataEv",
                                     "5emptyEv",
                                     "8capacityEv",
                                     "8max_sizeEv",
                                     "ixEm",
                                     "2atEm",
                                     "5beginEv",
                                     "3endEv",
                                     "6cbeginEv",
                                     "4cendEv",
                                     "6rbeginEv",
                                     "4rendEv",
                                     "5frontEv",
                                     "4backEv",
                                     "C1Ev",
                                     "C2Ev",
                                     "D1Ev",
                                     "D2Ev",
                                     "7_M_dataEv",
                                     "7_M_dataEPc",
                                     "13_M_local_dataEv",
                                     "13_M_set_lengthEm",
                                     "9_M_createERmm",
                                     "10_M_disposeEv",
                                     "11_M_capacityEm",
                                     "9_M_lengthEm",
                                     "11_M_is_localEv",
                                     "10_M_destroyEm",
                                     "16_M_get_allocatorEv",
                                     "17_M_use_local_dataEv",
                                     "18_M_init_local_bufEv",
                                     "8_M_limitEmm",
                                     "8_M_checkEmPKc",
                                     "15_M_check_lengthEmmPKc",
                                     "10_M_disjunctEPKc",
                                     "13get_allocatorEv",
                                     "12_Alloc_hiderC1EPcRKS3_",
                                     "12_Alloc_hiderC2EPcRKS3_",
                                     "12_Alloc_hiderC1EPcOS3_",
                                     "12_Alloc_hiderC2EPcOS3_",
                                     NULL};

static bool listed(const char *const *list, const char *name) {
  for (; *list; list++)
    if (!strcmp(*list, name)) return true;
  return false;
}

static bool is_shape(const char *name) {
  static const char class[] = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
  if (strncmp(name, "_ZN", 3)) return false;
  name += 3 + (name[3] == 'K');
  return !strncmp(name, class, sizeof class - 1) && listed(shapes, name + sizeof class - 1);
}

/* The status that it is given is an output (omrt_sym_exits). */
static bool ends_all(const char *name) {
  static const char *const ends[] = {"exit", "_exit", "_Exit", "quick_exit", NULL};
  return listed(ends, name);
}

static bool never_looks(const char *name) {
  if (strstr(name, "timed") || strstr(name, "clock"))
    return !strcmp(name, "clock_gettime"); /* what time it waits for */
  for (const char *const *p = prefixes; *p; p++)
    if (!strncmp(name, *p, strlen(*p))) return true;
  return listed(names, name) || is_shape(name);
}

/* ---- what it is given ---- */

LLVMValueRef omen_sym_hot_at(struct omen_ins *x, size_t offset) {
  LLVMValueRef at = omen_ins_u64(x, offset);
  return LLVMConstGEP2(x->i8, LLVMGetNamedGlobal(x->m, "__omen_sym_hot"), &at, 1);
}

static void give_point(struct omen_symfn *f, LLVMValueRef v, unsigned *n) {
  struct omen_ins *x = f->x;
  if (*n < OMEN_SYM_POINTS)
    LLVMBuildStore(x->b, omen_sym_value(x, v),
                   omen_sym_hot_at(x, offsetof(struct omen_sym_hot, point) + 8 * *n));
  ++*n;
}

static bool may_point(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMIsUndef(v) || LLVMIsAConstantPointerNull(v) || LLVMIsAConstantInt(v) || LLVMIsAFunction(v))
    return false;
  if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) return LLVMGetPointerAddressSpace(t) == 0;
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64;
}

/* Many addresses in one value: a gather. */
static bool has_vector_of_pointers(LLVMValueRef call) {
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, i));
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
        LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMPointerTypeKind)
      return true;
  }
  return false;
}

/* Variables that assembly names itself. */
static void give_named(struct omen_symfn *f, const char *text, unsigned *n) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->x->m); g; g = LLVMGetNextGlobal(g)) {
    size_t len;
    const char *name = LLVMGetValueName2(g, &len);
    if (len > 0 && strncmp(name, "__omen_", 7) && !LLVMIsThreadLocal(g) && strstr(text, name))
      give_point(f, g, n);
  }
}

static const char *name_of(LLVMValueRef callee) {
  size_t len;
  if (LLVMIsAInlineAsm(callee)) return "inline assembly";
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "a call through a pointer";
}

/* A compiler barrier: no code at all. */
static bool is_empty_asm(LLVMValueRef callee) {
  size_t len;
  if (!LLVMIsAInlineAsm(callee)) return false;
  const char *text = LLVMGetInlineAsmAsmString(callee, &len);
  return strspn(text, " \t\n;") >= len;
}

LLVMValueRef omen_sym_lost_site(struct omen_symfn *f, LLVMValueRef inst) {
  char kind[200];
  bool call = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst) || LLVMIsACallBrInst(inst);
  snprintf(kind, sizeof kind, "lost:%s",
           call ? name_of(LLVMGetCalledValue(inst)) : omen_sym_instruction_word(inst));
  return omen_sym_site(f, inst, kind);
}

bool omen_sym_emit_outward(struct omen_symfn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  bool function = LLVMIsAFunction(callee), assembly = LLVMIsAInlineAsm(callee);
  if (is_empty_asm(callee) || (function && ends_all(name_of(callee)))) return false;
  if (function && never_looks(name_of(callee))) {
    LLVMValueRef args[] = {callee, omen_ins_u32(x, 0), omen_ins_u32(x, OMEN_SYM_OUT_GIVEN),
                           omen_sym_lost_site(f, call)};
    omen_sym_build(f, OMEN_SX_outward, args, 4);
    return false;
  }
  unsigned n = 0, how = has_vector_of_pointers(call) ? OMEN_SYM_OUT_ANYWHERE : 0;
  for (unsigned i = 0, all = LLVMGetNumArgOperands(call); i < all; i++)
    if (may_point(LLVMGetOperand(call, i))) give_point(f, LLVMGetOperand(call, i), &n);
  size_t len;
  if (assembly) give_named(f, LLVMGetInlineAsmAsmString(callee, &len), &n);
  if (function && !LLVMIsDeclaration(callee) && omen_map_get(&x->skipped, callee, NULL))
    how = OMEN_SYM_OUT_ANYWHERE;
  bool nobody = assembly || (function && omen_ins_intrinsic(call)); /* has no address */
  LLVMValueRef args[] = {nobody ? LLVMConstNull(x->ptr) : callee, omen_ins_u32(x, n), omen_ins_u32(x, how),
                         omen_sym_lost_site(f, call)};
  omen_sym_build(f, OMEN_SX_outward, args, 4);
  return true;
}

/* What lies there goes where nobody follows it. */
void omen_sym_emit_given_away(struct omen_symfn *f, LLVMValueRef call, LLVMValueRef memory) {
  struct omen_ins *x = f->x;
  unsigned n = 0;
  give_point(f, memory, &n);
  LLVMValueRef args[] = {LLVMConstNull(x->ptr), omen_ins_u32(x, n), omen_ins_u32(x, 0),
                         omen_sym_lost_site(f, call)};
  omen_sym_build(f, OMEN_SX_outward, args, 4);
  omen_sym_build(f, OMEN_SX_inward, NULL, 0);
}

/* ---- who is followed ---- */

/* By its address, or by its name from another module. */
static bool may_be_called(LLVMValueRef fn) {
  LLVMLinkage l = LLVMGetLinkage(fn);
  if (l != LLVMInternalLinkage && l != LLVMPrivateLinkage) return true;
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!(LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) || LLVMGetCalledValue(user) != fn) return true;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(user); i < n; i++)
      if (LLVMGetOperand(user, i) == fn) return true;
  }
  return false;
}

LLVMValueRef omen_sym_followed(struct omen_symbolic *s, uint32_t *n) {
  struct omen_ins *x = s->x;
  LLVMValueRef *list = NULL;
  size_t count = 0, cap = 0, len;
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage) continue;
    if (omen_map_get(&x->skipped, f, NULL) || !strncmp(LLVMGetValueName2(f, &len), "__omen_", 7)) continue;
    if (!may_be_called(f)) continue;
    OMEN_GROW(list, count, cap);
    list[count++] = f;
  }
  LLVMTypeRef type = LLVMArrayType2(x->ptr, count ? count : 1);
  LLVMValueRef table = LLVMAddGlobal(x->m, type, "__omen_sx_followed");
  LLVMSetInitializer(table, count ? LLVMConstArray2(x->ptr, list, count) : LLVMConstNull(type));
  LLVMSetLinkage(table, LLVMInternalLinkage);
  free(list);
  *n = (uint32_t)count;
  return table;
}
