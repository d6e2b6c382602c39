/* The program as the analysis sees it: functions, calls, threads' beginnings, and the points-to graph made of
 * its instructions (constraints.c, call_graph.c). Private to static/. */
#ifndef OMEN_STATIC_PROGRAM_H
#define OMEN_STATIC_PROGRAM_H
#include "base/base.h"
#include "ir/cfg.h"
#include "ir/linear.h"
#include "static/points_to.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* What a call of a function without a body does, by its name (known_calls.c). */
enum omen_call_kind {
  OMEN_CALL_UNKNOWN, /* anything: keeps its arguments, calls functions that it can reach */
  OMEN_CALL_QUIET,   /* keeps nothing, calls nothing */
  OMEN_CALL_LOCK,
  OMEN_CALL_READ_LOCK,
  OMEN_CALL_TRY,
  OMEN_CALL_READ_TRY,
  OMEN_CALL_UNLOCK,
  OMEN_CALL_CREATE,
  OMEN_CALL_CREATE_CXX, /* std::thread */
  OMEN_CALL_FORK_JOIN,  /* OpenMP: a team of threads, and its end */
  OMEN_CALL_JOIN,
  OMEN_CALL_ONCE,
  OMEN_CALL_ALLOC,
  OMEN_CALL_REALLOC,
  OMEN_CALL_FREE,
  OMEN_CALL_HANDLER,   /* signal(): a function */
  OMEN_CALL_SIGACTION, /* a struct with a function */
  OMEN_CALL_CALLBACK,  /* calls a function at once, in this thread: qsort */
  OMEN_CALL_LATER,     /* calls a function in the end: atexit */
  OMEN_CALL_LEAVING,   /* calls a function when some thread ends */
  OMEN_CALL_DLSYM,
  OMEN_CALL_GUARD, /* the beginning of what is initialised once, and its end */
  OMEN_CALL_GUARD_END,
};
struct omen_known_call {
  const char *name;
  enum omen_call_kind kind;
  int a, b; /* of its arguments: the lock; the function, and what it is given (-1: nothing) */
};
/* NULL: nothing is known of the function. */
const struct omen_known_call *omen_known_call(const char *name);
/* What it does to memory, as words of build/library_effects.c; NULL: nothing that is known. */
const char *omen_known_effects(const char *name, bool behind);
bool omen_changes_string(const char *name); /* a member of std::string that is not const */
/* Does the pointer that it returns lead into an argument, and nowhere else? */
bool omen_gives_argument(const char *name);

struct omen_call_site {
  LLVMValueRef inst;
  uint32_t fn;                         /* who calls */
  struct omen_u32s callees;            /* functions with a body */
  struct omen_u32s starts;             /* functions that become threads, or handlers */
  const struct omen_known_call *known; /* of a direct call */
  bool gives;                          /* through a pointer: may give back any lock */
  bool exits;                          /* may be exit */
  bool unknown;                        /* may also call what has no body and is not known */
};
struct omen_scan_fn {
  LLVMValueRef value;
  uint32_t obj, ret, rest; /* nodes; rest: what variable arguments hold */
  bool body, excluded;
  bool taken;               /* its address goes somewhere */
  bool again;               /* it may come back to a place by longjmp */
  bool allocates;           /* gives out new blocks, as malloc does (wrappers.c) */
  uint32_t blocks;          /* then: a node with all blocks that its calls stand for */
  struct omen_u32s calls;   /* in it */
  struct omen_u32s callers; /* calls that may call it */
  struct omen_cfg cfg;
};

struct omen_program {
  LLVMContextRef c;
  LLVMModuleRef m;
  LLVMTargetDataRef td;
  struct omen_pt pt;
  struct omen_map nodes;   /* value -> node */
  struct omen_map objects; /* value -> object */
  struct omen_map fn_of;   /* function -> its number in fns */
  struct omen_table
      reset; /* loc of a control of pthread_once, plus 1: 2, the program writes it; 1, it does not */
  struct omen_map call_of; /* instruction -> its number in calls */
  struct omen_map also;    /* function or variable -> another that its name may stand for (other_names.c) */
  struct omen_buf twins;   /* lines "LATER=FIRST": second definitions of a function */
  struct omen_scan_fn *fns;
  uint32_t nfns, fns_cap;
  struct omen_call_site *calls;
  uint32_t ncalls, calls_cap;
  uint32_t outside;                    /* node: all that code without a body may know */
  uint32_t outside_loc;                /* stands for all objects that are outside */
  uint32_t library_loc;                /* memory of libraries that keep nothing of the program's */
  uint32_t arguments_loc, strings_loc; /* argv and the environment; their strings */
  uint32_t any_lock_loc;               /* in a set of locks that were given back: any may be */
  uint32_t number_loc;                 /* in sets of what is computed of numbers narrower than a pointer */
  uint32_t cast_loc;                   /* in sets of pointers that were made of such numbers by a cast */
  uint32_t distance_loc;               /* in sets of distances between two objects (computed_addresses.c) */
  uint32_t results;                    /* node: what threads return */
  uint32_t sent;              /* node: what was handed to the kernel, for whoever receives: pipes, epoll */
  struct omen_u32s shared;    /* nodes: whatever these point to, several threads may reach */
  struct omen_u32s callbacks; /* functions that unknown code may call */
  struct omen_u32s leaving;   /* functions that are called when a thread ends */
  struct omen_u32s at_end;    /* functions called by exit */
  struct omen_table unknown_names; /* functions about which something had to be assumed */
  struct watcher *watchers;
  uint32_t nwatchers, watchers_cap;
  uint64_t *numbered; /* accesses of each module, where they have numbers (prune.h); or NULL */
  uint32_t nmodules;
};

/* program.c */
/* number: accesses get numbers (prune.h). */
int omen_program_read(struct omen_program *p, char **bitcode, int n, bool number, const char *names,
                      struct omen_err *err);
void omen_program_release(struct omen_program *p);
LLVMValueRef
omen_callee(LLVMValueRef call); /* the function that is called directly, aliases followed, or NULL */
bool omen_is_call(LLVMValueRef v);
bool omen_comes_again(LLVMValueRef call); /* setjmp and its kin */
const char *omen_value_name(LLVMValueRef v);
LLVMValueRef omen_resolver(LLVMValueRef ifunc); /* the function that says which it is */
uint32_t omen_fn_number(struct omen_program *p, LLVMValueRef fn);
/* given_state.c: behind calls of that function the unique_ptr that they are given is empty. True: there are
 * some. */
bool omen_empty_given_states(LLVMModuleRef m, const char *name);
/* kept_reads.c: reads stay when functions that ignore what they are given are inlined. */
void omen_keep_reads(LLVMContextRef c, LLVMModuleRef m);
/* constraints.c: the graph of the whole program, solved. `names`: lines, of symbols that code without a body
 * may know; or NULL. */
void omen_program_solve(struct omen_program *p, char *names);
uint32_t omen_node_of(struct omen_program *p, LLVMValueRef v); /* 0: it cannot hold a pointer */
uint32_t omen_object_of(struct omen_program *p, LLVMValueRef v);
bool omen_holds_pointer(LLVMTypeRef t);
bool omen_narrow_number(LLVMValueRef v);    /* narrower than a pointer, and not just true or false */
bool omen_is_double(LLVMTypeRef t);         /* a number with a point that is as wide as a pointer */
LLVMValueRef omen_accessed(LLVMValueRef v); /* the address that a plain or atomic access has, or NULL */
bool omen_is_pointer(LLVMValueRef v);
void omen_may_be_outside(struct omen_program *p,
                         uint32_t node); /* it may point to whatever unknown code can reach */
bool omen_is_outside(const struct omen_program *p, const struct omen_bitset *locs);
/* May a loc of the one be a loc of the other? */
bool omen_locs_meet(const struct omen_program *p, const struct omen_bitset *a, const struct omen_bitset *b);
/* other_names.c: symbols that the linker, assembly or a second definition makes of others. */
/* Before functions are inlined; `names` is as for omen_program_solve. */
void omen_keep_renamed(struct omen_program *p, const char *names);
void omen_other_names(struct omen_program *p, char *names);
LLVMValueRef omen_also(const struct omen_program *p, LLVMValueRef v); /* or NULL */
void omen_between_symbols(struct omen_program *p, const char *name, uint32_t to);
/* computed_addresses.c: addresses that are computed as numbers. Behind omen_pt_solve; solves again. */
void omen_follow_numbers(struct omen_program *p);
/* call_graph.c */
void omen_call_constraints(struct omen_program *p, uint32_t call);
void omen_watch_heard(void *with, uint32_t number, uint32_t loc);
void omen_callback(struct omen_program *p, uint32_t fn);
bool omen_has_name(LLVMValueRef v); /* that the dynamic linker may know */
/* written.c: does anything write there but functions of threads? `zero_is_empty`: a zero does not count. */
bool omen_written(struct omen_program *p, uint32_t loc, bool zero_is_empty);
/* wrappers.c */
void omen_find_wrappers(struct omen_program *p);
bool omen_allocates(struct omen_program *p, LLVMValueRef call); /* is a new block what it gives? */
/* The base of an address and how far it is from there; false where the distance is not one constant. */
bool omen_constant_distance(struct omen_program *p, LLVMValueRef ptr, LLVMValueRef *base, int64_t *off);
LLVMValueRef omen_base_of(LLVMValueRef ptr); /* through every step, cast and freeze */
#endif
