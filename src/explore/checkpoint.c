/* Checkpoints: processes of the target, held at places of the recording, that fork on command. The other side
 * is runtime/explore/checkpoint_server.c, the words between them are in record/checkpoint_requests.h.
 *
 * There are three kinds: at the beginning of a segment of a thread, at an access in one, and at an event of
 * the run. A later place is
 * reached by a fork of the nearest checkpoint before it, so that nothing is replayed twice while races come
 * in the order of the recording. When there are too many, the one goes whose place is best covered by its
 * neighbours. */
#include "base/interrupt.h"
#include "explore/explore_parts.h"
#include "record/checkpoint_requests.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_SECONDS = 60 };

/* Where plans leave the recording: all that tells two places apart. */
struct spot {
  struct omen_plan_place place; /* the segment */
  struct omen_watch where;
  uint64_t repeat;
  uint32_t site, call; /* call: stands before that library call; 0: at the access */
};

struct omen_checkpoint {
  int socket, pidfd;
  pid_t pid;
  enum omen_request_what kind; /* SEGMENT, ACCESS or EVENT */
  bool first;                  /* at the beginning of the recording */
  struct spot spot;
  uint64_t events; /* of the recording so far */
};

struct omen_checkpoints {
  struct omen_explorer *x;
  struct omen_checkpoint **at; /* in the order of the recording; the first is its beginning */
  size_t n, capacity, max;
  struct spot *nowhere; /* places that cannot be reached */
  size_t nnowhere, cnowhere;
};

static struct spot spot_of(const struct omen_plan *p) {
  const struct omen_plan_constraint *c = omen_plan_race(p);
  struct spot s = {.place = omen_plan_place(p)};
  if (!c) return s;
  const struct omen_plan_event *held = omen_constraint_held(c);
  s.where = c->where;
  s.repeat = held->repeat;
  s.site = held->site;
  s.call = omen_constraint_before_call(c) ? held->call : 0;
  return s;
}
static bool same_segment(const struct spot *a, const struct spot *b) {
  return a->place.thread == b->place.thread && a->place.point == b->place.point;
}
static bool same_access(const struct spot *a, const struct spot *b) {
  return same_segment(a, b) && a->call == b->call && a->site == b->site && a->repeat == b->repeat &&
         a->where.addr == b->where.addr && a->where.len == b->where.len;
}

/* ---- talking ---- */

static int hear(int socket, struct omen_reply *a, double seconds, struct omen_waiter w) {
  if (!w.wait(w.context, socket, seconds)) return -1;
  ssize_t n;
  do n = recv(socket, a, sizeof *a, 0);
  while (n < 0 && errno == EINTR);
  return n == sizeof *a ? 0 : -1;
}

/* A file in memory with the plan's bytes; -1: there is no room for one. */
static int plan_file(const struct omen_plan *p) {
  int fd = -1;
  size_t size = omen_plan_size(p);
  void *bytes = omen_xcalloc(1, size);
  omen_plan_pack(p, bytes);
  if (omen_memfds(&fd, 1) && write(fd, bytes, size) != (ssize_t)size) {
    close(fd);
    fd = -1;
  }
  free(bytes);
  return fd;
}

static int tell(int socket, const struct omen_request *o, const int *files, size_t nfiles) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(OMEN_ORDER_FILES * sizeof(int))];
  } with = {0};
  struct iovec iov = {(void *)o, sizeof *o};
  struct msghdr m = {.msg_iov = &iov,
                     .msg_iovlen = 1,
                     .msg_control = &with,
                     .msg_controllen = CMSG_SPACE(nfiles * sizeof(int))};
  struct cmsghdr *c = CMSG_FIRSTHDR(&m);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(nfiles * sizeof(int));
  memcpy(CMSG_DATA(c), files, nfiles * sizeof(int));
  ssize_t n;
  do n = sendmsg(socket, &m, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n == (ssize_t)sizeof *o ? 0 : -1;
}

static int order(struct omen_checkpoint *c, enum omen_request_what what, const struct omen_plan *plan,
                 const int *files, size_t nfiles, struct omen_reply *a, struct omen_waiter w) {
  struct omen_request o = {.what = what,
                           .parent = getpid(),
                           .place = omen_plan_place(plan),
                           .event = plan->leave.count,
                           .plan_size = omen_plan_size(plan)};
  int all[OMEN_ORDER_FILES] = {[OMEN_ORDER_PLAN] = plan_file(plan)};
  if (all[OMEN_ORDER_PLAN] < 0) return 0; /* no answer then, though the checkpoint is well */
  memcpy(&all[OMEN_ORDER_OUTCOME], files, nfiles * sizeof *files);
  int failed = tell(c->socket, &o, all, 1 + nfiles) || hear(c->socket, a, ANSWER_SECONDS, w);
  close(all[OMEN_ORDER_PLAN]);
  return failed ? -1 : 0;
}

/* ---- the list ---- */

static void end(struct omen_checkpoint *c) {
  close(c->socket);
  omen_process_end(c->pid, c->pidfd);
  free(c);
}

static void drop(struct omen_checkpoints *all, size_t i) {
  end(all->at[i]);
  memmove(&all->at[i], &all->at[i + 1], (--all->n - i) * sizeof *all->at);
}

static void drop_this(struct omen_checkpoints *all, const struct omen_checkpoint *c) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i] == c) return drop(all, i);
}

/* The first and the last stay; of the others the one goes that leaves the smallest gap. */
static void make_room(struct omen_checkpoints *all, const struct omen_checkpoint *keep) {
  while (all->n >= all->max && all->n > 2) {
    size_t worst = 0;
    uint64_t smallest = UINT64_MAX;
    for (size_t i = 1; i < all->n; i++) {
      uint64_t next = i + 1 < all->n ? all->at[i + 1]->events : UINT64_MAX - 1;
      uint64_t gap = next - all->at[i - 1]->events;
      if (all->at[i] == keep || gap > smallest) continue;
      smallest = gap;
      worst = i;
    }
    if (!worst) return;
    drop(all, worst);
  }
}

static void add(struct omen_checkpoints *all, struct omen_checkpoint *c) {
  OMEN_GROW(all->at, all->n, all->capacity);
  size_t i = all->n++;
  for (; i && all->at[i - 1]->events > c->events; i--) all->at[i] = all->at[i - 1];
  all->at[i] = c;
}

/* ---- making one ---- */

/* Waits until the process behind `socket` says that it is where it should be. */
static struct omen_checkpoint *arrived(int socket, pid_t pid, struct omen_waiter w) {
  struct omen_reply a = {0};
  struct omen_pulse pulse = {0};
  int pidfd = omen_process_open(pid);
  while (!w.wait(w.context, socket, 1) && omen_process_alive(pid, &pulse))
    if (omen_over(w.deadline)) break;
  if (pidfd < 0 || hear(socket, &a, 1, w) || a.what != OMEN_REPLY_HERE) {
    close(socket);
    omen_process_end(pid, pidfd);
    return NULL;
  }
  struct omen_checkpoint *c = omen_xcalloc(1, sizeof *c);
  *c = (struct omen_checkpoint){.socket = socket, .pidfd = pidfd, .pid = pid, .events = a.value};
  return c;
}

/* A fork of `from` that follows the recording to the plan's place of that kind. NULL with *from_died false:
 * that is behind it, or cannot be reached. */
static struct omen_checkpoint *follow(struct omen_checkpoint *from, enum omen_request_what kind,
                                      const struct omen_plan *plan, bool *from_died, bool *behind,
                                      struct omen_waiter w) {
  int pair[2], files[3];
  struct omen_reply a = {0};
  *from_died = *behind = false;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return NULL;
  bool ready = omen_memfds(files, 2);
  files[2] = pair[1];
  if (ready) *from_died = order(from, kind, plan, files, 3, &a, w) != 0;
  *behind = a.what == OMEN_REPLY_BEHIND;
  for (int i = 0; i < 3; i++)
    if (files[i] >= 0) close(files[i]);
  if (a.what != OMEN_REPLY_FORKED) {
    close(pair[0]);
    return NULL;
  }
  struct omen_checkpoint *c = arrived(pair[0], (pid_t)a.value, w);
  if (c) c->kind = kind, c->spot = spot_of(plan);
  return c;
}

/* A process that is started: at the beginning of the recording, or at a saved checkpoint. */
static struct omen_checkpoint *launch(const struct omen_explorer *x, int saved, struct omen_waiter w) {
  int pair[2];
  pid_t pid;
  struct omen_err err;
  char *scratch = omen_scratch_new(x->recording, false, &err);
  if (!scratch) return NULL;
  struct omen_checkpoint *c = NULL;
  if (!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
    static const struct omen_plan any; /* each fork gets its own */
    struct omen_launch l = {.recording = x->recording,
                            .mode = OMEN_MODE_REPLAY,
                            .flags = OMEN_FLAG_NO_OUTPUT | OMEN_FLAG_SERVE | omen_explorer_flags(x),
                            .dir = scratch,
                            .watch = x->watch,
                            .watches = x->watches,
                            .known = x->known,
                            .nknown = x->nknown,
                            .plan = &any,
                            .restore = saved,
                            .live_seconds = x->budget.seconds,
                            .server = pair[1],
                            .silent = true};
    int failed = omen_launch_start(&l, &pid, &err);
    close(pair[1]);
    if (failed)
      close(pair[0]);
    else
      c = arrived(pair[0], pid, w);
  }
  omen_scratch_free(scratch); /* its files are open, and the recording is mapped */
  return c;
}

/* The saved checkpoint nearest before the plan's place, as a process, if that is behind the event `from`. */
static struct omen_checkpoint *from_saved(struct omen_checkpoints *all, const struct omen_plan *plan,
                                          uint64_t from, struct omen_waiter w) {
  struct omen_saved_checkpoints *saved = omen_explorer_open_saved(all->x);
  int i = -1, image = -1;
  while (saved && image < 0 && (i = omen_saved_checkpoints_before(saved, plan, false)) >= 0) {
    if (omen_saved_checkpoints_events(saved, i) <= from) return NULL;
    image = omen_saved_checkpoints_unpack(saved, i);
  }
  if (image < 0) return NULL;
  struct omen_checkpoint *c = launch(all->x, image, w);
  /* One that began at the beginning has said why; so would all others. */
  if (!c || c->events != omen_saved_checkpoints_events(saved, i)) all->x->no_saved = true;
  all->x->did.resumed += !all->x->no_saved;
  if (c) c->spot.place.thread = UINT32_MAX; /* it is at no segment's beginning */
  if (c) add(all, c);
  return c;
}

/* A new checkpoint at the plan's segment or event, from the nearest one that is surely before it: held or
 * saved. */
static struct omen_checkpoint *come_to(struct omen_checkpoints *all, enum omen_request_what kind,
                                       const struct omen_plan *plan, struct omen_waiter w) {
  bool died, behind;
  for (size_t i = all->n; i-- > 0;) {
    struct omen_checkpoint *saved = from_saved(all, plan, all->at[i]->events, w);
    struct omen_checkpoint *c = saved ? follow(saved, kind, plan, &died, &behind, w) : NULL;
    if (c) return c;
    c = follow(all->at[i], kind, plan, &died, &behind, w);
    if (died) drop(all, i);
    if (c || !(died || behind)) return c;
  }
  return NULL;
}

static struct omen_checkpoint *find(struct omen_checkpoints *all, const struct omen_plan *plan,
                                    enum omen_request_what kind) {
  struct spot s = spot_of(plan);
  for (size_t i = all->n; i-- > 0;)
    if (all->at[i]->kind == kind && (kind == OMEN_REQUEST_ACCESS ? same_access(&all->at[i]->spot, &s)
                                                                 : same_segment(&all->at[i]->spot, &s)))
      return all->at[i];
  return NULL;
}

static struct omen_checkpoint *reach(struct omen_checkpoints *all, const struct omen_plan *plan,
                                     struct omen_waiter w) {
  struct omen_checkpoint *segment = find(all, plan, OMEN_REQUEST_SEGMENT);
  if (!segment) {
    make_room(all, NULL);
    if (!(segment = come_to(all, OMEN_REQUEST_SEGMENT, plan, w))) return NULL;
    add(all, segment);
  }
  make_room(all, segment);
  bool died, behind;
  struct omen_checkpoint *c = follow(segment, OMEN_REQUEST_ACCESS, plan, &died, &behind, w);
  if (died) drop_this(all, segment);
  if (c) add(all, c);
  return c;
}

struct omen_checkpoint *omen_checkpoint_at(struct omen_checkpoints *all, const struct omen_plan *plan,
                                           struct omen_waiter w) {
  struct omen_checkpoint *c = find(all, plan, OMEN_REQUEST_ACCESS);
  struct spot s = spot_of(plan);
  for (size_t i = 0; !c && i < all->nnowhere; i++)
    if (same_access(&all->nowhere[i], &s)) return NULL;
  if (!c && !(c = reach(all, plan, w))) {
    OMEN_GROW(all->nowhere, all->nnowhere, all->cnowhere);
    all->nowhere[all->nnowhere++] = s;
  }
  return c;
}

/* Is its place before the event `event` of the run, so that a plan that leaves there can begin at it? */
static bool leads_to(const struct omen_checkpoint *c, uint64_t event) {
  return c->first || (c->events < event && c->kind != OMEN_REQUEST_SEGMENT);
}

struct omen_checkpoint *omen_checkpoint_before(struct omen_checkpoints *all, uint64_t event) {
  for (size_t i = all->n; i-- > 0;)
    if (leads_to(all->at[i], event)) return all->at[i];
  return NULL;
}

struct omen_checkpoint *omen_checkpoint_leaving(struct omen_checkpoints *all, const struct omen_plan *plan,
                                                struct omen_waiter w) {
  struct omen_checkpoint *c = omen_checkpoint_before(all, plan->leave.count);
  if (plan->leave.count < 2 || (c && c->events + 1 == plan->leave.count)) return c;
  make_room(all, c);
  struct omen_checkpoint *made = come_to(all, OMEN_REQUEST_EVENT, plan, w);
  if (made) add(all, made);
  return made ? made : omen_checkpoint_before(all, plan->leave.count);
}

int omen_checkpoint_run(struct omen_checkpoints *all, struct omen_checkpoint *at,
                        const struct omen_plan *plan, const int *files, int nfiles, pid_t *pid,
                        struct omen_waiter w) {
  struct omen_reply a = {0};
  if (order(at, OMEN_REQUEST_RUN, plan, files, (size_t)nfiles, &a, w)) {
    drop_this(all, at);
    return -1;
  }
  /* Behind an event it can be that the plan's access came already. */
  if (a.what == OMEN_REPLY_BEHIND && !at->first)
    return omen_checkpoint_run(all, omen_checkpoint_before(all, 0), plan, files, nfiles, pid, w);
  *pid = (pid_t)a.value;
  return a.what == OMEN_REPLY_FORKED ? 0 : -1;
}

/* ---- the first ---- */

struct omen_checkpoints *omen_checkpoints_open(struct omen_explorer *x, struct omen_waiter w) {
  struct omen_checkpoint *first = launch(x, 0, w);
  if (!first) return NULL;
  struct omen_checkpoints *all = omen_xcalloc(1, sizeof *all);
  all->x = x;
  all->max = x->budget.checkpoints > 4 ? x->budget.checkpoints : 4;
  first->first = true;
  add(all, first);
  if (x->alone) { /* on the way to all others */
    struct omen_plan there = {.leave = {.at = OMEN_LEAVE_EVENT, .count = x->alone}};
    omen_checkpoint_leaving(all, &there, w);
  }
  return all;
}

void omen_checkpoints_close(struct omen_checkpoints *all) {
  if (!all) return;
  for (size_t i = 0; i < all->n; i++) kill(all->at[i]->pid, SIGKILL); /* all at once: they end side by side */
  for (size_t i = 0; i < all->n; i++) end(all->at[i]);
  free(all->at);
  free(all->nowhere);
  free(all);
}
