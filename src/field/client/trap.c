/* A site is reached. The first trap: validation may make the thread wait; then the thread goes on in the copy
 * of the instruction, with all signals blocked that can wait. The trap behind the copy: the access is done;
 * the thread goes on behind the instruction with its own signals. So no handler of the program ever sees the
 * copy; a fault in it is told as one of the instruction (omenf_leave_copy). */
#include "field/client/client.h"
#include <errno.h>
#include <ucontext.h>

__thread struct omenf_copy omenf_copy __attribute__((tls_model("initial-exec")));

static const int registers[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static uintptr_t operand(const struct omenf_site *s, const greg_t *r) {
  uintptr_t at = (uintptr_t)(intptr_t)s->s->displacement;
  if (s->s->base == OMEN_REGISTER_IP) return at + s->address + s->s->length;
  if (s->s->base < 16) at += (uintptr_t)r[registers[s->s->base]];
  if (s->s->index < 16) at += (uintptr_t)r[registers[s->s->index]] * s->s->scale;
  return at;
}

/* What must come through while the copy runs: faults of the instruction itself, and the trap behind it. */
static void block_others(sigset_t *mask) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  omenf_all_signals(mask);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(mask, faults[i]);
}

void omenf_enter_copy(struct omenf_site *s, uintptr_t address, uint32_t cost_ns) {
  omenf_copy.inside = true;
  omenf_copy.address = address;
  omenf_copy.wake = 0;
  if (!atomic_load(&omenf_here.active)) return;
  cost_ns += OMENF_TASK_NS * (uint32_t)__builtin_popcountll(s->tasks[0] | s->tasks[1]);
  omenf_spend(s, cost_ns);
  omenf_before(s, address, cost_ns, &omenf_copy.wake);
}

void omenf_after_copy(struct omenf_site *s) {
  if (atomic_load(&omenf_here.active) || omenf_copy.wake) omenf_after(s, omenf_copy.address, omenf_copy.wake);
  omenf_copy.inside = false;
}

static void enter(struct omenf_site *s, ucontext_t *u) {
  omenf_copy.mask = u->uc_sigmask;
  omenf_enter_copy(s, operand(s, u->uc_mcontext.gregs), omenf_trap_ns);
  block_others(&u->uc_sigmask);
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)s->slot;
}

static void go_on(ucontext_t *u, uintptr_t to) {
  u->uc_sigmask = omenf_copy.mask;
  u->uc_mcontext.gregs[REG_RIP] = (greg_t)to;
}

void omenf_leave_copy(void *context) {
  ucontext_t *u = context;
  struct omenf_site *s = omenf_site_of_slot((uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
  if (!s || !omenf_copy.inside) return;
  if (omenf_copy.wake) omenf_after(s, omenf_copy.address, omenf_copy.wake);
  omenf_copy.inside = false;
  go_on(u, s->address);
}

void omenf_on_trap(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  ucontext_t *u = context;
  uintptr_t at = (uintptr_t)u->uc_mcontext.gregs[REG_RIP] - 1;
  struct omenf_site *s = info->si_code > 0 ? omenf_site_of_slot(at) : NULL;
  if (s && omenf_copy.inside) {
    omenf_after_copy(s);
    go_on(u, s->address + s->s->length);
  } else if (info->si_code > 0 && (s = omenf_site_at(at)))
    enter(s, u);
  else if (info->si_code <= 0 && omenf_report_asks(info))
    omenf_report_stack(u);
  else if (at != (uintptr_t)omenf_own_trap && (info->si_code > 0 || !omenf_keep_trap()))
    omenf_chain(sig, info, context);
  errno = saved;
}
