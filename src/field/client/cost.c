/* What a hit costs here: it differs by more than twice from machine to machine, and what is counted for it
 * decides whether the budget is kept. So the helper runs into some traps of its own. */
#include "field/client/client.h"
#include <sys/syscall.h>
#include <time.h>

/* CALLS_NS: what is done at a site itself. LEAST_NS, MOST_NS: a trap costs no less anywhere, and more only
 * where somebody looks on (a debugger, strace): that is not for ever. */
enum { TRAPS = 4, TRIES = 3, CALLS_NS = 400, LEAST_NS = 500, MOST_NS = 20000 };

uint32_t omenf_trap_ns = 4000, omenf_jump_ns = 800;

__asm__(".text\n.type omenf_own_traps, @function\nomenf_own_traps:\n  endbr64\n"
        ".globl omenf_own_trap\n.hidden omenf_own_trap\nomenf_own_trap:\n  int3\n"
        "  dec %edi\n  jnz omenf_own_trap\n  ret\n.size omenf_own_traps, .-omenf_own_traps\n");
void omenf_own_traps(int n);

static long cpu_ns(void) {
  struct timespec t;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? 0 : t.tv_sec * 1000000000 + t.tv_nsec;
}

static void mask(int how) {
  uint64_t trap = (uint64_t)1 << (SIGTRAP - 1);
  omenf_call(SYS_rt_sigprocmask, how, (long)&trap, 0, sizeof trap, 0, 0);
}

void omenf_cost_measure(void) {
  long least = MOST_NS;
  mask(SIG_UNBLOCK);
  for (int i = 0; i < TRIES; i++) {
    long from = cpu_ns();
    omenf_own_traps(TRAPS);
    long one = (cpu_ns() - from) / TRAPS;
    least = one < least ? one : least;
  }
  mask(SIG_BLOCK);
  if (least < LEAST_NS) least = LEAST_NS;
  /* Two of them, and a quarter more for what the program finds colder than before. */
  omenf_trap_ns = (uint32_t)(2 * least + least / 4) + CALLS_NS;
  /* Two system calls and two routines, which were measured to cost 0.44 of a trap. */
  omenf_jump_ns = (uint32_t)(least / 2) + CALLS_NS / 4;
}
