/* A stack that is large enough: see stack.h. The limit itself is left alone, since programs inherit it; and a
 * hard limit could not be raised. */
#include "base/stack.h"
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

enum { ENOUGH = 4 << 20, OURS = 8 << 20, GUARD = 4096 };

static struct {
  int (*function)(int, char **);
  int argc;
  char **argv;
  int result;
} run;

static void begin(void) { run.result = run.function(run.argc, run.argv); }

static void *make(void) {
  char *at = mmap(NULL, OURS + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (at == MAP_FAILED || mprotect(at, GUARD, PROT_NONE)) return NULL;
  return at + GUARD;
}

int omen_on_large_stack(int (*main_function)(int argc, char **argv), int argc, char **argv) {
  struct rlimit most;
  static ucontext_t back, there;
  void *stack = NULL;
  if (!getrlimit(RLIMIT_STACK, &most) && most.rlim_cur < ENOUGH) stack = make();
  if (!stack || getcontext(&there)) return main_function(argc, argv);
  run.function = main_function;
  run.argc = argc;
  run.argv = argv;
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = OURS;
  there.uc_link = &back;
  makecontext(&there, begin, 0);
  if (swapcontext(&back, &there)) return main_function(argc, argv);
  return run.result;
}
