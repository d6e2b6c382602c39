/* The command's side of a feeder: see feeder.h. */
#include "explore/feeder.h"
#include "explore/explore_parts.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 2000000, ANSWER_MS = 20000 }; /* a run has its own limits, which come first */

struct omen_feeder {
  struct omen_recording recording;
  struct omen_inputs inputs; /* what it began with: others must be like them */
  struct omen_feeder_memory *shared;
  struct omen_buf rendered;
  int socket;
  pid_t pid;
};

static int send_file(int socket, int fd) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } with = {0};
  struct iovec iov = {"", 1};
  struct msghdr m = {
      .msg_iov = &iov, .msg_iovlen = 1, .msg_control = &with, .msg_controllen = sizeof with.room};
  struct cmsghdr *c = CMSG_FIRSTHDR(&m);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(c), &fd, sizeof fd);
  return sendmsg(socket, &m, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

/* The memory that both see, and the socket's other end in the feeder. */
static int start(struct omen_feeder *f, const struct omen_derivation *d, int socket, struct omen_err *err) {
  int fd = -1;
  struct omen_launch l = {.recording = &f->recording,
                          .mode = OMEN_MODE_RECORD,
                          .flags = f->recording.manifest.flags | OMEN_FLAG_NO_OUTPUT | OMEN_FLAG_FEED |
                                   OMEN_FLAG_NO_DETECT,
                          .dir = f->recording.dir,
                          .live_seconds = d->seconds,
                          .max_events = d->max_events ? d->max_events : EVENTS,
                          .server = socket,
                          .silent = true};
  if (!omen_memfds(&fd, 1) || ftruncate(fd, OMEN_FEED_SIZE))
    return omen_fail(err, "no memory for runs: %s", strerror(errno));
  f->shared = mmap(NULL, OMEN_FEED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  int result = f->shared == MAP_FAILED ? omen_fail(err, "no memory for runs: %s", strerror(errno)) : 0;
  if (result) f->shared = NULL;
  if (!result) result = omen_launch_start(&l, &f->pid, err);
  if (!result && send_file(f->socket, fd)) result = omen_fail(err, "the feeder does not listen");
  close(fd);
  return result;
}

struct omen_feeder *omen_feeder_open(const struct omen_derivation *d, const char *dir, struct omen_err *err) {
  int pair[2];
  struct omen_feeder *f = omen_xcalloc(1, sizeof *f);
  if (omen_derive_begin(d, dir, &f->recording, err)) {
    free(f);
    return NULL;
  }
  f->recording.manifest.flags &= ~(uint32_t)OMEN_FLAG_FOLLOWS; /* no expressions */
  omen_inputs_copy(&f->inputs, d->inputs);
  f->socket = -1;
  int result = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
  if (!result) {
    f->socket = pair[0];
    result = start(f, d, pair[1], err);
    close(pair[1]);
  }
  if (!result) return f;
  omen_feeder_close(f);
  return NULL;
}

static void end(struct omen_feeder *f) {
  if (f->socket >= 0) close(f->socket);
  if (f->pid > 0) omen_process_end(f->pid, omen_process_open(f->pid));
  f->socket = -1;
  f->pid = 0;
}
void omen_feeder_close(struct omen_feeder *f) {
  if (!f) return;
  end(f);
  if (f->shared) munmap(f->shared, OMEN_FEED_SIZE);
  omen_recording_remove(f->recording.dir);
  omen_recording_release(&f->recording);
  omen_inputs_release(&f->inputs);
  omen_buf_release(&f->rendered);
  free(f);
}

bool omen_feeder_takes(const struct omen_feeder *f, const struct omen_inputs *in) {
  if (!f || f->socket < 0 || in->n != f->inputs.n) return false;
  for (size_t i = 0; i < in->n; i++) {
    const struct omen_input *a = &in->list[i], *b = &f->inputs.list[i];
    bool fixed =
        omen_inputs_is_string(a->kind) && (a->room != b->room || omen_input_unset(a) != omen_input_unset(b));
    bool counts = a->kind == OMEN_INPUT_ARGC && memcmp(a->bytes, b->bytes, 4);
    if (a->kind != b->kind || strcmp(a->name, b->name) || a->symbolic != b->symbolic || fixed || counts)
      return false;
  }
  return true;
}

static bool exchange(struct omen_feeder *f, int *status) {
  struct pollfd p = {.fd = f->socket, .events = POLLIN};
  if (send(f->socket, "", 1, MSG_NOSIGNAL) != 1) return false;
  int n;
  do n = poll(&p, 1, ANSWER_MS);
  while (n < 0 && errno == EINTR);
  return n == 1 && recv(f->socket, status, sizeof *status, 0) == sizeof *status && *status != -1;
}

int omen_feeder_run(struct omen_feeder *f, const struct omen_inputs *in, struct omen_fed *out) {
  int status;
  char *shared = (char *)f->shared;
  f->rendered.len = 0;
  omen_inputs_render(in, &f->rendered);
  if (f->rendered.len > OMEN_FEED_SIZE - OMEN_FEED_INPUTS) return -1;
  memcpy(shared + OMEN_FEED_INPUTS, f->rendered.data, f->rendered.len);
  memset(shared + OMEN_FEED_COVERED, 0, (f->shared->blocks + 7) / 8);
  f->shared->inputs = f->rendered.len;
  f->shared->end = OMEN_FED_NOTHING;
  if (!exchange(f, &status)) return end(f), -1;
  *out = (struct omen_fed){.end = f->shared->end,
                           .status = f->shared->status,
                           .defects = f->shared->defects,
                           .blocks = f->shared->blocks,
                           .covered = (uint8_t *)shared + OMEN_FEED_COVERED};
  return 0;
}
