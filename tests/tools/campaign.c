/* campaign REC [--replays N] [--seeds N]: replays a recording N times, and records its program anew under N
 * seeds (by turns of the strategies), each replayed once; everything through record/, without the cost of the
 * command. A replay is identical when it met the same events (the runtime checks each against the digest),
 * ended the same way and counted the same. Says the first difference and exits 1. Used by tests/soak. */
#include "record/launch.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What must be alike in two outcomes: how it ended, and the counters of the schedule. */
static char *essence(const char *dir, const char *name) {
  char *path = omen_format("%s/%s", dir, name);
  struct omen_buf text = {0}, out = {0};
  struct omen_err err;
  if (omen_file_read(path, &text, &err)) omen_die(1, "%s", err.msg);
  for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
    if (!strncmp(line, "end ", 4) || !strncmp(line, "counter events", 14) ||
        !strncmp(line, "counter switches", 16) || !strncmp(line, "counter threads", 15) ||
        !strncmp(line, "racy ", 5))
      omen_buf_addf(&out, "%s\n", line);
  omen_buf_release(&text);
  free(path);
  return out.data ? out.data : omen_xstrdup("");
}

static int launch(const struct omen_recording *r, enum omen_mode mode, const char *dir) {
  struct omen_launch l = {
      .recording = r, .mode = mode, .flags = OMEN_FLAG_NO_OUTPUT, .dir = dir, .silent = true};
  int status;
  struct omen_err err;
  if (omen_launch(&l, &status, &err)) omen_die(1, "%s", err.msg);
  return status;
}

static void compare(const struct omen_recording *r, const char *dir, const char *want, int want_status,
                    int status, const char *what, long n) {
  char *got = essence(dir, "outcome.replay");
  if (status != want_status || strcmp(want, got))
    omen_die(1, "%s: %s %ld differs: status %d, recorded %d\n--- recorded\n%s--- replayed\n%s", r->dir, what,
             n, status, want_status, want, got);
  free(got);
}

static void replays(const struct omen_recording *r, long n) {
  struct omen_err err;
  char *want = essence(r->dir, "outcome");
  for (long i = 0, first = 0; i < n; i++) {
    char *dir = omen_scratch_new(r, false, &err);
    if (!dir) omen_die(1, "%s", err.msg);
    int status = launch(r, OMEN_MODE_REPLAY, dir);
    if (i == 0) first = status;
    compare(r, dir, want, (int)first, status, "replay", i);
    omen_scratch_free(dir);
  }
  free(want);
}

static void seeds(struct omen_recording *r, long n) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT, OMEN_STRATEGY_RR,
                                   OMEN_STRATEGY_POS};
  char dir[] = "/tmp/omen-campaign.XXXXXX";
  if (!mkdtemp(dir)) omen_die(1, "cannot make a folder in /tmp");
  for (long i = 1; i <= n; i++) {
    r->manifest.seed = (uint64_t)i;
    r->manifest.strategy = turns[i % 4];
    int status = launch(r, OMEN_MODE_RECORD, dir);
    char *want = essence(dir, "outcome");
    compare(r, dir, want, status, launch(r, OMEN_MODE_REPLAY, dir), "seed", i);
    free(want);
  }
  omen_rmtree(dir);
}

int main(int argc, char **argv) {
  long nreplays = 0, nseeds = 0;
  if (argc < 2) omen_die(2, "usage: campaign REC [--replays N] [--seeds N]");
  for (int i = 2; i + 1 < argc; i += 2)
    if (!strcmp(argv[i], "--replays"))
      nreplays = atol(argv[i + 1]);
    else if (!strcmp(argv[i], "--seeds"))
      nseeds = atol(argv[i + 1]);
    else
      omen_die(2, "unknown option %s", argv[i]);
  struct omen_recording r;
  struct omen_err err;
  if (omen_recording_open(&r, argv[1], &err)) omen_die(1, "%s", err.msg);
  replays(&r, nreplays);
  seeds(&r, nseeds);
  printf("%s: %ld replays and %ld seeds identical\n", argv[1], nreplays, nseeds);
  return 0;
}
