/* Code that is not instrumented and waits in a loop, without a system call and without anything that the
 * runtime serves, would never be left: nobody else would get to run. A timer of processor time looks; a
 * thread that has made no event for a while, in such code, while others could run, is stopped where it is, as
 * if it had yielded there.
 *
 * Where exactly it stands is not recorded, and need not be: a loop that waits does the same every time. A
 * replay stops it after a while, too, when the recording says so; or, where it was no loop but much work,
 * before the next event that it makes. */
#include "runtime/sched/preempt.h"
#include "runtime/abi.h"
#include "runtime/fiber/fiber.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include "runtime/upward.h"
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

enum {
  SIGNAL = 62,      /* hardly used, and gdb knows it; what is not the timer's is passed on */
  EVERY = 10000000, /* ns of processor time */
  PATIENCE = 100,   /* looks, before it is a loop */
  EXPLORING = 10,   /* the same where nothing is recorded */
  KNOWN = 1,        /* in a loop that was stopped before */
  LOOPS = 32,
  NEAR = 512
};
static uint64_t loops[LOOPS];
static int nloops;
static uint64_t events_then;
static bool said;
static int64_t ticks_then;
static const struct omrt_fiber *who;
static uint32_t looks;

extern const char __executable_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
extern const char __start_omen_text[], __stop_omen_text[];

/* The variant or one of its libraries: instrumented; or the runtime itself. */
static bool in_variant(uint64_t pc) {
  return (pc >= (uint64_t)__executable_start && pc < (uint64_t)etext) ||
         (pc >= (uint64_t)__start_omen_text && pc < (uint64_t)__stop_omen_text) || omrt_module_code(pc);
}

static bool known(uint64_t pc) {
  for (int i = 0; i < nloops; i++)
    if (pc + NEAR >= loops[i] && pc <= loops[i] + NEAR) return true;
  return false;
}

/* Nothing happened since the last look? */
static bool still(void) {
  bool same = omrt_events == events_then && __omen_hot.ticks == ticks_then && who == omrt_cur;
  events_then = omrt_events;
  ticks_then = __omen_hot.ticks;
  who = omrt_cur;
  looks = same ? looks + 1 : 0;
  return same;
}

static bool due(uint64_t pc) {
  uint32_t need = known(pc) ? KNOWN : omrt_mode.live ? EXPLORING : PATIENCE;
  /* A replay must not be earlier: half as long again. */
  if (omrt_mode.checked) return omrt_log_next_event() == OMEN_EV_PREEMPT && looks > need + need / 2;
  return looks >= need && (omrt_mode.live || !omrt_sched_alone()); /* a thread that is held may be let go */
}

static bool on_own_stack(uint64_t sp) {
  return !omrt_cur->stack_hi || (sp > omrt_cur->stack_lo + 8192 && sp < omrt_cur->stack_hi);
}

/* On the alternate stack: the thread goes on in omrt_preempt_entry, and from there where it was. */
static void stop(greg_t *g) {
  struct omrt_stop *s = (struct omrt_stop *)(((uint64_t)g[REG_RSP] - 128 - sizeof *s) & ~63ull);
  *s = (struct omrt_stop){.frame = omrt_frame_of(g),
                          .rcx = (uint64_t)g[REG_RCX],
                          .r11 = (uint64_t)g[REG_R11],
                          .back = {(uint64_t)g[REG_RIP], (uint16_t)g[REG_CSGSFS], (uint64_t)g[REG_EFL],
                                   (uint64_t)g[REG_RSP], (uint16_t)((uint64_t)g[REG_CSGSFS] >> 48)}};
  g[REG_RSP] = (greg_t)s;
  g[REG_RIP] = (greg_t)omrt_preempt_entry;
  g[REG_EFL] &= ~0x400; /* direction flag */
}

static void on_timer(int sig, siginfo_t *info, void *context) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != loops) {
    omrt_up.signal_note(sig, info);
    return;
  }
  omrt_up.tick();
  greg_t *g = ((ucontext_t *)context)->uc_mcontext.gregs;
  uint64_t pc = (uint64_t)g[REG_RIP];
  if (!omrt_on || !still() || in_variant(pc)) return;
  if (omrt_log_busy || omrt_cur->in_heap || omrt_cur->entry || !on_own_stack((uint64_t)g[REG_RSP])) return;
  if (due(pc)) stop(g);
}

void omrt_preempt_serve(struct omrt_stop *s) {
  looks = 0;
  if (!known(s->frame.rip) && nloops < LOOPS) loops[nloops++] = s->frame.rip;
  if (!said && !omrt_mode.checked && !omrt_mode.live)
    omrt_note("code that is not instrumented ran for %d ms without an event while others waited: it "
              "was stopped there",
              PATIENCE * (EVERY / 1000000));
  said = true;
  omrt_preempted();
}

void omrt_preempt_arm(void) {
  struct sigevent how = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGNAL, .sigev_value.sival_ptr = loops};
  struct itimerspec every = {{0, EVERY}, {0, EVERY}};
  int timer = 0;
  if (OMRT_SYS3(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, &how, &timer)) return;
  OMRT_SYS4(SYS_timer_settime, timer, 0, &every, 0);
}

void omrt_preempt_init(void) {
  struct {
    void *handler;
    uint64_t flags;
    void *restorer;
    uint64_t mask;
  } sa = {(void *)on_timer, SA_SIGINFO | SA_ONSTACK | SA_RESTART | 0x04000000, (void *)omrt_restore_rt,
          ~0ull};
  OMRT_SYS4(SYS_rt_sigaction, SIGNAL, &sa, 0, 8);
  omrt_preempt_arm();
}
