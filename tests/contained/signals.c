/* Signals that it sends itself, and one that a timer sends. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
static volatile sig_atomic_t seen[65];
static void note(int sig) { seen[sig]++; }
int main(int argc, char **argv) {
  int times = argc > 1 ? atoi(argv[1]) : 1, timer = argc > 2 ? atoi(argv[2]) : 0;
  struct sigaction a = {.sa_handler = note};
  sigaction(SIGUSR1, &a, NULL);
  sigaction(SIGALRM, &a, NULL);
  for (int i = 0; i < times; i++) kill(getpid(), SIGUSR1);
  raise(SIGUSR1);
  if (timer) {
    struct itimerval v = {{0, timer * 1000}, {0, timer * 1000}};
    setitimer(ITIMER_REAL, &v, NULL);
    while (seen[SIGALRM] < times) pause();
    v = (struct itimerval){0};
    setitimer(ITIMER_REAL, &v, NULL);
  }
  printf("%d %s\n", seen[SIGUSR1], seen[SIGALRM] >= times ? "alarms" : "no alarm");
  if (times == 7) alarm(1), sleep(10), puts("woken");
  if (times == 13) signal(SIGTERM, SIG_DFL), raise(SIGTERM);
  return times;
}
