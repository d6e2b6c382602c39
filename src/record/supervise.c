/* See supervise.h. */
#include "record/supervise.h"
#include "base/interrupt.h"
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- signals meant for the program ---- */

static const int passed[OMEN_PASSED_SIGNALS] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                                                SIGUSR1, SIGUSR2, SIGALRM, SIGCONT};
static volatile sig_atomic_t child;

/* What the terminal sends goes to the whole process group and so reaches the program anyway. */
static void pass_on(int sig, siginfo_t *info, void *context) {
  (void)context;
  if (omen_interrupt_repeats(sig, info)) return;
  if (child > 0 && info->si_code != SI_KERNEL) omen_signal_pass(child, sig, info);
}

void omen_pass_signals_begin(struct omen_passing *p, pid_t program) {
  child = program;
  for (size_t i = 0; i < OMEN_PASSED_SIGNALS; i++) {
    struct sigaction now = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(passed[i], NULL, &p->old[i]);
    if (p->old[i].sa_handler == SIG_IGN)
      continue; /* as under nohup: stays ignored, here and in the program */
    sigaction(passed[i], &now, NULL);
  }
}

void omen_pass_signals_end(const struct omen_passing *p) {
  child = 0;
  for (size_t i = 0; i < OMEN_PASSED_SIGNALS; i++) sigaction(passed[i], &p->old[i], NULL);
}

/* ---- its end ---- */

enum { LOOK_MS = 200 };               /* how often somebody is asked who does not wake us */
static const double grace = 2;        /* seconds, from the limit's SIGTERM to SIGKILL */
static const double client_grace = 5; /* seconds that a client has when its server is gone */

struct watched {
  const struct omen_launch *l;
  struct omen_client_run client;
  pid_t program;
  int fd;                         /* of it */
  double began, term_at, kill_at; /* omen_now(); 0: never */
  bool told;                      /* by a limit, to end */
};

static double earlier(double a, double b) { return !a || (b && b < a) ? b : a; }

/* Until the next thing that nobody will wake us for. -1: there is none. */
static int wait_ms(const struct watched *w) {
  const struct omen_client_run *c = &w->client;
  double at = earlier(w->term_at, w->kill_at), left = at - omen_now();
  int ms = !at ? -1 : left <= 0 ? 0 : left > 1000 ? 1000000 : (int)(left * 1000) + 1;
  bool looks = w->l->tick || w->l->silent || (c->told && !c->begun && (c->notify < 0 || !c->waits)) ||
               (w->l->cpu_seconds > 0 && !w->told);
  return looks && (ms < 0 || ms > LOOK_MS) ? LOOK_MS : ms;
}

/* Its processor seconds: all threads of the program are one of the kernel's. */
static double used(const struct watched *w) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(w->program, &clock) || clock_gettime(clock, &t)) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Where both limits are set, the one by the wall is for programs that wait. One that computes, on a machine
 * that has much else to do, has the other. */
static bool over_time(struct watched *w, double now) {
  double cpu = w->l->cpu_seconds > 0 ? used(w) : 0;
  if (w->l->cpu_seconds > 0 && cpu >= w->l->cpu_seconds) return true;
  if (!w->term_at || now < w->term_at) return false;
  if (cpu * OMEN_COMPUTES < now - w->began) return true;
  w->term_at = now + LOOK_MS / 1e3;
  return false;
}

/* A deadly signal from outside ends a recorded run in order: its recording is whole. */
static void keep_limits(struct watched *w) {
  double now = omen_now();
  if (w->kill_at && now >= w->kill_at) {
    if (w->client.ended)
      omen_warn("the server did not end within %g s of its client: it gets SIGKILL", w->l->client->grace);
    kill(w->program, SIGKILL);
    w->kill_at = 0;
  }
  if (!w->told && over_time(w, now)) {
    kill(w->program, SIGTERM);
    w->told = true;
    if (w->l->limited) *w->l->limited = true;
    w->term_at = 0;
    w->kill_at = now + grace;
  }
  if (w->l->silent && omen_interrupted()) kill(w->program, SIGKILL);
}

static void mind_client(struct watched *w) {
  omen_client_begin(&w->client, w->program);
  omen_client_wait_told(&w->client, omen_now() - w->began);
  if (!omen_client_ended(&w->client)) return;
  kill(w->program, w->l->client->stop_signal);
  w->kill_at = earlier(w->kill_at, omen_now() + w->l->client->grace);
}

void omen_supervise(pid_t program, const struct omen_launch *l) {
  struct watched w = {.l = l,
                      .program = program,
                      .fd = (int)syscall(SYS_pidfd_open, program, 0),
                      .began = omen_now(),
                      .term_at = l->wall_seconds > 0 ? omen_now() + l->wall_seconds : 0};
  struct pollfd p[] = {{.fd = w.fd, .events = POLLIN}, {.events = POLLIN}, {.events = POLLIN}};
  if (w.fd < 0) return; /* no limits then: only a kernel that cannot run variants at all has no such call */
  omen_client_open(&w.client, l->client, l->dir);
  do {
    mind_client(&w);
    keep_limits(&w);
    if (l->tick) l->tick(l->ticked);
    p[1].fd = w.client.begun ? -1 : w.client.notify;
    p[2].fd = w.client.fd;
    p[0].revents = 0;
  } while (poll(p, 3, wait_ms(&w)) <= 0 || !p[0].revents);
  bool heard = omen_client_close(&w.client, client_grace);
  if (l->unheard) *l->unheard = !heard;
  close(w.fd);
}
