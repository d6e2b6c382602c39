/* Recordings that were cut off: see recover.h. */
#include "record/recover.h"
#include "record/launch.h"
#include "record/logged.h"
#include "record/segments.h"
#include "record/watch.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGEST_HEAD = 8, EVENT = 2 };
static const double cut_every = 5; /* as of omen run */

static char *inside(const struct omen_recording *r, const char *name) {
  return omen_format("%s/%s", r->dir, name);
}

static int nothing(const struct omen_recording *r, struct omen_err *err) {
  return omen_fail(err,
                   "%s: this recording was interrupted before anything of the run was written: record the "
                   "program again",
                   r->dir);
}

/* *ended: it has its end mark. */
static int trim_log(const struct omen_recording *r, bool *ended, struct omen_err *err) {
  char *path = inside(r, "log");
  int fd = open(path, O_RDWR | O_CLOEXEC), result = 0;
  struct stat st;
  if (fd < 0 && errno != ENOENT)
    result = omen_fail(err, "%s: this recording was interrupted, and cannot be put right: %s", path,
                       strerror(errno));
  else if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size < DIGEST_HEAD)
    result = nothing(r, err);
  void *data = result ? MAP_FAILED : mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (!result && data == MAP_FAILED) result = omen_fail(err, "%s: %s", path, strerror(errno));
  if (!result) {
    size_t whole = omen_log_whole(data, (size_t)st.st_size, ended);
    munmap(data, (size_t)st.st_size);
    if (!whole)
      result = nothing(r, err);
    else if (whole < (size_t)st.st_size && ftruncate(fd, (off_t)whole))
      result = omen_fail(err, "%s: %s", path, strerror(errno));
  }
  if (fd >= 0) close(fd);
  free(path);
  return result;
}

static int trim_digest(const struct omen_recording *r, uint64_t *events, struct omen_err *err) {
  char *path = inside(r, "digest");
  struct stat st;
  int result = 0;
  *events = 0;
  if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_size < DIGEST_HEAD + EVENT)
    result = nothing(r, err);
  else if (st.st_size % EVENT && truncate(path, st.st_size / EVENT * EVENT))
    result = omen_fail(err, "%s: %s", path, strerror(errno));
  else
    *events = (uint64_t)(st.st_size - DIGEST_HEAD) / EVENT;
  free(path);
  return result;
}

/* The recorded run's detector saw the same, but had no time to say it. */
static int detect_again(struct omen_recording *r, struct omen_outcome *outcome, struct omen_err *err) {
  char *old = inside(r, "watch"), *to = inside(r, "outcome");
  omen_rmtree(old);
  free(old);
  char *scratch = omen_scratch_new(r, true, err);
  if (!scratch) return free(to), -1;
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = r->manifest.flags | OMEN_FLAG_NO_OUTPUT,
                          .dir = scratch,
                          .silent = true};
  char *from = omen_format("%s/outcome.replay", scratch);
  double spent = omen_spent(true);
  int status, result = omen_launch(&l, &status, err);
  r->manifest.cpu_seconds = omen_spent(true) - spent;
  if (!result && omen_outcome_read(outcome, from, NULL))
    result = omen_fail(err, "%s: what is there of this recording cannot be replayed", r->dir);
  if (!result && outcome->end == OMEN_END_DIVERGED)
    result = omen_fail(err, "%s: what is there of this recording cannot be replayed: event %llu, %s", r->dir,
                       (unsigned long long)outcome->event, outcome->message);
  if (!result && rename(from, to)) result = omen_fail(err, "%s: %s", to, strerror(errno));
  if (result) omen_outcome_release(outcome);
  omen_scratch_free(scratch);
  free(from);
  free(to);
  return result;
}

int omen_recording_cut(struct omen_recording *r, struct omen_outcome *outcome, struct omen_err *err) {
  bool ended;
  uint64_t events;
  if (trim_log(r, &ended, err) || trim_digest(r, &events, err)) return -1;
  if (!ended) r->manifest.flags |= OMEN_FLAG_PARTIAL;
  return detect_again(r, outcome, err);
}

static int complete(struct omen_recording *r, struct omen_err *err) {
  struct omen_outcome outcome = {0};
  struct omen_err trouble = {0};
  if (omen_recording_cut(r, &outcome, err)) return -1;
  if (omen_watch_wanted(&outcome) &&
      omen_watch_pass(r, &outcome, r->manifest.flags, cut_every, NULL, &trouble))
    omen_warn("%s: the second pass failed: %s", r->dir, trouble.msg);
  uint64_t events = omen_outcome_counter(&outcome, "events");
  omen_outcome_release(&outcome);
  if (omen_recording_seal(r, err)) return -1;
  if (omen_segments_seal(r, &trouble)) omen_segments_remove(r);
  omen_warn("%s: this recording was interrupted: what was written of it, %llu events, is kept as a run that "
            "SIGKILL "
            "ended there",
            r->dir, (unsigned long long)events);
  return 0;
}

int omen_recording_recover(struct omen_recording *r, struct omen_err *err) {
  if (r->manifest.flags & OMEN_FLAG_CONTAINED) return nothing(r, err);
  int hold = omen_folder_hold(r->dir);
  if (hold < 0) return omen_fail(err, "%s: this recording is being made just now", r->dir);
  int result = complete(r, err);
  omen_folder_let_go(&hold);
  return result;
}
