// Timers, sleeping, polling and signals: times are what they should be.
#include "calls.h"
int efd, tfd, pp[2];
static volatile sig_atomic_t got;
static void h(int s) { got += s; }
static void *poster(void *p) {
  for (int i = 0; i < 3; i++) {
    usleep(20000);
    uint64_t v = 1;
    if (write(efd, &v, 8) != 8) perror("w");
  }
  if (write(pp[1], "z", 1) != 1) perror("w");
  return 0;
}
static long ms(struct timespec a, struct timespec b) {
  return (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000;
}
int main(void) {
  race();
  efd = eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK);
  tfd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  pipe(pp);
  struct itimerspec it = {{0, 30000000}, {0, 10000000}};
  R(timerfd_settime(tfd, 0, &it, 0));
  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  pthread_t t;
  pthread_create(&t, 0, poster, 0);
  int ne = 0, nt = 0, np = 0;
  while (ne < 3 || nt < 3 || np < 1) {
    struct pollfd f[3] = {{efd, POLLIN, 0}, {tfd, POLLIN, 0}, {pp[0], POLLIN, 0}};
    int n = poll(f, 3, 2000);
    if (n <= 0) {
      P("poll %d\n", n);
      break;
    }
    uint64_t v;
    char c;
    if (f[0].revents && read(efd, &v, 8) == 8) ne += v;
    if (f[1].revents && read(tfd, &v, 8) == 8) nt += v;
    if (f[2].revents && read(pp[0], &c, 1) == 1) np++;
  }
  pthread_join(t, 0);
  clock_gettime(CLOCK_MONOTONIC, &t1);
  long d = ms(t0, t1);
  P("ne %d np %d nt %d time %d\n", ne, np, nt >= 3, d >= 60 && d < 1500);
  R(read(efd, &d, 8));
  struct timespec ts = {0, 50000000};
  clock_gettime(CLOCK_MONOTONIC, &t0);
  R(nanosleep(&ts, 0));
  clock_gettime(CLOCK_MONOTONIC, &t1);
  d = ms(t0, t1);
  P("slept %d\n", d >= 50 && d < 1000);
  t1.tv_nsec += 20000000;
  if (t1.tv_nsec > 999999999) {
    t1.tv_sec++;
    t1.tv_nsec -= 1000000000;
  }
  R(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t1, 0));
  fd_set rs;
  FD_ZERO(&rs);
  FD_SET(pp[0], &rs);
  struct timeval tv = {0, 30000};
  R(select(pp[0] + 1, &rs, 0, 0, &tv));
  P("left %ld\n", (long)tv.tv_usec);
  R(poll(0, 0, 10));
  struct sigaction sa = {.sa_handler = h};
  R(sigaction(SIGALRM, &sa, 0));
  struct itimerval iv = {{0, 0}, {0, 20000}};
  R(setitimer(ITIMER_REAL, &iv, 0));
  R(pause());
  P("got %d\n", got);
  ualarm(20000, 0);
  char c;
  R(read(pp[0], &c, 1));
  P("got %d\n", got);
  sigset_t m, om;
  sigemptyset(&m);
  sigaddset(&m, SIGUSR1);
  sigaddset(&m, SIGUSR2);
  R(pthread_sigmask(SIG_BLOCK, &m, &om));
  R(kill(getpid(), SIGUSR1));
  sigset_t pe;
  R(sigpending(&pe));
  P("%d\n", sigismember(&pe, SIGUSR1));
  int sfd = signalfd(-1, &m, SFD_NONBLOCK);
  struct signalfd_siginfo si;
  R(read(sfd, &si, sizeof si));
  P("sig %d\n", si.ssi_signo);
  R(raise(SIGUSR2));
  int sg;
  R(sigwait(&m, &sg));
  P("%d\n", sg);
  struct timespec z = {0, 10000000};
  R(sigtimedwait(&m, 0, &z));
  timer_t tm;
  struct sigevent se = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 42};
  R(timer_create(CLOCK_MONOTONIC, &se, &tm));
  struct itimerspec ti = {{0, 0}, {0, 10000000}};
  R(timer_settime(tm, 0, &ti, 0));
  siginfo_t inf;
  R(sigwaitinfo(&m, &inf));
  P("%d %d\n", inf.si_value.sival_int, inf.si_code == SI_TIMER);
  R(timer_delete(tm));
  sem_t sm;
  sem_init(&sm, 0, 0);
  struct timespec ab;
  clock_gettime(CLOCK_REALTIME, &ab);
  ab.tv_nsec += 10000000;
  if (ab.tv_nsec > 999999999) {
    ab.tv_sec++;
    ab.tv_nsec -= 1000000000;
  }
  R(sem_timedwait(&sm, &ab));
  pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mu);
  clock_gettime(CLOCK_REALTIME, &ab);
  ab.tv_sec += 1;
  pthread_cond_t co = PTHREAD_COND_INITIALIZER;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  R(pthread_cond_timedwait(&co, &mu, &ab));
  clock_gettime(CLOCK_MONOTONIC, &t1);
  d = ms(t0, t1);
  P("cond %d\n", d >= 900 && d < 3000);
  return 0;
}
