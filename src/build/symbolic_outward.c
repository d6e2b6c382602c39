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
                                       "mtx_",
                                       "cnd_",
                                       "tss_",
                                       "call_once",
                                       "__cxa_allocate_",
                                       "__cxa_atexit",
                                       "__cxa_bad_",
                                       "__cxa_begin_",
                                       "__cxa_call_",
                                       "__cxa_current_",
                                       "__cxa_deleted_",
                                       "__cxa_end_",
                                       "__cxa_finalize",
                                       "__cxa_free_",
                                       "__cxa_get_",
                                       "__cxa_guard_",
                                       "__cxa_init_",
                                       "__cxa_pure_",
                                       "__cxa_rethrow",
                                       "__cxa_thread_atexit",
                                       "__cxa_throw",
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
                                    "sem_init",
                                    "sem_destroy",
                                    "sem_wait",
                                    "sem_trywait",
                                    "sem_post",
                                    "sem_getvalue",
                                    "sem_close",
                                    "thrd_create",
                                    "thrd_join",
                                    "thrd_detach",
                                    "thrd_current",
                                    "thrd_equal",
                                    "thrd_exit",
                                    "thrd_yield",
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
                                    "pipe", /* these write, and do not read */
                                    "pipe2",
                                    "socketpair",
                                    "fstat",
                                    "getrlimit",
                                    "getrusage",
                                    "uname",
                                    "times",
                                    "sigemptyset",
                                    "sigfillset",
                                    "pthread_attr_init",
                                    "pthread_mutexattr_init",
                                    "pthread_condattr_init",
                                    "pthread_rwlockattr_init",
                                    "pthread_barrierattr_init",
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

/* `size`: of the object that lies there; 0: not known. */
static void give_object(struct omen_symfn *f, LLVMValueRef v, uint64_t size, unsigned *n) {
  struct omen_ins *x = f->x;
  size_t at = offsetof(struct omen_sym_hot, point) + 16 * *n;
  if (*n < OMEN_SYM_POINTS) {
    LLVMBuildStore(x->b, omen_sym_value(x, v), omen_sym_hot_at(x, at));
    LLVMBuildStore(x->b, omen_ins_u64(x, size), omen_sym_hot_at(x, at + 8));
  }
  ++*n;
}

/* A variable of this function is known by its size: what lies behind it on the stack is not meant. */
static void give_point(struct omen_symfn *f, LLVMValueRef v, unsigned *n) {
  bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
  LLVMValueRef root = pointer ? omen_ins_root(v) : NULL;
  uint64_t size = 0;
  bool known = root && LLVMIsAAllocaInst(root) && omen_ins_extent(f->x, root, &size) && size;
  give_object(f, known ? root : v, known ? size : 0, n);
}

static const char *name_of(LLVMValueRef callee) {
  size_t len;
  if (LLVMIsAInlineAsm(callee)) return "inline assembly";
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "a call through a pointer";
}

/* What a function that is trusted looks at. */
static void give_objects(struct omen_symfn *f, LLVMValueRef call, unsigned *n) {
  for (unsigned i = 0, all = LLVMGetNumArgOperands(call); i < all && i < 2; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    uint64_t size = omen_sym_trusted_size(name_of(LLVMGetCalledValue(call)), i);
    if (!size || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind) continue;
    give_object(f, v, size, n);
  }
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

/* A compiler barrier: no code at all. */
static bool is_empty_asm(LLVMValueRef callee) {
  size_t len;
  if (!LLVMIsAInlineAsm(callee)) return false;
  const char *text = LLVMGetInlineAsmAsmString(callee, &len);
  return strspn(text, " \t\n;") >= len;
}

/* As the program calls it. */
static const char *plain_name(const char *name) {
  if (!strncmp(name, "__omen_lib_", 11)) return name + 11;
  return strncmp(name, "__omen_symlib_", 14) ? name : name + 14;
}

LLVMValueRef omen_sym_lost_site(struct omen_symfn *f, LLVMValueRef inst) {
  char kind[200];
  bool call = LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst) || LLVMIsACallBrInst(inst);
  snprintf(kind, sizeof kind, "lost:%s",
           call ? plain_name(name_of(LLVMGetCalledValue(inst))) : omen_sym_instruction_word(inst));
  return omen_sym_site(f, inst, kind);
}

bool omen_sym_emit_outward(struct omen_symfn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  bool function = LLVMIsAFunction(callee), assembly = LLVMIsAInlineAsm(callee);
  if (is_empty_asm(callee) || (function && ends_all(name_of(callee)))) return false;
  unsigned n = 0;
  if (function && never_looks(name_of(callee))) {
    give_objects(f, call, &n);
    LLVMValueRef args[] = {callee, omen_ins_u32(x, n), omen_ins_u32(x, OMEN_SYM_OUT_GIVEN),
                           omen_sym_lost_site(f, call)};
    omen_sym_build(f, OMEN_SX_outward, args, 4);
    return false;
  }
  unsigned how = has_vector_of_pointers(call) ? OMEN_SYM_OUT_ANYWHERE : 0;
  for (unsigned i = 0, all = LLVMGetNumArgOperands(call); i < all; i++)
    if (may_point(LLVMGetOperand(call, i))) give_point(f, LLVMGetOperand(call, i), &n);
  size_t len;
  const char *text = assembly ? LLVMGetInlineAsmAsmString(callee, &len) : "";
  if (assembly) give_named(f, text, &n);
  if (omen_sym_asm_finds(text)) how = OMEN_SYM_OUT_ANYWHERE;
  if (function && !LLVMIsDeclaration(callee) && omen_map_get(&x->skipped, callee, NULL))
    how = OMEN_SYM_OUT_ANYWHERE;
  bool nobody = assembly || (function && omen_ins_intrinsic(call)); /* has no address */
  if (nobody || (function && omen_sym_forgets(callee))) how |= OMEN_SYM_OUT_FORGETS;
  LLVMValueRef args[] = {nobody ? LLVMConstNull(x->ptr) : callee, omen_ins_u32(x, n), omen_ins_u32(x, how),
                         omen_sym_lost_site(f, call)};
  omen_sym_build(f, OMEN_SX_outward, args, 4);
  return true;
}

/* Of the functions that are trusted or modelled: those that call one that they are given, as which argument.
 * Later: with what it finds then. */
static const struct {
  const char *name;
  unsigned argument;
  bool later;
} calls_back[] = {{"pthread_create", 2, false},
                  {"thrd_create", 1, false},
                  {"qsort", 3, false},
                  {"bsearch", 4, false},
                  {"pthread_once", 1, true},
                  {"call_once", 1, true},
                  {"pthread_key_create", 1, true},
                  {"tss_create", 1, true},
                  {"atexit", 0, true},
                  {"at_quick_exit", 0, true},
                  {"on_exit", 0, true},
                  {"__cxa_atexit", 0, true},
                  {"__cxa_thread_atexit", 0, true},
                  {"_ZNSolsEPFRSoS_E", 1, false}};

/* A destructor that a library has: what it lets go, or writes, is seen elsewhere. */
static bool lets_go(LLVMValueRef fn) {
  if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn)) return false;
  const char *name = name_of(fn);
  return !strcmp(name, "free") || never_looks(name) ||
         (!strncmp(name, "_ZNS", 4) && (strstr(name, "D1Ev") || strstr(name, "D2Ev")));
}

/* Comparing, and starting a thread: by a function of a library, or one that was left out. */
void omen_sym_emit_called_back(struct omen_symfn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  const char *name = name_of(LLVMGetCalledValue(call));
  unsigned at = plain_name(name) != name, all = LLVMGetNumArgOperands(call), n = 0; /* behind the site */
  name = plain_name(name);
  size_t k = 0, end = sizeof calls_back / sizeof *calls_back;
  while (k < end && strcmp(calls_back[k].name, name)) k++;
  if (k == end || at + calls_back[k].argument >= all) return;
  LLVMValueRef fn = LLVMGetOperand(call, at + calls_back[k].argument);
  if (lets_go(fn) || LLVMGetTypeKind(LLVMTypeOf(fn)) != LLVMPointerTypeKind) return;
  for (unsigned i = at; i < all; i++)
    if (may_point(LLVMGetOperand(call, i))) give_point(f, LLVMGetOperand(call, i), &n);
  unsigned how = OMEN_SYM_OUT_BACK | (calls_back[k].later ? OMEN_SYM_OUT_ANYWHERE : 0);
  LLVMValueRef args[] = {fn, omen_ins_u32(x, n), omen_ins_u32(x, how), omen_sym_lost_site(f, call)};
  omen_sym_build(f, OMEN_SX_outward, args, 4);
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
