/* Calls: who is called, what is handed over, what functions without a body do with it. Calls through pointers
 * are connected while the solver finds out where the pointers go. */
#include "static/program.h"
#include <stdlib.h>
#include <string.h>

enum watching { CALLED, STARTED, HANDLED, CALLED_BACK, AT_END, LEAVING };
struct watcher {
  enum watching what;
  uint32_t call, given; /* given: node of what the function gets, or 0 */
};

static bool put_once(struct omen_u32s *s, uint32_t x) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i] == x) return false;
  OMEN_GROW(s->v, s->n, s->cap);
  s->v[s->n++] = x;
  return true;
}

static uint32_t arg(struct omen_program *p, LLVMValueRef call, int i) {
  return i >= 0 && (unsigned)i < LLVMGetNumArgOperands(call)
             ? omen_node_of(p, LLVMGetOperand(call, (unsigned)i))
             : 0;
}

static uint32_t param(struct omen_program *p, uint32_t fn, unsigned i) {
  return i < LLVMCountParams(p->fns[fn].value) ? omen_node_of(p, LLVMGetParam(p->fns[fn].value, i)) : 0;
}

static void copy_if(struct omen_program *p, uint32_t from, uint32_t to) {
  if (from && to) omen_pt_copy(&p->pt, from, to);
}

/* A struct among the variable arguments: what it holds is there, not its address. */
static void by_value(struct omen_program *p, LLVMValueRef call, unsigned i, uint32_t to) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  if (!LLVMGetCallSiteEnumAttribute(call, i + 1, kind)) return;
  uint32_t any = omen_pt_node(&p->pt);
  omen_pt_step(&p->pt, arg(p, call, (int)i), any, 0, 1);
  omen_pt_load(&p->pt, any, to);
}

/* The call reaches a function with a body. */
static void connect(struct omen_program *p, uint32_t call, uint32_t fn) {
  LLVMValueRef inst = p->calls[call].inst;
  if (!put_once(&p->calls[call].callees, fn)) return;
  put_once(&p->fns[fn].callers, call);
  unsigned params = LLVMCountParams(p->fns[fn].value);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t from = arg(p, inst, (int)i);
    if (from) omen_pt_copy(&p->pt, from, i < params ? param(p, fn, i) : p->fns[fn].rest);
    if (from && i >= params) by_value(p, inst, i, p->fns[fn].rest);
  }
  uint32_t to = omen_holds_pointer(LLVMTypeOf(inst)) ? omen_node_of(p, inst) : 0;
  if (p->fns[fn].allocates && to) {
    uint32_t own = omen_pt_loc(&p->pt, omen_object_of(p, inst), 0, 0);
    omen_pt_points(&p->pt, p->fns[fn].blocks, own);
    omen_pt_points(&p->pt, to, own);
    if (p->fns[p->calls[call].fn].allocates) {
      omen_pt_copy(&p->pt, p->fns[p->calls[call].fn].blocks, p->fns[fn].blocks);
      omen_pt_copy(&p->pt, p->fns[p->calls[call].fn].blocks, to);
    }
  } else
    copy_if(p, p->fns[fn].ret, to);
}

static void watch(struct omen_program *p, uint32_t node, enum watching what, uint32_t call, uint32_t given) {
  if (!node) return;
  OMEN_GROW(p->watchers, p->nwatchers, p->watchers_cap);
  p->watchers[p->nwatchers] = (struct watcher){what, call, given};
  omen_pt_watch(&p->pt, node, p->nwatchers++);
}

static bool nocapture(LLVMValueRef call, LLVMValueRef callee, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("nocapture", 9);
  return LLVMGetCallSiteEnumAttribute(call, i + 1, kind) ||
         (callee && i < LLVMCountParams(callee) && LLVMGetEnumAttributeAtIndex(callee, i + 1, kind));
}

static bool touches_nothing(LLVMValueRef callee) {
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef memory =
      callee ? LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind) : NULL;
  return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

/* All that is not known: the function keeps its arguments. */
static void unknown(struct omen_program *p, uint32_t call, LLVMValueRef callee) {
  LLVMValueRef inst = p->calls[call].inst;
  bool keeps = false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t from = arg(p, inst, (int)i);
    if (!from || nocapture(inst, callee, i)) continue;
    keeps = true;
    omen_pt_step(&p->pt, from, p->outside, 0, 1);
  }
  if (omen_holds_pointer(LLVMTypeOf(inst)) && !omen_is_double(LLVMTypeOf(inst)))
    omen_may_be_outside(p, omen_node_of(p, inst));
  p->calls[call].unknown = true;
  if (callee && keeps) omen_table_count(&p->unknown_names, (uintptr_t)callee);
}

/* Results lie in an argument, or are new and not kept anywhere. What a known function counts is no pointer:
 * how much was read, how long a string is. */
static void quiet(struct omen_program *p, LLVMValueRef inst) {
  LLVMValueRef callee = omen_callee(inst);
  const char *name = callee ? omen_value_name(callee) : "";
  bool number = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMIntegerTypeKind && omen_known_call(name);
  if (number || !omen_holds_pointer(LLVMTypeOf(inst)) || omen_is_double(LLVMTypeOf(inst))) return;
  uint32_t to = omen_node_of(p, inst);
  if (!omen_gives_argument(name)) omen_pt_points(&p->pt, to, p->library_loc);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t from = arg(p, inst, (int)i);
    if (from) omen_pt_step(&p->pt, from, to, 0, 1);
  }
  int at = !strcmp(name, "strsep") ? 0 : !strcmp(name, "strtok_r") ? 2 : -1; /* what was left there before */
  if (arg(p, inst, at)) omen_pt_load(&p->pt, arg(p, inst, at), to);
}

/* signal() gives the handler that was there before. */
static void handler(struct omen_program *p, uint32_t call, int at) {
  LLVMValueRef inst = p->calls[call].inst;
  watch(p, arg(p, inst, at), HANDLED, call, 0);
  quiet(p, inst);
  if (!LLVMGetFirstUse(inst)) return;
  omen_may_be_outside(p, omen_node_of(p, inst));
  copy_if(p, arg(p, inst, at), p->outside);
}

/* Pointers that a library function leaves where an argument points to: `w1#8` in the table of effects. They
 * lead into the other arguments or to something new. */
static void pointers_left(struct omen_program *p, LLVMValueRef inst, const char *effects) {
  for (const char *at = effects; at && (at = strstr(at, "#8")); at++) {
    if (at - effects < 2 || at[-2] != 'w') continue;
    uint32_t to = arg(p, inst, at[-1] - '0'), value = omen_pt_node(&p->pt);
    if (!to) continue;
    omen_pt_points(&p->pt, value, omen_pt_loc(&p->pt, omen_object_of(p, inst), 0, 1));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++)
      if (arg(p, inst, (int)i)) omen_pt_step(&p->pt, arg(p, inst, (int)i), value, 0, 1);
    if (strstr(effects, "x0")) omen_pt_load(&p->pt, to, value); /* strsep: what was there moves on */
    omen_pt_store(&p->pt, value, to);
  }
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

/* Pointers go from thread to thread by the kernel, too: bytes through a pipe, the data of epoll. Two steps
 * further for lists of buffers. */
static void by_kernel(struct omen_program *p, LLVMValueRef inst, const char *name) {
  static const char *const sends[] = {"write",           "pwrite",    "pwrite64", "send",      "sendto",
                                      "fwrite",          "writev",    "pwritev",  "pwritev64", "sendmsg",
                                      "fwrite_unlocked", "epoll_ctl", "splice",   NULL},
                           *const receives[] = {
                               "read",           "pread",      "pread64",     "recv",         "recvfrom",
                               "fread",          "readv",      "preadv",      "preadv64",     "recvmsg",
                               "fread_unlocked", "epoll_wait", "epoll_pwait", "eventfd_read", NULL};
  bool out = is_one_of(name, sends), in = is_one_of(name, receives);
  for (unsigned i = 0; (out || in) && i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t at = arg(p, inst, (int)i);
    for (int step = 0; at && step < 3; step++) {
      uint32_t any = omen_pt_node(&p->pt), value = omen_pt_node(&p->pt);
      omen_pt_step(&p->pt, at, any, 0, 1);
      omen_pt_load(&p->pt, any, value);
      if (out) omen_pt_copy(&p->pt, value, p->sent);
      if (in) omen_pt_store(&p->pt, p->sent, any);
      at = strstr(name, "msg") || strchr(name, 'v') ? value : 0;
    }
  }
}

/* Functions that move pointers about in what they are given, or leave some there that lead into it: what they
 * are given, and what that holds, may be in each of these places afterwards. */
static void by_moving(struct omen_program *p, LLVMValueRef inst, const char *name) {
  static const char *const names[] = {
      "qsort",      "iconv",      "mbsrtowcs",  "mbsnrtowcs",  "wcsrtombs", "wcsnrtombs",       "getpwuid_r",
      "getpwnam_r", "getgrgid_r", "getgrnam_r", "getopt_long", "getopt",    "getopt_long_only", NULL};
  if (!is_one_of(name, names)) return;
  uint32_t places = omen_pt_node(&p->pt), value = omen_pt_node(&p->pt);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++)
    if (arg(p, inst, (int)i)) omen_pt_step(&p->pt, arg(p, inst, (int)i), places, 0, 1);
  omen_pt_load(&p->pt, places, value);
  if (name[0] != 'q') omen_pt_copy(&p->pt, places, value);
  omen_pt_step(&p->pt, value, value, 0, 1);
  omen_pt_store(&p->pt, value, places);
  LLVMValueRef found = !strncmp(name, "getopt", 6) ? LLVMGetNamedGlobal(p->m, "optarg") : NULL;
  if (found)
    omen_pt_copy(&p->pt, value, omen_pt_content(&p->pt, omen_pt_loc(&p->pt, omen_object_of(p, found), 0, 1)));
}

/* Members of std::string that give the contents of one to another: swap, and what is moved from. */
static bool takes_contents(const char *name) { return strstr(name, "4swap") || strstr(name, "OS4_"); }

/* A string's characters may be bytes of pointers; and its block goes from string to string. */
static void by_string(struct omen_program *p, LLVMValueRef inst, const char *name) {
  if (!omen_changes_string(name)) return;
  uint32_t own = arg(p, inst, 0), other = arg(p, inst, 1), value = omen_pt_node(&p->pt),
           at = omen_pt_node(&p->pt);
  if (!own) return;
  for (unsigned i = 1; i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t from = omen_pt_node(&p->pt), held = omen_pt_node(&p->pt), block = omen_pt_node(&p->pt);
    if (!arg(p, inst, (int)i)) continue;
    omen_pt_step(&p->pt, arg(p, inst, (int)i), from, 0, 1);
    omen_pt_load(&p->pt, from, held);
    omen_pt_step(&p->pt, held, block, 0, 1);
    omen_pt_load(&p->pt, block, held);
    omen_pt_copy(&p->pt, held, value);
  }
  omen_pt_step(&p->pt, own, at, 0, 1);
  if (other && takes_contents(name)) {
    omen_pt_step(&p->pt, other, at, 0, 1);
    omen_pt_load(&p->pt, at, value);
  }
  omen_pt_store(&p->pt, value, at);
  uint32_t blocks = omen_pt_node(&p->pt), inner = omen_pt_node(&p->pt);
  omen_pt_load(&p->pt, at, blocks);
  omen_pt_step(&p->pt, blocks, inner, 0, 1);
  omen_pt_store(&p->pt, value, inner);
}

/* What a thread ends with reaches who joins it; the environment holds what the program puts there. */
static void by_libc(struct omen_program *p, LLVMValueRef inst, const char *name) {
  uint32_t first = arg(p, inst, 0), variables = omen_pt_content(&p->pt, p->arguments_loc);
  if (!strcmp(name, "pthread_exit")) copy_if(p, first, p->results);
  if (!strcmp(name, "eventfd_write")) copy_if(p, arg(p, inst, 1), p->sent);
  if (!strcmp(name, "pthread_tryjoin_np") || !strcmp(name, "pthread_timedjoin_np") ||
      !strcmp(name, "pthread_clockjoin_np"))
    if (arg(p, inst, 1)) omen_pt_store(&p->pt, p->results, arg(p, inst, 1));
  bool reads_number =
      !strncmp(name, "strto", 5) || !strncmp(name, "ato", 3) || !strncmp(name, "__isoc23_strto", 14);
  if (reads_number && omen_node_of(p, inst)) omen_pt_points(&p->pt, omen_node_of(p, inst), p->number_loc);
  for (unsigned i = 0; strstr(name, "scanf") && i < LLVMGetNumArgOperands(inst); i++) {
    uint32_t read = omen_pt_node(&p->pt);
    omen_pt_points(&p->pt, read, p->number_loc);
    if (arg(p, inst, (int)i)) omen_pt_store(&p->pt, read, arg(p, inst, (int)i));
  }
  if (!strcmp(name, "putenv")) copy_if(p, first, variables);
  if (!strcmp(name, "getenv") || !strcmp(name, "secure_getenv"))
    omen_pt_step(&p->pt, variables, omen_node_of(p, inst), 0, 1);
}

/* Nodes of libstdc++'s trees and lists: what they are given hangs together by these fields afterwards, and
 * what they give hangs on it. */
static void by_links(struct omen_program *p, LLVMValueRef inst, const char *name) {
  bool tree = !strncmp(name, "_ZSt18_Rb_tree_", 15) || !strncmp(name, "_ZSt28_Rb_tree_", 15) ||
              !strncmp(name, "_ZSt29_Rb_tree_", 15),
       list = !strncmp(name, "_ZNSt8__detail15_List_node_base", 31);
  if (!tree && !list) return;
  uint32_t nodes = omen_pt_node(&p->pt);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) copy_if(p, arg(p, inst, (int)i), nodes);
  for (int64_t at = tree ? 8 : 0; at <= (tree ? 24 : 8); at += 8) {
    uint32_t field = omen_pt_node(&p->pt);
    omen_pt_step(&p->pt, nodes, field, at, 0);
    omen_pt_load(&p->pt, field, nodes);
    omen_pt_store(&p->pt, nodes, field);
  }
  if (omen_holds_pointer(LLVMTypeOf(inst))) copy_if(p, nodes, omen_node_of(p, inst));
}

static void library(struct omen_program *p, LLVMValueRef inst, const char *name) {
  by_links(p, inst, name);
  by_kernel(p, inst, name);
  by_libc(p, inst, name);
  by_moving(p, inst, name);
  by_string(p, inst, name);
  pointers_left(p, inst, omen_known_effects(name, false));
  pointers_left(p, inst, omen_known_effects(name, true));
  bool copies = strstr(name, "cpy") || strstr(name, "move") || !strcmp(name, "bcopy");
  if (!copies || !omen_known_effects(name, false) || LLVMGetNumArgOperands(inst) < 2) return;
  uint32_t a = omen_pt_node(&p->pt), b = omen_pt_node(&p->pt), value = omen_pt_node(&p->pt);
  int to = !strcmp(name, "bcopy");
  if (!arg(p, inst, to) || !arg(p, inst, !to)) return;
  omen_pt_step(&p->pt, arg(p, inst, to), a, 0, 1);
  omen_pt_step(&p->pt, arg(p, inst, !to), b, 0, 1);
  omen_pt_load(&p->pt, b, value);
  omen_pt_store(&p->pt, value, a);
}

/* std::thread hands over a unique_ptr to an object whose virtual functions are: its end, its end with its
 * block, what to run. */
static void create_cxx(struct omen_program *p, uint32_t call) {
  uint32_t state = omen_pt_node(&p->pt), table = omen_pt_node(&p->pt);
  omen_pt_load(&p->pt, arg(p, p->calls[call].inst, 1), state);
  omen_pt_load(&p->pt, state, table);
  for (int64_t slot = 8; slot <= 16; slot += 8) {
    uint32_t place = omen_pt_node(&p->pt), fn = omen_pt_node(&p->pt);
    omen_pt_step(&p->pt, table, place, slot, 0);
    omen_pt_load(&p->pt, place, fn);
    watch(p, fn, STARTED, call, state);
  }
  put_once(&p->shared, state);
}

static void create(struct omen_program *p, uint32_t call, const struct omen_known_call *k) {
  LLVMValueRef inst = p->calls[call].inst;
  watch(p, arg(p, inst, k->a), STARTED, call, arg(p, inst, k->b));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++)
    if ((k->kind == OMEN_CALL_FORK_JOIN || (int)i == k->b) && arg(p, inst, (int)i))
      put_once(&p->shared, arg(p, inst, (int)i));
}

static void sigaction_(struct omen_program *p, uint32_t call) {
  uint32_t fn = omen_pt_node(&p->pt), act = arg(p, p->calls[call].inst, 1),
           old = arg(p, p->calls[call].inst, 2);
  if (act) omen_pt_load(&p->pt, act, fn);
  if (old) {
    uint32_t before = omen_pt_node(&p->pt);
    omen_may_be_outside(p, before);
    omen_pt_store(&p->pt, before, old);
  }
  omen_pt_copy(&p->pt, fn, p->outside); /* a later sigaction gives it back */
  watch(p, fn, HANDLED, call, 0);
}

bool omen_has_name(LLVMValueRef v) {
  LLVMLinkage l = LLVMGetLinkage(v);
  return l != LLVMInternalLinkage && l != LLVMPrivateLinkage && LLVMGetVisibility(v) != LLVMHiddenVisibility;
}

static void dlsym_(struct omen_program *p, uint32_t call) {
  uint32_t to = omen_node_of(p, p->calls[call].inst);
  omen_may_be_outside(p, to);
  for (uint32_t i = 0; i < p->nfns; i++)
    if (p->fns[i].body && omen_has_name(p->fns[i].value))
      omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, p->fns[i].obj, 0, 0));
  for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g))
    if (omen_has_name(g)) omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, omen_object_of(p, g), 0, 0));
}

static void allocate(struct omen_program *p, uint32_t call) {
  uint32_t to = omen_node_of(p, p->calls[call].inst);
  const struct omen_scan_fn *f = &p->fns[p->calls[call].fn];
  omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, omen_object_of(p, p->calls[call].inst), 0, 0));
  if (f->allocates) omen_pt_copy(&p->pt, f->blocks, to);
  const char *name = omen_value_name(omen_callee(p->calls[call].inst) ? omen_callee(p->calls[call].inst)
                                                                      : p->fns[p->calls[call].fn].value);
  if (strncmp(name, "mmap", 4)) return;
  LLVMValueRef at = LLVMGetOperand(p->calls[call].inst, 0);
  copy_if(p, arg(p, p->calls[call].inst, 0), to); /* MAP_FIXED */
  if (!LLVMIsConstant(at) || !LLVMIsNull(at))     /* and then it may be known by its number */
    omen_pt_step(&p->pt, to, p->outside, 0, 1);
}

/* The call reaches a function without a body. */
static void without_body(struct omen_program *p, uint32_t call, LLVMValueRef callee) {
  LLVMValueRef inst = p->calls[call].inst;
  const char *name = omen_value_name(callee);
  const struct omen_known_call *k = omen_known_call(name);
  if (omen_callee(inst) == callee)
    p->calls[call].known = k;
  else if (k && k->kind == OMEN_CALL_UNLOCK)
    p->calls[call].gives = true;
  static const char *const ends[] = {"exit", "err", "errx", "verr", "verrx", "error", "error_at_line", NULL};
  if (is_one_of(name, ends)) p->calls[call].exits = true;
  switch (k ? k->kind : touches_nothing(callee) ? OMEN_CALL_QUIET : OMEN_CALL_UNKNOWN) {
  case OMEN_CALL_UNKNOWN: unknown(p, call, callee); break;
  case OMEN_CALL_ALLOC: allocate(p, call); break;
  case OMEN_CALL_REALLOC:
    allocate(p, call);
    copy_if(p, arg(p, inst, 0), omen_node_of(p, inst));
    break;
  case OMEN_CALL_CREATE:
  case OMEN_CALL_FORK_JOIN: create(p, call, k); break;
  case OMEN_CALL_CREATE_CXX: create_cxx(p, call); break;
  case OMEN_CALL_JOIN:
    if (arg(p, inst, k->b)) omen_pt_store(&p->pt, p->results, arg(p, inst, k->b));
    break;
  case OMEN_CALL_ONCE: watch(p, arg(p, inst, k->b), CALLED_BACK, call, 0); break;
  case OMEN_CALL_CALLBACK:
    watch(p, arg(p, inst, k->a), CALLED_BACK, call, arg(p, inst, k->b));
    quiet(p, inst);
    break;
  case OMEN_CALL_LATER: watch(p, arg(p, inst, k->a), AT_END, call, arg(p, inst, k->b)); break;
  case OMEN_CALL_LEAVING: watch(p, arg(p, inst, k->a), LEAVING, call, arg(p, inst, k->b)); break;
  case OMEN_CALL_HANDLER: handler(p, call, k->a); break;
  case OMEN_CALL_SIGACTION: sigaction_(p, call); break;
  case OMEN_CALL_DLSYM: dlsym_(p, call); break;
  default: quiet(p, inst);
  }
  library(p, inst, name);
}

static bool seen_body(const struct omen_program *p, uint32_t fn) {
  return fn != UINT32_MAX && p->fns[fn].body;
}

static void call_directly(struct omen_program *p, uint32_t call, LLVMValueRef callee) {
  uint32_t fn = omen_fn_number(p, callee);
  if (seen_body(p, fn))
    connect(p, call, fn);
  else
    without_body(p, call, callee);
}

void omen_call_constraints(struct omen_program *p, uint32_t call) {
  LLVMValueRef inst = p->calls[call].inst, callee = omen_callee(inst);
  if (callee) {
    call_directly(p, call, callee);
    LLVMValueRef other = omen_also(p, callee);
    if (other && LLVMIsAFunction(other)) call_directly(p, call, other);
  } else if (LLVMIsAInlineAsm(LLVMGetCalledValue(inst))) {
    unknown(p, call, NULL);
  } else {
    watch(p, omen_node_of(p, LLVMGetCalledValue(inst)), CALLED, call, 0);
  }
}

void omen_callback(struct omen_program *p, uint32_t fn) {
  if (!p->fns[fn].body || !put_once(&p->callbacks, fn)) return;
  for (unsigned i = 0; i < LLVMCountParams(p->fns[fn].value); i++) omen_may_be_outside(p, param(p, fn, i));
  omen_may_be_outside(p, p->fns[fn].rest);
  omen_pt_copy(&p->pt, p->fns[fn].ret, p->outside);
}

/* A thread's function, given `given`; of a team's all arguments. */
static void start(struct omen_program *p, uint32_t call, uint32_t fn, uint32_t given) {
  if (!put_once(&p->calls[call].starts, fn)) return;
  const struct omen_known_call *k = p->calls[call].known;
  omen_pt_copy(&p->pt, p->fns[fn].ret, p->results);
  if (k && k->kind == OMEN_CALL_FORK_JOIN) {
    for (unsigned i = 2; i < LLVMCountParams(p->fns[fn].value); i++)
      copy_if(p, arg(p, p->calls[call].inst, (int)i + 1), param(p, fn, i));
    for (unsigned i = 0; i < 2; i++) omen_may_be_outside(p, param(p, fn, i));
  } else
    copy_if(p, given, param(p, fn, 0));
}

static void call_back(struct omen_program *p, uint32_t call, uint32_t fn, uint32_t given) {
  put_once(&p->calls[call].callees, fn);
  put_once(&p->fns[fn].callers, call);
  for (unsigned i = 0; given && i < LLVMCountParams(p->fns[fn].value); i++) {
    uint32_t to = param(p, fn, i);
    if (to) omen_pt_step(&p->pt, given, to, 0, 1);
    LLVMValueRef key = p->calls[call].inst;
    if (to && LLVMGetNumArgOperands(key) > 4) copy_if(p, arg(p, key, 0), to); /* bsearch: the key */
  }
}

static void at_end(struct omen_program *p, uint32_t fn, uint32_t given) {
  put_once(&p->at_end, fn);
  copy_if(p, given, param(p, fn, 0));
}

/* In whichever thread, when nobody knows what is held. */
static void leaving(struct omen_program *p, uint32_t fn, uint32_t given) {
  put_once(&p->leaving, fn);
  copy_if(p, given, param(p, fn, 0));
}

static void heard_outside(struct omen_program *p, uint32_t loc) {
  uint32_t obj = p->pt.locs[loc].obj;
  if (p->pt.objects[obj].kind != OMEN_OBJ_FUNCTION) {
    uint32_t any = omen_pt_loc(&p->pt, obj, 0, 1);
    p->pt.objects[obj].outside = true;
    omen_pt_points(&p->pt, p->outside, any);
    omen_may_be_outside(p, omen_pt_content(&p->pt, any));
    return;
  }
  omen_callback(p, omen_fn_number(p, p->pt.objects[obj].value));
}

/* Could a value of the one type be handed over as the other? Pointers travel as integers, too; but none fits
 * into fewer bytes, and numbers with a point go by other registers. */
static bool type_fits(LLVMTypeRef given, LLVMTypeRef wanted) {
  LLVMTypeKind g = LLVMGetTypeKind(given), w = LLVMGetTypeKind(wanted);
  if (w == LLVMPointerTypeKind) return omen_holds_pointer(given) && !omen_is_double(given);
  bool float_g = g == LLVMFloatTypeKind || g == LLVMDoubleTypeKind,
       float_w = w == LLVMFloatTypeKind || w == LLVMDoubleTypeKind;
  return float_g == float_w;
}

/* May the call through a pointer reach that function? It hands over at least what the function takes. */
static bool call_fits(LLVMValueRef inst, LLVMValueRef fn) {
  LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMTypeOf(inst);
  unsigned given = LLVMGetNumArgOperands(inst), n = LLVMCountParams(fn);
  if (given < n) return false;
  for (unsigned i = 0; i < n; i++)
    if (!type_fits(LLVMTypeOf(LLVMGetOperand(inst, i)), LLVMTypeOf(LLVMGetParam(fn, i)))) return false;
  return LLVMGetTypeKind(result) == LLVMVoidTypeKind || type_fits(LLVMGetReturnType(type), result);
}

void omen_watch_heard(void *with, uint32_t number, uint32_t loc) {
  struct omen_program *p = with;
  if (number == UINT32_MAX) {
    heard_outside(p, loc);
    return;
  }
  const struct watcher w = p->watchers[number];
  const struct omen_object *o = &p->pt.objects[p->pt.locs[loc].obj];
  if (loc == p->outside_loc && w.what == CALLED) unknown(p, w.call, NULL);
  if (o->kind != OMEN_OBJ_FUNCTION) return;
  uint32_t fn = omen_fn_number(p, o->value);
  if (fn == UINT32_MAX) return;
  if (w.what == CALLED && !call_fits(p->calls[w.call].inst, o->value)) return;
  p->fns[fn].taken = true;
  if (!p->fns[fn].body) {
    if (w.what == CALLED)
      without_body(p, w.call, p->fns[fn].value);
    else if (w.given) /* free, as what a thread does, or a key's destructor */
      omen_pt_step(&p->pt, w.given, p->outside, 0, 1);
    return;
  }
  switch (w.what) {
  case CALLED: connect(p, w.call, fn); break;
  case STARTED:
  case HANDLED: start(p, w.call, fn, w.given); break;
  case CALLED_BACK: call_back(p, w.call, fn, w.given); break;
  case AT_END: at_end(p, fn, w.given); break;
  case LEAVING: leaving(p, fn, w.given); break;
  }
}
