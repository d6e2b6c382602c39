/* The world of an exploration (world.h): its time, and what the program tells the outside, which is kept and
 * not performed. */
#include "record/rawout.h"
#include "runtime/world/world.h"
#include "runtime/world/answers.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/world/contained.h"
#include <time.h>

/* ---- time ----
 * It goes on from the last recorded value: by what is slept, and a little with every look of a thread, as
 * many times as that thread looked. So the time that a thread sees depends as little as can be on how often
 * others looked meanwhile; printed, it would be the schedule's doing. It never goes back. */

enum { CLOCKS = 16, LOOKERS = 4096, LOOK = 1000 };
static int64_t last[CLOCKS];  /* the latest value of each clock, recorded or made up */
static int64_t begin[CLOCKS]; /* where the looks count from */
static uint32_t looks[LOOKERS];

void omrt_world_saw_time(int clock, int64_t value) {
  if (!omrt_mode.world && clock >= 0 && clock < CLOCKS) last[clock] = begin[clock] = value;
}

/* Clock reads have no names in the log; but of what they tell, the time of day is unlike the time since the
 * machine's start. Where the recorded run never looked, it is some day, an hour after the start. */
#define LONG_AGO 1000000000ll * 1000000000ll
#define SOME_DAY 1600000000ll * 1000000000ll
#define AN_HOUR 3600ll * 1000000000ll

static void begin_at(int clock, int64_t value) {
  if (!last[clock]) last[clock] = begin[clock] = value;
}

void omrt_world_begin_time(const uint8_t *at) {
  enum { LOOKED_AT = 100000 };
  int64_t v, day = 0, up = 0;
  for (int i = 0; (!day || !up) && i < LOOKED_AT && omrt_log_step_value(&at, &v); i++) {
    if (!day && v >= LONG_AGO) day = v;
    if (!up && v > 1000000 && v < LONG_AGO) up = v;
  }
  static const int days[] = {CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_TAI, CLOCK_REALTIME_ALARM};
  for (size_t i = 0; i < sizeof days / sizeof *days; i++) begin_at(days[i], day ? day : SOME_DAY);
  for (int clock = 0; clock < CLOCKS; clock++) begin_at(clock, up ? up : AN_HOUR);
}

int64_t omrt_world_time(int clock) {
  if (clock < 0 || clock >= CLOCKS) clock = CLOCK_MONOTONIC;
  if (!last[clock]) omrt_world_begin_time(omrt_log_left());
  return last[clock];
}
int64_t omrt_world_look(int clock) {
  if (clock < 0 || clock >= CLOCKS) clock = CLOCK_MONOTONIC;
  omrt_world_time(clock);
  int64_t now = begin[clock] + (int64_t)++looks[omrt_cur->id % LOOKERS] * LOOK;
  if (now > last[clock]) last[clock] = now;
  return last[clock];
}
void omrt_world_skip(int64_t ns) {
  for (int i = 0; i < CLOCKS; i++) {
    omrt_world_time(i);
    last[i] += ns;
    begin[i] += ns;
  }
}

/* ---- outputs ---- */

static struct omrt_out out;
static uint64_t bytes;
static uint64_t written = 1, standard = 1; /* hashes */
enum { KEEP = 64 << 20 };

void omrt_world_init(void) {
  omrt_contained_init();
  bool records = omrt_config->mode == OMEN_MODE_RECORD;
  if (!omrt_world_followed() && !omrt_mode.world) return;
  if (omrt_world_followed() || records) omrt_out_open(&out, "outputs");
  omrt_before_load();
}

void omrt_world_flush(void) { omrt_out_flush(&out); }
void omrt_world_outputs_to(int fd) { omrt_out_move(&out, fd); }
struct omrt_out *omrt_world_out(void) { return &out; }

static uint64_t hash_bytes(uint64_t h, const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3ull;
  return h;
}

static void hash_output(uint64_t fd, const void *data, size_t len) {
  written = hash_bytes(written * 31 + fd, data, len);
  if (fd == 1) standard = hash_bytes(standard, data, len);
}

uint64_t omrt_world_written(void) { return written; }
uint64_t omrt_world_standard(void) { return standard; }

void omrt_capture(int nr, uint64_t fd, const void *data, size_t len) {
  if (!out.buf || bytes > KEEP) return;
  struct omen_rawout r = {
      .call = (uint32_t)nr, .fd = (uint32_t)fd, .thread = (uint32_t)omrt_cur->id, .len = (uint32_t)len};
  omrt_backtrace(__builtin_frame_address(0), r.pcs, 4);
  omrt_out_write(&out, &r, sizeof r);
  omrt_out_write(&out, data, len);
  hash_output(fd, data, len);
  if (omrt_mode.wrote) omrt_mode.wrote(fd, len);
  bytes += len;
}
