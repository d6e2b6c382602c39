/* Recordings that were cut off: see recover.h. */
#include "record/recover.h"
#include "record/launch.h"
#include "record/loaded.h"
#include "record/logged.h"
#include "record/saved_checkpoints.h"
#include "record/watch.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
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

/* *ended: it has its end mark. What is behind so many events goes, too. */
static int trim_log(const struct omen_recording *r, uint64_t events, bool *ended, struct omen_err *err) {
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
    size_t whole = omen_log_whole(data, (size_t)st.st_size, events, ended);
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

/* What is still to be done writes files, too: rather the last events are given up than all of them. */
enum { LEAST = 256 << 10, MOST = 16 << 20, TIMES = 6 };
static uint64_t size_of(const struct omen_recording *r, const char *name) {
  char *path = inside(r, name);
  struct stat st;
  uint64_t size = stat(path, &st) ? 0 : (uint64_t)st.st_size;
  free(path);
  return size;
}
static bool crowded(const struct omen_recording *r) {
  struct statvfs fs;
  uint64_t enough = (size_of(r, "log") + size_of(r, "digest")) / 2;
  enough = enough < LEAST ? LEAST : enough < MOST ? enough : MOST;
  return !statvfs(r->dir, &fs) && fs.f_blocks && (uint64_t)fs.f_bavail * fs.f_frsize < enough;
}
static int make_room(const struct omen_recording *r, uint64_t events, struct omen_err *err) {
  bool unused;
  char *digest = inside(r, "digest");
  int result = 0;
  for (int i = 0; i < TIMES && !result && events > 8 && crowded(r); i++) {
    events -= events / 8;
    if (truncate(digest, (off_t)(DIGEST_HEAD + events * EVENT)))
      result = omen_fail(err, "%s: %s", digest, strerror(errno));
    else
      result = trim_log(r, events, &unused, err);
  }
  free(digest);
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
  if (!result) result = omen_recording_elsewhere(r, outcome, err);
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

int omen_recording_cut(struct omen_recording *r, bool no_room, struct omen_outcome *outcome,
                       struct omen_err *err) {
  bool ended;
  uint64_t events;
  if (trim_log(r, UINT64_MAX, &ended, err) || trim_digest(r, &events, err)) return -1;
  ended &= !no_room; /* of a log that is whole the digest may not be */
  if (!ended && make_room(r, events, err)) return -1;
  if (!ended) r->manifest.flags |= OMEN_FLAG_PARTIAL | (no_room ? OMEN_FLAG_NO_ROOM : 0);
  return detect_again(r, outcome, err);
}

static int complete(struct omen_recording *r, struct omen_err *err) {
  struct omen_outcome outcome = {0};
  struct omen_err trouble = {0};
  if (omen_recording_cut(r, false, &outcome, err)) return -1;
  if (omen_watch_wanted(&outcome) &&
      omen_watch_pass(r, &outcome, r->manifest.flags, cut_every, NULL, &trouble))
    omen_warn("%s: the second pass failed: %s", r->dir, trouble.msg);
  uint64_t events = omen_outcome_counter(&outcome, "events");
  omen_outcome_release(&outcome);
  if (omen_recording_seal(r, err)) return -1;
  if (omen_saved_checkpoints_seal(r, &trouble)) omen_saved_checkpoints_remove(r);
  omen_warn("%s: this recording was interrupted: what was written of it, %llu events, is kept as a run that "
            "SIGKILL "
            "ended there",
            r->dir, (unsigned long long)events);
  return 0;
}

int omen_recording_recover(struct omen_recording *r, struct omen_err *err) {
  if (r->manifest.flags & OMEN_FLAG_CONTAINED) return nothing(r, err);
  int hold = omen_folder_lock(r->dir);
  if (hold < 0) return omen_fail(err, "%s: this recording is being made just now", r->dir);
  int result = complete(r, err);
  omen_folder_let_go(&hold);
  return result;
}
