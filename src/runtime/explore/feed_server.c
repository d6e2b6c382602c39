/* A feeder: see record/feeder_memory.h. What a fork does not inherit is set up again, as for checkpoints
 * (checkpoint_server.c); its files are not written: nobody reads them. */
#include "runtime/explore/feed_server.h"
#include "record/checkpoint_requests.h"
#include "record/feeder_memory.h"
#include "runtime/defect.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/preempt.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/syscall.h"
#include "runtime/world/answers.h"
#include "runtime/world/contained.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static struct omen_feeder_memory *feed;

static _Noreturn void leave(void) {
  for (;;) OMRT_SYS1(SYS_exit_group, 0);
}

void omrt_feed_ended(uint32_t end, int status) {
  omrt_fed = false;
  feed->blocks = omrt_sym_covered((uint8_t *)feed + OMEN_FEED_COVERED, OMEN_FEED_COVERED_BYTES);
  feed->defects = omrt_defect_count();
  feed->status = status;
  feed->end = end;
  leave();
}

/* The file that everything goes through. */
static int receive_file(void) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } with;
  char byte;
  int fd = -1;
  struct iovec iov = {&byte, 1};
  struct msghdr m = {.msg_iov = &iov, .msg_iovlen = 1, .msg_control = &with, .msg_controllen = sizeof with};
  long n;
  do n = OMRT_SYS3(SYS_recvmsg, OMEN_SERVER_FD, &m, MSG_CMSG_CLOEXEC);
  while (n == -EINTR);
  struct cmsghdr *c = n == 1 ? CMSG_FIRSTHDR(&m) : NULL;
  if (!c || c->cmsg_type != SCM_RIGHTS) leave();
  memcpy(&fd, CMSG_DATA(c), sizeof fd);
  return fd;
}

static void map_file(void) {
  int fd = receive_file();
  feed = omrt_reserve(OMEN_FEED_SIZE);
  long at = OMRT_SYS6(SYS_mmap, feed, OMEN_FEED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
  if (at != (long)feed) leave();
  OMRT_SYS1(SYS_close, fd);
}

/* In the fork. */
static void begin(int feeder) {
  OMRT_SYS2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (OMRT_SYS0(SYS_getppid) != feeder) leave();
  OMRT_SYS1(SYS_close, OMEN_SERVER_FD);
  omrt_log_mute();
  *omrt_world_out() = (struct omrt_out){.fd = -1, .lost = 1};
  omrt_inputs_again((const uint8_t *)feed + OMEN_FEED_INPUTS, feed->inputs);
  omrt_mapped_apart();
  omrt_fed = true;
  OMRT_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
  omrt_dispatch_on();
  omrt_preempt_arm();
}

/* The next order; then its run's status, when that has ended. */
static void await_order(void) {
  char byte;
  long n;
  do n = OMRT_SYS3(SYS_read, OMEN_SERVER_FD, &byte, 1);
  while (n == -EINTR);
  if (n != 1) leave(); /* the command closed its end, or is gone */
}
static void answer(long pid) {
  int status = -1;
  long n;
  do n = pid > 0 ? OMRT_SYS4(SYS_wait4, pid, &status, 0, NULL) : -ECHILD;
  while (n == -EINTR);
  do n = OMRT_SYS6(SYS_sendto, OMEN_SERVER_FD, &status, sizeof status, MSG_NOSIGNAL, 0, 0);
  while (n == -EINTR);
  if (n != sizeof status) leave();
}

void omrt_feed_start(void) {
  if (!(omrt_config->flags & OMEN_FLAG_FEED)) return;
  int us = (int)OMRT_SYS0(SYS_getpid);
  OMRT_SYS3(SYS_fcntl, OMEN_SERVER_FD, F_SETFD, FD_CLOEXEC);
  map_file();
  for (;;) {
    await_order();
    long pid = OMRT_SYS6(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
    if (pid == 0) return begin(us);
    answer(pid);
  }
}
