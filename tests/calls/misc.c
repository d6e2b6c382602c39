// Of everything a little: memory, System V objects, clocks.
#include "calls.h"
#include <sys/prctl.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/random.h>
#include <sys/times.h>
#include <linux/membarrier.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/sem.h>
#include <mqueue.h>
int main(void) {
  race();
  char b[256];
  struct utsname un;
  R(uname(&un));
  R(getrandom(b, 16, 0));
  cpu_set_t cs;
  R(sched_getaffinity(0, sizeof cs, &cs));
  R(sched_yield());
  R(prctl(PR_SET_NAME, "omen-t"));
  R(prctl(PR_GET_NAME, b));
  P("%s\n", b);
  R(syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0) >= 0);
  struct sysinfo si;
  R(sysinfo(&si));
  struct tms tm;
  R(times(&tm) > 0);
  R(getuid() >= 0);
  R(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  void *m = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(m, 1, 65536);
  R(madvise(m, 65536, MADV_DONTNEED));
  P("%d\n", *(char *)m);
  R(mprotect(m, 4096, PROT_READ));
  void *m2 = mremap(m, 65536, 131072, MREMAP_MAYMOVE);
  R(m2 != MAP_FAILED);
  R(munmap(m2, 131072));
  R(sbrk(4096) != (void *)-1);
  R(mlock(b, 10));
  R(mincore((void *)((long)b & ~4095), 4096, (void *)(b + 64)));
  int q = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
  struct {
    long t;
    char x[8];
  } ms = {3, "msg"};
  R(q >= 0);
  R(msgsnd(q, &ms, 8, 0));
  R(msgrcv(q, &ms, 8, 3, IPC_NOWAIT));
  P("%s\n", ms.x);
  R(msgrcv(q, &ms, 8, 3, IPC_NOWAIT));
  R(msgctl(q, IPC_RMID, 0));
  int sh = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
  R(sh >= 0);
  char *sp = shmat(sh, 0, 0);
  R(sp != (void *)-1);
  strcpy(sp, "shm");
  P("%s\n", sp);
  R(shmdt(sp));
  R(shmctl(sh, IPC_RMID, 0));
  int se = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
  R(se >= 0);
  struct sembuf so = {0, 1, 0};
  R(semop(se, &so, 1));
  R(semctl(se, 0, GETVAL));
  R(semctl(se, 0, IPC_RMID));
  R(isatty(99));
  struct winsize ws;
  R(ioctl(99, TIOCGWINSZ, &ws));
  R(syscall(9999));
  R(syscall(SYS_io_uring_setup, 1, 0) < 0);
  R(getpriority(PRIO_PROCESS, 0));
  R(nice(0) >= -20);
  R(getgroups(0, 0) >= 0);
  time_t t = time(0);
  R(t > 1000000);
  struct timeval tv;
  R(gettimeofday(&tv, 0));
  struct timespec ts;
  R(clock_getres(CLOCK_MONOTONIC, &ts));
  R(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts));
  R(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts));
  R(clock_gettime(99, &ts));
  mqd_t mq = mq_open("/omen_test_q", O_CREAT | O_RDWR | O_NONBLOCK, 0600, 0);
  if (mq != -1) {
    R(mq_send(mq, "hi", 3, 1));
    char mb[8192];
    R(mq_receive(mq, mb, 8192, 0));
    P("%s\n", mb);
    R(mq_receive(mq, mb, 8192, 0));
    mq_close(mq);
    mq_unlink("/omen_test_q");
  }
  R(getenv("HOME") != 0);
  R(setenv("OMEN_X", "1", 1));
  P("%s\n", getenv("OMEN_X"));
  return 0;
}
