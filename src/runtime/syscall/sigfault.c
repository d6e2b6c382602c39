/* Faults. They are the kernel's, and happen again in every replay by themselves. The program's handler runs
 * as if the kernel had called it: on the thread's own stack or its alternate one, never on the runtime's,
 * which all threads share: a handler makes system calls, and others may run meanwhile. It may return, to go
 * on with the registers that it was given (and may have changed), or leave by longjmp. */
#include "runtime/end.h"
#include "runtime/fiber/fiber.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

enum {
  RED_ZONE = 128,
  ENOUGH = 32 << 10, /* of a stack, for a handler and the runtime's part of its calls */
  ROOM = 128 << 10,
  XSTATE_AT = 464, /* in the saved registers of the FPU: a magic number, and how long they are */
  XSTATE_MAGIC = 0x46505853,
};

#define ROOMS_AT 0x5f0000000000ull /* where programs have nothing */

struct handler_frame { /* as the kernel makes it: what rt_sigreturn and unwinders expect */
  void (*back)(void);
  ucontext_t context;
  siginfo_t info;
};

/* rdtsc and rdtscp fault (PR_SET_TSC): answered here, recorded. */
static bool serve_tsc(greg_t *g) {
  const uint8_t *pc = (const void *)g[REG_RIP];
  bool p = pc[0] == 0x0f && pc[1] == 0x01 && pc[2] == 0xf9;
  if (!p && !(pc[0] == 0x0f && pc[1] == 0x31)) return false;
  int64_t v = omrt_mode.by_log ? 0 : omrt_time_real(CLOCK_MONOTONIC) * 2;
  omrt_event(OMEN_EV_TSC, NULL, 0);
  omrt_log_value(&v);
  g[REG_RAX] = (greg_t)(v & 0xffffffff);
  g[REG_RDX] = (greg_t)((uint64_t)v >> 32);
  if (p) g[REG_RCX] = 0;
  g[REG_RIP] += p ? 3 : 2;
  return true;
}

/* ---- where the handler runs ---- */

static bool within(uint64_t sp, const void *base, size_t size) { return sp - (uint64_t)base - 1 < size; }

/* Handlers are the program's: their stack must be where its memory is, at the same place in every run. */
static char *left; /* by threads that are gone: each has the next one's address */

void omrt_signal_room_gone(char *room) {
  *(char **)room = left;
  left = room;
}

static char *make_room(void) {
  static uint64_t next = ROOMS_AT;
  char *again = left;
  if (again) return left = *(char **)again, again;
  long got = OMRT_SYS6(SYS_mmap, next, ROOM, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (long)next) return NULL;
  next += 2 * ROOM; /* what is between stays free: who overflows this one, too, faults */
  return (char *)got;
}

bool omrt_signal_on_alternate(uint64_t sp) {
  const struct omrt_sigstate *s = omrt_cur->sig;
  if (!s->alt.ss_sp || s->alt.ss_flags & SS_DISABLE) return false;
  return within(sp, s->alt.ss_sp, s->alt.ss_size) || (s->room && within(sp, s->room, ROOM));
}

uint64_t omrt_signal_alternate(const struct omrt_sigaction *sa, uint64_t sp) {
  struct omrt_sigstate *s = omrt_cur->sig;
  bool alternate = (sa->flags & SA_ONSTACK) && s->alt.ss_sp && !(s->alt.ss_flags & SS_DISABLE);
  if (!alternate || omrt_signal_on_alternate(sp)) return 0;
  if (s->alt.ss_size < ENOUGH && !s->room) s->room = make_room();
  return s->alt.ss_size < ENOUGH && s->room ? (uint64_t)s->room + ROOM
                                            : (uint64_t)s->alt.ss_sp + s->alt.ss_size;
}

/* The top of the stack for it. */
static uint64_t stack_for(const struct omrt_sigaction *sa, uint64_t sp) {
  uint64_t other = omrt_signal_alternate(sa, sp);
  return other ? other : sp - RED_ZONE;
}

/* The kernel writes there, or says that it cannot. */
static bool writable(uint64_t from, uint64_t to) {
  for (uint64_t page = from & ~4095ull; page < to; page += 4096)
    if (OMRT_SYS4(SYS_rt_sigprocmask, SIG_BLOCK, 0, page < from ? from : page, 8)) return false;
  return true;
}

static uint64_t fpu_size(const void *fpu) {
  uint32_t of[2];
  memcpy(of, (const char *)fpu + XSTATE_AT, sizeof of);
  return of[0] == XSTATE_MAGIC ? of[1] : 512;
}

static void handle(int sig, siginfo_t *info, ucontext_t *context) {
  struct omrt_fiber *f = omrt_cur;
  struct omrt_sigaction *sa = omrt_signal_action(sig);
  void *h = sa->handler;
  uint64_t before = f->sig->mask, kernels;
  memcpy(&kernels, &context->uc_sigmask, 8);
  memcpy(&context->uc_sigmask, &before, 8);
  f->sig->mask |= sa->mask | (sa->flags & SA_NODEFER ? 0 : OMRT_SIGBIT(sig));
  if (sa->flags & SA_RESETHAND) sa->handler = (void *)SIG_DFL;
  if (sa->flags & SA_SIGINFO)
    ((void (*)(int, siginfo_t *, void *))h)(sig, info, context);
  else
    ((void (*)(int))h)(sig);
  memcpy(&f->sig->mask, &context->uc_sigmask, 8);
  memcpy(&context->uc_sigmask, &kernels, 8);
}

/* The thread goes on in `handle`, and from there where it faulted. False: there is no stack for it. */
static bool deliver(int sig, const siginfo_t *info, ucontext_t *context) {
  greg_t *g = context->uc_mcontext.gregs;
  const void *fpu = context->uc_mcontext.fpregs;
  uint64_t size = fpu ? fpu_size(fpu) : 0, sp = stack_for(omrt_signal_action(sig), (uint64_t)g[REG_RSP]);
  uint64_t saved = (sp - size) & ~63ull, at = ((saved - sizeof(struct handler_frame)) & ~15ull) - 8;
  if (!writable(at, sp)) return false;
  struct handler_frame *frame = (void *)at;
  memset(frame, 0, sizeof *frame);
  frame->back = omrt_restore_rt;
  memcpy(&frame->context, context, (size_t)((char *)&context->uc_sigmask - (char *)context) + 8);
  frame->info = *info;
  if (fpu) {
    memcpy((void *)saved, fpu, size);
    frame->context.uc_mcontext.fpregs = (void *)saved;
  }
  g[REG_RSP] = (greg_t)at;
  g[REG_RIP] = (greg_t)handle;
  g[REG_RDI] = sig;
  g[REG_RSI] = (greg_t)&frame->info;
  g[REG_RDX] = (greg_t)&frame->context;
  g[REG_EFL] &= ~0x400; /* direction flag */
  return true;
}

/* A fault while its signal is blocked kills, as natively: a handler that faults itself would go on for ever.
 */
static bool handled(int sig) {
  void *h = omrt_signal_action(sig)->handler;
  return h != (void *)SIG_DFL && h != (void *)SIG_IGN && !(omrt_cur->sig->mask & OMRT_SIGBIT(sig));
}

/* shadow/called_checks.S */
extern const char omrt_called_start[] __attribute__((visibility("hidden")));
extern const char omrt_called_end[] __attribute__((visibility("hidden")));

/* Where the program was. Where there is no code, it was called (by a pointer that is none): the caller says,
 * whose call has just pushed where it goes on. So it has when a check found no cell. */
static uint64_t place_of(const greg_t *g, const siginfo_t *info) {
  uint64_t pc = (uint64_t)g[REG_RIP], sp = (uint64_t)g[REG_RSP];
  bool fetched = info->si_signo == SIGSEGV && info->si_code > 0 && (uint64_t)info->si_addr == pc;
  bool checking = pc >= (uint64_t)omrt_called_start && pc < (uint64_t)omrt_called_end;
  if ((!fetched && !checking) || sp & 7 || !omrt_page_readable(sp) || !*(const uint64_t *)sp) return pc;
  return *(const uint64_t *)sp - 1;
}

uint64_t omrt_guard_sp;

void omrt_signal_fault(int sig, siginfo_t *info, void *context) {
  greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (omrt_guard_sp && (sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0) { /* in omrt_guarded */
    g[REG_RIP] = (greg_t)omrt_guard_failed;
    g[REG_RSP] = (greg_t)omrt_guard_sp;
    return;
  }
  if (sig == SIGSEGV && info->si_code == SI_KERNEL && omrt_on && serve_tsc(g)) return;
  if ((sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0 && info->si_code != SI_KERNEL)
    omrt_shadow_faulted((uint64_t)info->si_addr);
  if (handled(sig) && deliver(sig, info, context)) return;
  if (sig == SIGSEGV && info->si_code == SI_KERNEL) omrt_heap_fault(g, REG_RIP);
  bool framed = g[REG_RBP] >= g[REG_RSP]; /* code without frame pointers keeps anything there */
  omrt_end_signal(sig, (struct omrt_fault){(uint64_t)info->si_addr, place_of(g, info),
                                           framed ? (const void *)g[REG_RBP] : NULL});
  omrt_signal_kernel_action(sig, (void *)SIG_DFL);
  if (info->si_code <= 0) omrt_signal_die(sig); /* sent, not caused: it would not come again */
}
