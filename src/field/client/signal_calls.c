/* Signals by system calls of the program's own. libc's syscall() is ours, so that masks that are set by it
 * lose SIGTRAP, and handlers are remembered, as with libc's other functions (signals.c, masks.c). What is
 * not about signals goes to the kernel by the same instructions as libc's. A `syscall` instruction in the
 * program itself is not seen. */
#include "field/client/client.h"
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* clang-format off */
#define LOOKED(number) "  cmp $" number ", %rdi\n  je omenf_signal_call\n"
__asm__(".text\n.globl syscall\n.type syscall, @function\nsyscall:\n"
        "  endbr64\n"
        "  cmpb $0, omenf_awake(%rip)\n  je omenf_call\n"
        LOOKED("13") LOOKED("14") LOOKED("130") LOOKED("270") LOOKED("271") LOOKED("281") LOOKED("441")
        LOOKED("131") LOOKED("157") LOOKED("317")
        ".globl omenf_call\n.hidden omenf_call\n.type omenf_call, @function\nomenf_call:\n"
        "  endbr64\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n  mov %r8, %r10\n  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n  syscall\n"
        "  cmp $-4095, %rax\n  jae 1f\n  ret\n1:  mov %rax, %rdi\n  jmp omenf_call_failed\n"
        ".size syscall, .-syscall\n.size omenf_call, .-omenf_call\n");
/* clang-format on */
_Static_assert(SYS_rt_sigaction == 13 && SYS_rt_sigprocmask == 14 && SYS_rt_sigsuspend == 130 &&
                   SYS_pselect6 == 270 && SYS_ppoll == 271 && SYS_epoll_pwait == 281 &&
                   SYS_sigaltstack == 131 && SYS_prctl == 157 && SYS_seccomp == 317,
               "as above; 441: epoll_pwait2");
enum { KERNEL_SET = 8 };

__attribute__((visibility("hidden"), used)) long omenf_call_failed(long error);
long omenf_call_failed(long error) {
  errno = (int)-error;
  return -1;
}

/* The kernel's sigaction. */
struct action {
  void *handler;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
};

/* What the program points to may not be there: then the kernel says so. */
static bool take(long from, void *to, size_t n) {
  struct iovec here = {to, n}, there = {(void *)from, n};
  if (omenf_call(SYS_process_vm_readv, getpid(), (long)&here, 1, (long)&there, 1, 0) == (long)n) return true;
  if (errno == EFAULT) return false;
  memcpy(to, (const void *)from, n); /* the call is not to be had */
  return true;
}

static void widen(sigset_t *to, uint64_t mask) {
  sigemptyset(to);
  memcpy(to, &mask, sizeof mask);
}

static int kernel_mask(int how, const sigset_t *new, sigset_t *old) {
  return (int)omenf_call(SYS_rt_sigprocmask, how, (long)new, (long)old, KERNEL_SET, 0, 0);
}

static long set_mask(long how, long new, long old) {
  uint64_t mask = 0;
  sigset_t wide, before;
  sigemptyset(&before);
  if ((new && !take(new, &mask, sizeof mask)) || (old && !take(old, &before, KERNEL_SET))) {
    errno = EFAULT;
    return -1;
  }
  widen(&wide, mask);
  long status = omenf_mask(kernel_mask, (int)how, new ? &wide : NULL, old ? &before : NULL);
  if (!status && old) memcpy((void *)old, &before, KERNEL_SET);
  return status;
}

static long set_action(long sig, long new, long old) {
  struct action given = {0}, was = {0};
  struct sigaction a = {0}, before;
  if ((new && !take(new, &given, sizeof given)) || (old && !take(old, &was, sizeof was))) {
    errno = EFAULT;
    return -1;
  }
  if (omenf_call(SYS_rt_sigaction, sig, 0, (long)&was, KERNEL_SET, 0, 0)) return -1;
  a.sa_sigaction = (void (*)(int, siginfo_t *, void *))(uintptr_t)given.handler;
  a.sa_flags = (int)given.flags;
  widen(&a.sa_mask, given.mask);
  long status = sigaction((int)sig, new ? &a : NULL, &before);
  if (status || !old) return status;
  was.handler = (void *)(uintptr_t)before.sa_sigaction;
  was.flags = (unsigned)before.sa_flags;
  memcpy(&was.mask, &before.sa_mask, KERNEL_SET);
  memcpy((void *)old, &was, sizeof was);
  return 0;
}

/* A copy of the mask that a call waits with; or what was given, for the kernel to refuse. */
static long without_trap(long mask, uint64_t *room) {
  if (!mask || !take(mask, room, sizeof *room)) return mask;
  *room &= ~((uint64_t)1 << (SIGTRAP - 1));
  return (long)room;
}

__attribute__((visibility("hidden"), used)) long omenf_signal_call(long n, long a, long b, long c, long d,
                                                                   long e, long f);
long omenf_signal_call(long n, long a, long b, long c, long d, long e, long f) {
  uint64_t room, pair[2];
  int saved = errno; /* as it is, where nothing fails */
  long result;
  stack_t stack;
  if (n == SYS_seccomp || (n == SYS_prctl && a == PR_SET_SECCOMP)) omenf_limits_calls();
  if (n == SYS_sigaltstack && a && take(a, &stack, sizeof stack)) omenf_sets_stack(&stack);
  bool other = n == SYS_seccomp || n == SYS_prctl || n == SYS_sigaltstack;
  if (other || !atomic_load(&omenf_watching)) return omenf_call(n, a, b, c, d, e, f);
  switch (n) {
  case SYS_rt_sigprocmask:
    result = d == KERNEL_SET ? set_mask(a, b, c) : omenf_call(n, a, b, c, d, e, f);
    break;
  case SYS_rt_sigaction:
    result = d == KERNEL_SET ? set_action(a, b, c) : omenf_call(n, a, b, c, d, e, f);
    break;
  case SYS_rt_sigsuspend: result = omenf_call(n, without_trap(a, &room), b, c, d, e, f); break;
  case SYS_ppoll: result = omenf_call(n, a, b, c, without_trap(d, &room), e, f); break;
  case SYS_pselect6:
    if (f && take(f, pair, sizeof pair)) {
      pair[0] = (uint64_t)without_trap((long)pair[0], &room);
      f = (long)pair;
    }
    result = omenf_call(n, a, b, c, d, e, f);
    break;
  default: result = omenf_call(n, a, b, c, d, without_trap(e, &room), f); /* epoll_pwait, epoll_pwait2 */
  }
  if (result != -1) errno = saved;
  return result;
}
