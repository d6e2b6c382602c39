/* See interrupt.h. Handlers may come at any moment: all that they change is of one word, and what they call
 * may be called from handlers. */
#include "base/interrupt.h"
#include "base/base.h"
#include "base/passed_signal.h"
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STOP = 2 /* of `level`: what was counted so far */ };
static const int caught[] = {SIGINT, SIGTERM};
/* Who wants to stop a command presses the key again after a look at the terminal; `timeout` sends the second
 * signal some microseconds after the first. */
static const int64_t same_one = 250000000; /* ns */

static volatile sig_atomic_t level, came, passed_to, running;

static void by_default(int sig) {
  sigset_t only;
  struct sigaction a = {.sa_handler = SIG_DFL};
  sigemptyset(&only);
  sigaddset(&only, sig);
  sigaction(sig, &a, NULL);
  kill(getpid(), sig);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
}

static int last_signal;
static struct omen_last_signal last_way;

static bool again(int sig, int64_t now) {
  static int64_t last;
  bool is = sig == last_signal && now - last < same_one;
  last = now;
  last_signal = sig;
  return is;
}

bool omen_interrupt_repeats(int sig, const siginfo_t *info) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  int64_t now = t.tv_sec * 1000000000ll + t.tv_nsec;
  if (omen_signal_is_twin(&last_way, sig, info, now)) return true;
  return (sig == SIGINT || sig == SIGTERM) && again(sig, now);
}

void omen_signal_pass(pid_t to, int sig, const siginfo_t *info) {
  siginfo_t i = *info;
  if (!omen_signal_passed(info)) i.si_code = SI_QUEUE, i.si_value.sival_int = OMEN_PASSED_MARK;
  if (syscall(SYS_rt_sigqueueinfo, to, sig, &i)) kill(to, sig); /* there is a limit for queued ones */
}

static void on_signal(int sig, siginfo_t *info, void *context) {
  (void)context;
  if (omen_interrupt_repeats(sig, info)) return;
  came = sig;
  level = running || level >= STOP ? level + 1 : STOP;
  if (level > STOP) by_default(sig);
  if (passed_to > 0 && info->si_code != SI_KERNEL) omen_signal_pass(passed_to, sig, info);
}

void omen_interrupts_catch(void) {
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
    struct sigaction old, now = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (!sigaction(caught[i], NULL, &old) && old.sa_handler != SIG_IGN) sigaction(caught[i], &now, NULL);
  }
}

void omen_interrupts_forget(void) {
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
    struct sigaction old;
    if (!sigaction(caught[i], NULL, &old) && old.sa_handler != SIG_IGN) signal(caught[i], SIG_DFL);
  }
  level = came = passed_to = running = last_signal = 0;
  last_way = (struct omen_last_signal){0};
}

void omen_interrupts_pass(pid_t to, bool runs) {
  running = runs;
  passed_to = to;
}

int omen_interrupt(void) { return came; }
bool omen_interrupted(void) { return level >= STOP; }
bool omen_over(double deadline) { return omen_interrupted() || (deadline > 0 && omen_now() >= deadline); }

void omen_interrupt_die(void) {
  by_default(came ? came : SIGTERM);
  _exit(128 + came);
}
