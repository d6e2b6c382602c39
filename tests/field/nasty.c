/* Programs that one should not disturb: nasty WAY (tests/cli/field_nasty.sh). What it prints and how it ends must be the same with the
 * client and without. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int shared, stop, handled;
static volatile int *volatile at = &shared; /* a store of two bytes: int3 */
static void touch(int n) {
  for (int i = 0; i < n; i++) {
    *at = i;    // trap
    shared = i; // jump
  }
}

static pthread_t threads[16];
static int n_threads;
static void *work(void *unused) {
  while (!stop) touch(50);
  return unused;
}
static void *some(void *unused) {
  touch(100);
  return unused;
}
static void start(int n) {
  while (n--) pthread_create(&threads[n_threads++], NULL, work, NULL);
  usleep(20000); /* until sites stand */
}
static void join(void) {
  stop = 1;
  while (n_threads) pthread_join(threads[--n_threads], NULL);
  stop = 0;
}
static void on_signal(int sig) {
  (void)sig;
  touch(20);
  handled++;
}

/* --- stacks --- */

static void small_stacks(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 16384);
  start(1);
  for (int i = 0; i < 100; i++) {
    pthread_t t;
    if (pthread_create(&t, &a, some, NULL)) continue;
    pthread_join(t, NULL);
  }
  join();
}

static void alternate(size_t more, unsigned frames) {
  size_t n = frames * getauxval(AT_MINSIGSTKSZ) + more;
  stack_t s = {.ss_sp = malloc(n), .ss_size = n};
  struct sigaction a = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  start(1);
  printf("%d ", sigaltstack(&s, NULL));
  sigaction(SIGUSR1, &a, NULL);
  for (int i = 0; i < 200; i++) {
    raise(SIGUSR1);
    touch(3);
  }
  join();
  printf("%d ", handled);
}
static void alternate_large(void) { alternate(6144, 2); }
static void alternate_small(void) { alternate(1200, 1); }

static ucontext_t outside, inside;
static void coroutine(void) {
  for (;;) {
    touch(5);
    handled++;
    swapcontext(&inside, &outside);
  }
}
static void contexts(void) {
  static char stack[16384];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  makecontext(&inside, coroutine, 0);
  start(2);
  for (int i = 0; i < 300; i++) swapcontext(&outside, &inside);
  join();
  printf("%d ", handled);
}

/* --- children --- */

static sigjmp_buf back;
static void on_fault(int sig) {
  (void)sig;
  siglongjmp(back, 1);
}
static void vfork_resets(void) {
  signal(SIGSEGV, on_fault);
  start(2);
  for (int i = 0; i < 10; i++) {
    pid_t child = vfork();
    if (!child) {
      sigset_t all;
      signal(SIGSEGV, SIG_DFL);
      signal(SIGTRAP, SIG_DFL);
      signal(SIGINT, SIG_IGN);
      sigfillset(&all);
      sigprocmask(SIG_SETMASK, &all, NULL);
      touch(20);
      _exit(3);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%x ", status);
  }
  struct sigaction now;
  sigaction(SIGINT, NULL, &now);
  printf("%d ", now.sa_handler == SIG_DFL);
  if (!sigsetjmp(back, 1)) *(volatile int *)1 = 1;
  join();
}

static void children(pid_t (*fork_it)(void)) {
  start(4);
  for (int i = 0; i < 40; i++) {
    pid_t child = fork_it();
    if (!child) {
      touch(200);
      _exit(3);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 3 << 8) printf("%x ", status);
  }
  join();
}
static pid_t by_clone(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static void forked(void) { children(fork); }
static void forked_bare(void) { children(_Fork); }
static void cloned(void) { children(by_clone); }

static void daemonized(void) {
  int ends[2];
  char text[64] = "";
  if (pipe(ends)) return;
  if (fork()) {
    close(ends[1]);
    if (read(ends[0], text, sizeof text - 1) < 0) return;
    printf("%s ", text);
    return;
  }
  setsid();
  if (fork() || chdir("/")) _exit(0);
  for (int i = 0; i < 3; i++) {
    close(i);
    open("/dev/null", O_RDWR);
  }
  start(3);
  join();
  dprintf(ends[1], "a daemon");
  exit(0);
}

static void executes(void) {
  start(3);
  execl("/proc/self/exe", "nasty", "nothing", (char *)NULL);
}

/* --- limits --- */

static void few_descriptors(void) {
  struct rlimit most = {3, 3};
  setrlimit(RLIMIT_NOFILE, &most);
  start(3);
  printf("%d ", open("/dev/null", O_RDONLY));
  pid_t child = fork();
  if (!child) {
    touch(100);
    _exit(4);
  }
  int status;
  waitpid(child, &status, 0);
  printf("%x ", status);
  join();
}

static void little_memory(void) {
  FILE *f = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (!f || fscanf(f, "%ld", &pages) != 1) return;
  fclose(f);
  struct rlimit most = {(rlim_t)(pages * 4096 + (5 << 20)), RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &most);
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 65536);
  int made = 0;
  for (; made < 4 && !pthread_create(&threads[made], &a, some, NULL); made++) {
  }
  for (int i = 0; i < made; i++) pthread_join(threads[i], NULL);
  void *p = mmap(NULL, 3 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d %d ", made, p != MAP_FAILED);
}

static void closes_all(void) {
  start(3);
  int keep = dup(1);
  for (int k = 0; k < 20; k++) {
    close(0);
    close(2);
    closefrom(keep + 1);
    int a = open("/dev/null", O_RDWR), b = open("/dev/null", O_RDWR), c = open("/dev/null", O_RDWR);
    printf("%d%d%d ", a, b, c - keep);
    usleep(2000);
  }
  join();
}

static void other_root(void) {
  start(3);
  printf("%d ", chroot(".") == 0);
  usleep(150000);
  join();
}

static void other_user(void) {
  start(3);
  for (int i = 0; i < 10; i++) {
    if (setresuid(65534, 65534, 0)) printf("%d ", errno);
    if (setresuid(0, 0, 0)) printf("%d ", errno);
  }
  if (setuid(65534)) printf("%d ", errno);
  usleep(150000);
  children(fork);
}

static void priorities(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  start(2);
  for (int k = 0; k < 20; k++) {
    for (int i = 2; i < 6; i++) {
      pthread_attr_t a;
      struct sched_param p = {.sched_priority = 10 + i};
      pthread_attr_init(&a);
      pthread_attr_setschedpolicy(&a, SCHED_FIFO);
      pthread_attr_setschedparam(&a, &p);
      pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
      if (pthread_create(&threads[i], &a, some, NULL)) pthread_create(&threads[i], NULL, some, NULL);
    }
    for (int i = 2; i < 6; i++) pthread_join(threads[i], NULL);
  }
  join();
}

/* --- system calls that are not to be had --- */

static void refuse_calls(bool all_threads) {
  static const int calls[] = {SYS_membarrier,  SYS_pwrite64, SYS_getdents64,     SYS_openat,
                              SYS_sched_yield, SYS_tgkill,   SYS_rt_sigprocmask, SYS_gettid};
  enum { N = sizeof calls / sizeof *calls };
  struct sock_filter code[N * 2 + 2];
  size_t k = 0;
  code[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < (all_threads ? 5 : N); i++) {
    code[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
    code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  }
  code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog f = {(unsigned short)k, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  long bad = all_threads ? syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &f)
                         : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &f);
  if (bad) printf("%d ", errno);
}
static void sandbox(void) {
  start(2);
  refuse_calls(true);
  usleep(200000);
  join();
}
static void *in_sandbox(void *unused) {
  refuse_calls(false);
  touch(20000);
  puts("there");
  fflush(stdout);
  _exit(6);
  return unused;
}
static void sandbox_of_thread(void) {
  pthread_t t;
  start(2);
  pthread_create(&t, NULL, in_sandbox, NULL);
  pthread_join(t, NULL);
}
static void *strictly(void *unused) {
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  touch(1000);
  syscall(SYS_exit, 0);
  return unused;
}
static void sandbox_strict(void) {
  pthread_t t;
  start(2);
  pthread_create(&t, NULL, strictly, NULL);
  usleep(300000);
  puts("there");
  fflush(stdout);
  _exit(7);
}

/* --- signals, ends --- */

static void *raw(void *unused) {
  unsigned long trap = 1ul << (SIGTRAP - 1);
  register long size __asm__("r10") = 8, status = SYS_rt_sigprocmask;
  usleep(20000);
  __asm__ volatile("syscall"
                   : "+a"(status)
                   : "D"(SIG_BLOCK), "S"(&trap), "d"(NULL), "r"(size)
                   : "rcx", "r11", "memory");
  usleep(700000); /* the client looks at masks now and then */
  touch(1000);
  return unused;
}
static void raw_mask(void) {
  pthread_t t;
  pthread_create(&t, NULL, raw, NULL);
  pthread_join(t, NULL);
}

static void timers(void) {
  struct itimerval often = {{0, 300}, {0, 300}}, never = {0};
  signal(SIGALRM, on_signal);
  start(2);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 50; i++) usleep(2000);
  setitimer(ITIMER_REAL, &never, NULL);
  join();
  printf("%d ", handled > 5);
}

static void *errors(void *unused) {
  for (int i = 0; i < 50000; i++) {
    errno = 77;
    touch(1);
    if (errno != 77) return unused;
  }
  handled++;
  return unused;
}
static void error_numbers(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, errors, NULL);
  for (int i = 0; i < 10000; i++) {
    errno = 66;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (errno != 66) printf("%d ", errno);
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d ", handled);
}

static void short_lives(void) {
  for (int k = 0; k < 60; k++) {
    for (int i = 0; i < 16; i++) pthread_create(&threads[i], NULL, some, NULL);
    for (int i = 0; i < 16; i++) k % 2 ? pthread_join(threads[i], NULL) : pthread_detach(threads[i]);
  }
  usleep(100000);
}

static void *exits(void *unused) {
  exit(9);
  return unused;
}
static void main_ends(void) {
  start(3);
  pthread_create(&threads[n_threads], NULL, exits, NULL);
  pthread_exit(NULL);
}
static void ends_quickly(void) {
  start(3);
  quick_exit(8);
}
static void aborts(void) {
  start(3);
  signal(SIGABRT, on_signal);
  abort();
}
static void faults(void) {
  start(3);
  *(volatile int *)1 = 1;
}
static void nothing(void) {}

static const struct {
  const char *name;
  void (*run)(void);
} ways[] = {
#define WAY(name) {#name, name}
    WAY(small_stacks),    WAY(alternate_large),  WAY(alternate_small),   WAY(contexts),
    WAY(vfork_resets),    WAY(forked),           WAY(forked_bare),       WAY(cloned),
    WAY(daemonized),      WAY(executes),         WAY(few_descriptors),   WAY(little_memory),
    WAY(closes_all),      WAY(other_root),       WAY(other_user),        WAY(priorities),
    WAY(sandbox),         WAY(sandbox_of_thread), WAY(sandbox_strict),    WAY(raw_mask),
    WAY(timers),          WAY(error_numbers),    WAY(short_lives),       WAY(main_ends),
    WAY(ends_quickly),    WAY(aborts),           WAY(faults),            WAY(nothing)};

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (argc > 1 && !strcmp(argv[1], ways[i].name)) ways[i].run();
  puts("end");
  return 5;
}
