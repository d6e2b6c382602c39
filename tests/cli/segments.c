#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
/* All that a process can have when it is cut: threads that come and go or wait, handlers, a signal stack,
 * timers, mapped files, pages without access, a heap that grows and shrinks, pipes, sockets, epoll, output,
 * children; and a race in every round. */
enum { ROUNDS = 3, WORK = 30000 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, racy[ROUNDS], handled, faults, sum, late;
static char *guarded, text[81920];
static __thread int own;
static void on_usr(int sig) { handled++; }
static void on_fault(int sig, siginfo_t *i, void *u) {
  faults++;
  mprotect(guarded, 4096, PROT_READ | PROT_WRITE);
}
static void *waiter(void *p) {
  own = (int)(long)p;
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  sum += own;
  pthread_mutex_unlock(&m);
  return p;
}
static void *work(void *p) {
  unsigned x = (unsigned)(long)p;
  for (int i = 0; i < WORK; i++) {
    x = x * 1103515245 + 12345;
    pthread_mutex_lock(&m);
    sum += x >> 16 & 7;
    pthread_mutex_unlock(&m);
  }
  return p;
}
static void *racer(void *p) {
  long round = (long)p;
  int seen = racy[round];
  racy[round] = seen + 1;
  return p;
}
static void *last(void *p) {
  int seen = late;
  late = seen + 1;
  return p;
}
static void *reader(void *p) {
  int fd = *(int *)p;
  char b;
  while (read(fd, &b, 1) == 1) {
    pthread_mutex_lock(&m);
    sum += b;
    pthread_mutex_unlock(&m);
  }
  return p;
}
static long file_sum(const char *map, long n) {
  long s = 0;
  for (long i = 0; i < n; i += 97) s += map[i];
  return s;
}
int main(void) {
  pthread_t w[8], t[4], rd, a, b;
  int pipes[2], pair[2], ev = eventfd(0, 0), ep = epoll_create1(0), tf = timerfd_create(CLOCK_MONOTONIC, 0);
  stack_t alt = {.ss_sp = malloc(65536), .ss_size = 65536};
  struct sigaction sa = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&alt, 0);
  sigaction(SIGSEGV, &sa, 0);
  signal(SIGUSR1, on_usr);
  signal(SIGALRM, on_usr);
  if (pipe(pipes) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 2;
  pthread_create(&rd, 0, reader, &pipes[0]);
  for (long i = 0; i < 8; i++) pthread_create(&w[i], 0, waiter, (void *)i);
  int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
  memset(text, 'x', sizeof text);
  if (write(fd, text, sizeof text) != sizeof text) return 3;
  char *file = mmap(0, 81920, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  char *shared = mmap(0, 81920, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  guarded = mmap(0, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(guarded, 7, 1 << 16);
  mprotect(guarded, 1 << 16, PROT_NONE);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = ev};
  epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
  char *big = calloc(20, 1 << 20),
       *moved = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t moved_size = 4096;
  for (long round = 0; round < ROUNDS; round++) {
    struct itimerval it = {.it_value = {0, 1000}};
    struct itimerspec ts = {.it_value = {0, 1000000}};
    uint64_t one = 1, n = 0;
    setitimer(ITIMER_REAL, &it, 0);
    timerfd_settime(tf, 0, &ts, 0);
    for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, work, (void *)(i + round));
    memset(big + (round << 20), (int)round, 1 << 20);
    file[round * 5000] = (char)round;
    shared[round * 7000] = (char)(round + 1);
    if (write(pipes[1], "ab", 2) != 2 || write(pair[0], "xyz", 3) != 3 || write(ev, &one, 8) != 8) return 4;
    epoll_wait(ep, &e, 1, -1);
    if (read(ev, &n, 8) != 8 || read(tf, &n, 8) != 8) return 5;
    raise(SIGUSR1);
    guarded[0]++;
    mprotect(guarded, 4096, PROT_NONE);
    moved = mremap(moved, moved_size, moved_size * 3, MREMAP_MAYMOVE);
    moved_size *= 3;
    moved[moved_size - 1] = (char)round;
    for (long i = 0; i < 4; i++) pthread_join(t[i], 0);
    pthread_create(&a, 0, racer, (void *)round);
    pthread_create(&b, 0, racer, (void *)round);
    pthread_join(a, 0);
    pthread_join(b, 0);
    time_t now = time(0);
    struct tm tm;
    gmtime_r(&now, &tm);
    printf("round %ld sum %d racy %d handled %d faults %d moved %d files %ld %ld year %d\n", round, sum,
           racy[round], handled > 0, faults, moved[moved_size - 1], file_sum(file, 81920),
           file_sum(shared, 81920), tm.tm_year > 100);
    fflush(stdout);
    fprintf(stderr, "told %ld\n", round);
    pid_t child = fork();
    if (!child) _exit(7);
    int status;
    if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) return 6;
  }
  pthread_create(&a, 0, last, 0);
  pthread_create(&b, 0, last, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 8; i++) pthread_join(w[i], 0);
  close(pipes[1]);
  pthread_join(rd, 0);
  printf("end %d %d %d %d\n", sum, big[5 << 20], own, late);
  return 3;
}
