/* The checkpoint server: see checkpoint_server.h and record/checkpoint_requests.h.
 *
 * All threads are fibers of this one process, so a fork copies the whole program with all that the runtime
 * knows; what a fork does not inherit (dispatch, the signal at the parent's death, files of its own) is set
 * up again in the child. Nothing here may change what the program can see: a plan must run on exactly as if
 * its process had come here by itself. */
#include "runtime/explore/checkpoint_server.h"
#include "record/checkpoint_requests.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/forked.h"
#include "runtime/explore/huge_pages.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/mode.h"
#include "runtime/world/answers.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/symbolic.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

bool omrt_serving, omrt_forked;
static int control = OMEN_SERVER_FD;
/* What this process follows the recording to: EVENT: there `wanted_event` comes next. */
static enum omen_request_what goal = OMEN_REQUEST_SEGMENT;
static uint64_t wanted_event;
static const struct omen_plan_place nowhere = {.thread = UINT32_MAX}; /* in the middle of some segment */
enum {
  FILES = OMEN_ORDER_FILES,
  PLAN = OMEN_ORDER_PLAN,
  OUTCOME = OMEN_ORDER_OUTCOME,
  OUTPUTS = OMEN_ORDER_OUTPUTS,
  CONTROL = OMEN_ORDER_LAST,
  SYMBOLIC = OMEN_ORDER_LAST
};

static _Noreturn void leave(void) {
  for (;;) OMRT_SYS1(SYS_exit_group, 0);
}

/* ---- messages ---- */

static void tell(enum omen_reply_what what, uint64_t value) {
  struct omen_reply a = {.what = what, .value = value};
  long n;
  do n = OMRT_SYS6(SYS_sendto, control, &a, sizeof a, MSG_NOSIGNAL, 0, 0);
  while (n == -EINTR);
  if (n != sizeof a) leave(); /* nobody listens any more */
}

/* The next order and its files; -1 for one that did not come. */
static void receive(struct omen_request *o, int files[FILES]) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(FILES * sizeof(int))];
  } with;
  struct iovec iov = {o, sizeof *o};
  struct msghdr m = {.msg_iov = &iov, .msg_iovlen = 1, .msg_control = &with, .msg_controllen = sizeof with};
  long n;
  do n = OMRT_SYS3(SYS_recvmsg, control, &m, MSG_CMSG_CLOEXEC);
  while (n == -EINTR);
  if (n != sizeof *o) leave(); /* the command closed its end, or is gone */
  for (int i = 0; i < FILES; i++) files[i] = -1;
  struct cmsghdr *c = CMSG_FIRSTHDR(&m);
  if (!c || c->cmsg_type != SCM_RIGHTS) return;
  memcpy(files, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
}

static void close_all(const int files[FILES]) {
  for (int i = 0; i < FILES; i++)
    if (files[i] >= 0) OMRT_SYS1(SYS_close, files[i]);
}

/* ---- forking ---- */

/* The plan is read by the process that follows it: a checkpoint has no use for it. */
static void take_plan(int fd, uint64_t size) {
  char *bytes = omrt_alloc(size);
  for (uint64_t done = 0; done < size;) {
    long n = OMRT_SYS4(SYS_pread64, fd, bytes + done, size - done, done);
    if (n == -EINTR) continue;
    if (n <= 0) leave();
    done += (uint64_t)n;
  }
  OMRT_SYS1(SYS_close, fd);
  omrt_plan_follow(bytes, size);
}

/* In the new process: its own life, files and plan. */
static void begin(const struct omen_request *o, const int files[FILES]) {
  OMRT_SYS2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (OMRT_SYS0(SYS_getppid) != o->parent) leave();
  OMRT_SYS1(SYS_close, control);
  omrt_forked_files(files[OUTCOME], files[OUTPUTS]);
  bool runs = o->what == OMEN_REQUEST_RUN;
  if (runs && files[SYMBOLIC] >= 0)
    omrt_sym_move(omrt_out_of_the_way(files[SYMBOLIC]));
  else if (files[CONTROL] >= 0)
    control = omrt_out_of_the_way(files[CONTROL]);
  omrt_serving = !runs;
  omrt_forked = true;
  goal = o->what;
  wanted_event = o->event;
  take_plan(files[PLAN], o->plan_size);
  omrt_mode_choose();
  omrt_forked_begin();
}

/* A place stands for a segment of its thread: from its event `point` to the next. Is the beginning surely yet
 * to come? */
static bool ahead(struct omen_plan_place p) {
  const struct omrt_fiber *f = omrt_fiber_by_id((int)p.thread);
  return f ? f->points < p.point : p.thread >= (uint32_t)omrt_fibers_made();
}

/* `at`: the segment at whose very beginning we are, if we are. */
static bool can(const struct omen_request *o, const struct omen_plan_place *at) {
  struct omen_plan_place to = o->place;
  switch (o->what) {
  case OMEN_REQUEST_SEGMENT: return ahead(to);
  case OMEN_REQUEST_ACCESS: return at && at->thread == to.thread && at->point == to.point;
  case OMEN_REQUEST_EVENT: return omrt_events + 1 < o->event;
  default: /* at an access, or at the beginning; where nothing is waited for, or it is yet to come, anywhere
            */
    return !at || (!at->thread && !at->point) || to.point == UINT64_MAX || ahead(to);
  }
}

/* A checkpoint: forks on command. Returns in each new process, never in this one. */
static void hold(const struct omen_plan_place *at) {
  omrt_huge_pages();
  tell(OMEN_REPLY_HERE, omrt_events);
  for (;;) {
    struct omen_request o;
    int files[FILES];
    receive(&o, files);
    bool runs = o.what == OMEN_REQUEST_RUN;
    bool whole = files[PLAN] >= 0 && files[OUTPUTS] >= 0 && (files[CONTROL] >= 0 || runs);
    long pid = -EINVAL;
    if (whole && can(&o, at)) {
      pid = OMRT_SYS6(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0, 0);
      if (pid == 0) {
        begin(&o, files);
        return;
      }
    } else if (whole)
      pid = 0;
    close_all(files);
    if (pid > 0)
      tell(OMEN_REPLY_FORKED, (uint64_t)pid);
    else
      tell(pid ? OMEN_REPLY_FAILED : OMEN_REPLY_BEHIND, (uint64_t)-pid);
  }
}

/* ---- places ---- */

void omrt_server_event(void) {
  if (goal == OMEN_REQUEST_EVENT) {
    if (omrt_events + 1 >= wanted_event) hold(&nowhere);
    return;
  }
  struct omen_plan_place wanted = omen_plan_place(&omrt_plan);
  if ((uint32_t)omrt_cur->id != wanted.thread) return;
  if (goal == OMEN_REQUEST_SEGMENT && omrt_cur->points == wanted.point)
    hold(&wanted);
  else if (omrt_cur->points > wanted.point) {
    tell(OMEN_REPLY_PASSED, 0);
    leave();
  }
}

void omrt_server_fiber(const struct omrt_fiber *f) {
  struct omen_plan_place wanted = omen_plan_place(&omrt_plan);
  if (goal == OMEN_REQUEST_SEGMENT && !wanted.point && (uint32_t)f->id == wanted.thread) hold(&wanted);
}

void omrt_server_access(void) {
  if (goal == OMEN_REQUEST_ACCESS) hold(NULL);
}

/* Should memory get short, let it be one of these that goes, and not the command. */
static void offer_to_die(void) {
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC, 0);
  if (fd < 0) return;
  OMRT_SYS3(SYS_write, fd, "1000", 4);
  OMRT_SYS1(SYS_close, fd);
}

static void serve(const struct omen_plan_place *at) {
  if (!(omrt_config->flags & OMEN_FLAG_SERVE)) return;
  omrt_serving = true;
  omrt_mode_choose();
  OMRT_SYS3(SYS_fcntl, control, F_SETFD, FD_CLOEXEC);
  offer_to_die();
  hold(at);
}

void omrt_server_start(void) {
  static const struct omen_plan_place beginning;
  serve(&beginning);
}

/* Others can be followed to from here. */
void omrt_server_restored(void) { serve(&nowhere); }
