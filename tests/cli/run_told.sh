#!/usr/bin/env bash
# What cannot be recorded is told, and nothing hangs: userfaultfd is refused; a System V segment that is attached twice is two
# copies in a replay.
# rooms: runtime/syscall cli, quick
. "$(dirname "$0")/run_common"

cat >faults.c <<'C2'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static int hits, fd;
static char *page;
static void *serves(void *arg) {
  struct uffd_msg m;
  static char zero[4096] = "filled";
  hits++;
  if (fd < 0 || read(fd, &m, sizeof m) != sizeof m) return arg;
  struct uffdio_copy c = {.dst = (unsigned long)page, .src = (unsigned long)zero, .len = 4096};
  ioctl(fd, UFFDIO_COPY, &c);
  return arg;
}
static void *touches(void *arg) { hits++; printf("%s\n", fd < 0 ? "none" : page); return arg; }
int main(void) {
  pthread_t t[2];
  struct uffdio_api api = {.api = UFFD_API};
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fd = (int)syscall(SYS_userfaultfd, UFFD_USER_MODE_ONLY);
  if (fd >= 0) {
    struct uffdio_register r = {.range = {(unsigned long)page, 4096}, .mode = UFFDIO_REGISTER_MODE_MISSING};
    ioctl(fd, UFFDIO_API, &api);
    ioctl(fd, UFFDIO_REGISTER, &r);
  } else
    printf("%s\n", strerrorname_np(errno));
  pthread_create(&t[0], NULL, touches, NULL);
  pthread_create(&t[1], NULL, serves, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
C2
compile faults
expect 0 timeout 60 "$omen" run -o rec --json r.json -- ./faults && says "userfaultfd: the program was told that this kernel has no such call"
prints $'ENOSYS\nnone'
json r.json "r['counters']['refused_calls'] == 1"
expect 0 "$omen" replay --check rec && prints $'ENOSYS\nnone'

cat >twice.c <<'C2'
#include <stdio.h>
#include <sys/shm.h>
int main(int argc, char **argv) {
  int id = shmget(IPC_PRIVATE, 4096, 0600);
  char *a = shmat(id, NULL, 0), *b = argc > 1 ? a : shmat(id, NULL, 0);
  a[0] = 'x';
  printf("%c\n", b[0] ? b[0] : '-');
  shmdt(a);
  a = shmat(id, NULL, 0);
  printf("%c\n", a[0]);
  return shmctl(id, IPC_RMID, NULL);
}
C2
compile twice
expect 0 "$omen" run -o rec -- ./twice && says "a System V segment is attached twice at once" && prints $'x\nx'
expect 0 "$omen" run -o rec -- ./twice one && says_not "attached twice" && prints $'x\nx'
expect 0 "$omen" replay --check rec && prints $'x\nx'

done_testing
