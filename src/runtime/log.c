/* Recording and replaying: see log.h. */
#include "runtime/log.h"
#include "record/log_format.h"
#include "runtime/end.h"
#include "runtime/fiber/fiber.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/log_write.h"
#include "runtime/outcome_write.h"
#include "runtime/share.h"
#include "runtime/upward.h"
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

uint64_t omrt_events;

static struct omrt_out log_out, digest_out;
static const uint8_t *log_start, *log_at, *log_end; /* start: of the file */
/* Where what comes from outside is found by a program whose calls are not in the log: the rest of the log
 * from where it was left, or all of the recording that a contained run is derived from. */
static const uint8_t *left_start, *left_at, *left_end;
static bool recording;
static const uint8_t *digest_at, *digest_end;
static uint64_t hash = 0x9e3779b97f4a7c15ull;
static uint64_t last_mark; /* G at the previous 'W' or 'I' record */
volatile bool omrt_log_busy;

static const char *const ev_names[] = {
#define X(symbol, name) name,
#include "record/events.def"
#undef X
};
const char *omrt_ev_name(int ev) { return ev >= 0 && ev < OMEN_EV_COUNT ? ev_names[ev] : "unknown event"; }

void omrt_diverged(const char *fmt, ...) {
  char msg[400];
  va_list ap;
  va_start(ap, fmt);
  omrt_vfmt(msg, sizeof msg, fmt, ap);
  va_end(ap);
  int thread = omrt_cur ? omrt_cur->id : 0; /* at start there is none */
  omrt_say("replay diverged at event %lu, thread %d (its event %lu): %s", omrt_events, thread,
           omrt_cur ? omrt_cur->points : 0, msg);
  char whole[sizeof msg + 32];
  omrt_fmt(whole, sizeof whole, "thread %d: %s", thread, msg);
  omrt_line_end_diverged(omrt_events, whole);
  omrt_end_now(125);
}

/* ---- reading and writing records ---- */

/* Of the log that is replayed, or of the one that was left. */
static struct omen_log_reader reader(const uint8_t *at, const uint8_t *end) {
  return (struct omen_log_reader){end == log_end ? log_start : left_start, at, end};
}

static uint64_t get_before(const uint8_t **p, const uint8_t *end) {
  uint64_t v;
  if (!omen_log_number_at(p, end, &v))
    omrt_diverged(*p < end ? "the log is damaged (number too long)" : "the log ends here");
  return v;
}
static uint64_t get_varint(const uint8_t **p) { return get_before(p, log_end); }

static bool get_piece(const uint8_t **p, const uint8_t *end, struct omen_log_piece *out) {
  struct omen_log_reader r = reader(*p, end);
  bool whole = omen_log_piece(&r, out);
  *p = r.at;
  return whole;
}

/* Steps over one record; false at the end. */
static bool skip_record(const uint8_t **p, const uint8_t *end) {
  struct omen_log_reader r = reader(*p, end);
  bool whole = omen_log_skip(&r);
  *p = r.at;
  return whole;
}

const char *omrt_log_record_name(char type) {
  switch (type) {
#define OMEN_LOG_RECORD(symbol, letter, shape, what)                                                         \
  case letter: return what;
#include "record/log.def"
  case 0: return "nothing";
  }
  return "a damaged record";
}

/* Records that no call asks for. */
static bool told(const uint8_t *at) { return at < log_end && (*at == 'O' || *at == 'o' || *at == 'N'); }

/* What is not whole is left: the log ends there. */
static void take_told(void) {
  while (told(log_at)) {
    const uint8_t *behind = log_at, *data = log_at + 1;
    if (!skip_record(&behind, log_end)) return;
    uint64_t v = get_varint(&data); /* of what a child wrote: its length */
    if (*log_at == 'N')
      omrt_up.connection_waits((int)omen_log_unzigzag(v));
    else
      omrt_up.child_wrote(*log_at == 'O' ? 1 : 2, data, v);
    log_at = behind;
  }
}

char omrt_log_next(void) {
  if (__builtin_expect(told(log_at), 0) && omrt_mode.by_log) take_told();
  return log_at < log_end ? (char)*log_at : 0;
}

enum omen_plan_known omrt_log_known(int how) {
  return how == OMRT_ENDLESS_PROVED    ? OMEN_KNOWN_PROVED
         : how == OMRT_ENDLESS_REPEATS ? OMEN_KNOWN_REPEATS
                                       : OMEN_KNOWN_LIMIT;
}

/* Nobody could say so in the log: it ends anywhere, and the digest, too. */
static void end_if_cut(void) {
  if (!(omrt_config->flags & OMEN_FLAG_PARTIAL) || (log_at < log_end && digest_end - digest_at >= 2)) return;
  bool full = omrt_config->flags & OMEN_FLAG_NO_ROOM;
  omrt_note("the recording was cut off here, after %lu events: %s", omrt_events,
            full ? "there was no room for more (a full disk, or a limit for files); the program went on"
                 : "the program or omen was killed");
  if (full) omrt_end_cut();
  omrt_end_signal(SIGKILL, (struct omrt_fault){0});
  omrt_up.die(SIGKILL);
}

/* The recorded run was killed from outside, between two events: a replay ends the same way when it gets
 * there, which is when it needs something that the recording does not have. */
void omrt_log_end_if_killed(void) {
  if (omrt_log_next() == 'L') { /* or found to go on for ever */
    log_at++;
    get_varint(&log_at);
    omrt_end_endless(omrt_log_known((int)get_varint(&log_at)));
  }
  if (omrt_log_next() != 'X') {
    end_if_cut();
    return;
  }
  log_at++;
  get_varint(&log_at);
  int sig = (int)get_varint(&log_at);
  omrt_end_signal(sig, (struct omrt_fault){0});
  omrt_up.die(sig);
}

static void expect(uint8_t type) {
  omrt_log_end_if_killed();
  if (log_at >= log_end)
    omrt_diverged("the program needs %s, but the log ends here", omrt_log_record_name((char)type));
  if (*log_at != type)
    omrt_diverged("the program needs %s; the recording has %s", omrt_log_record_name((char)type),
                  omrt_log_record_name((char)*log_at));
  log_at++;
}

/* ---- the digest ---- */

static void mix(uint64_t v) {
  hash ^= v;
  hash *= 0xff51afd7ed558ccdull;
  hash ^= hash >> 32;
}

/* Whenever the process is killed, or the disk is full, what is there is a beginning of the run: the log
 * first, so that it has all that was needed up to the last event of the digest. */
static uint64_t flushed; /* bytes of the log when the digest was */
void omrt_log_flush(void) {
  if (!recording || omrt_mode.live || !log_out.buf) return;
  omrt_out_flush(&log_out);
  flushed = log_out.written;
  if (log_out.lost && !digest_out.lost) digest_out.lost = 1;
  omrt_out_flush(&digest_out);
  if (digest_out.lost && !log_out.lost) log_out.lost = 1; /* it would be room for nothing */
}

static void check_event(enum omen_ev ev, int thread, uint64_t obj, uint64_t val) {
  mix(obj + ((uint64_t)ev << 56) + ((uint64_t)thread << 48));
  mix(val);
  uint8_t check = (uint8_t)(hash >> 24);
  if (recording) {
    uint8_t *two = (uint8_t *)digest_out.buf + digest_out.used;
    two[0] = (uint8_t)ev;
    two[1] = check;
    if ((digest_out.used += 2) == digest_out.cap) omrt_log_flush();
    return;
  }
  if (digest_end - digest_at < 2)
    omrt_diverged("%s (object 0x%lx), but the recorded run had ended", omrt_ev_name(ev), obj);
  if (digest_at[0] != ev)
    omrt_diverged("recorded: %s; now: %s (object 0x%lx)", omrt_ev_name(digest_at[0]), omrt_ev_name(ev), obj);
  if (digest_at[1] != check)
    omrt_diverged("%s with another object, thread or value than recorded (object 0x%lx, value %lu)",
                  omrt_ev_name(ev), obj, val);
  digest_at += 2;
}

void omrt_log_begin(void) {
  if (!recording && digest_end - digest_at < 2) omrt_up.deadline();
}

/* A contained run is replayed by running it again; what its recorder changed in the strategy is changed here.
 */
static void take_strategy(void) {
  for (int to; (to = omrt_log_due('R')) >= 0;) omrt_config->strategy = (uint32_t)to;
}

/* What was followed is not needed again: the files of a long recording would fill memory as they are read. */
static void forget_behind(const uint8_t **from, const uint8_t *at) {
  const uint8_t *end = (const uint8_t *)((uintptr_t)at & ~4095ull);
  if (!*from || end <= *from) return;
  OMRT_SYS3(SYS_madvise, *from, end - *from, MADV_DONTNEED);
  *from = end;
}

enum { MUCH = 1 << 20 };                      /* of a log that has few events, and long ones */
static const uint8_t *log_kept, *digest_kept; /* from these pages on */
static void now_and_then(void) {
  if (!omrt_mode.checked) return;
  forget_behind(&log_kept, log_at);
  forget_behind(&digest_kept, digest_at);
  omrt_up.position(omrt_events);
}

void omrt_log_event(enum omen_ev ev, int thread, uint64_t obj, uint64_t val) {
  if (omrt_mode.checked && digest_end - digest_at < 2) omrt_log_end_if_killed();
  omrt_log_busy = true;
  if (__builtin_expect(!(++omrt_events & (OMRT_LOG_EVERY - 1)), 0)) now_and_then();
  if (__builtin_expect(omrt_events == omrt_config->stop_at, 0)) omrt_end_seen();
  if (!omrt_mode.live) check_event(ev, thread, obj, val);
  if (omrt_mode.checked && digest_end - digest_at < 2) omrt_up.deadline();
  if (omrt_mode.checked && omrt_mode.world) take_strategy();
  omrt_log_busy = false;
}

int omrt_log_next_event(void) { return digest_end - digest_at < 2 ? -1 : digest_at[0]; }

/* ---- marks ---- */

/* Of a contained run only what its runtime did not find by itself: who runs follows from the strategy. Of any
 * other who ran is in the log, and the strategy does not matter. */
static bool noted(char type) {
  if (!recording || omrt_mode.live) return false;
  return omrt_mode.world ? type == 'X' || type == 'L' || type == 'R' : type != 'R';
}

void omrt_log_mark(char type, int arg) {
  if (!noted(type)) return;
  omrt_log_busy = true;
  omrt_put_mark(&log_out, type, omrt_events - last_mark, (uint64_t)arg);
  last_mark = omrt_events;
  omrt_log_busy = false;
}

int omrt_log_due(char type) {
  if (omrt_log_next() != type) return -1;
  const uint8_t *p = log_at + 1;
  if (get_varint(&p) + last_mark != omrt_events) return -1;
  int arg = (int)get_varint(&p);
  log_at = p;
  last_mark = omrt_events;
  return arg;
}

/* ---- values, system calls, contents ---- */

void omrt_log_value(int64_t *v) {
  if (omrt_mode.world) return;
  if (omrt_mode.by_log) {
    expect('T');
    *v = omen_log_unzigzag(get_varint(&log_at));
  } else {
    omrt_log_busy = true;
    omrt_put_value(&log_out, 'T', *v);
    omrt_log_busy = false;
  }
}

static void put_call(int nr, uint64_t a0, int64_t ret, const struct omrt_piece *pieces, int n) {
  if (log_out.written != flushed) omrt_log_flush(); /* few events, and much for each: none stays behind */
  omrt_put_call(&log_out, nr, a0, ret, pieces, n);
}

static void put_copies(void) {
  int n;
  const struct omrt_copy *copies = omrt_up.copies(&n);
  for (int i = 0; i < n; i++) omrt_put_copy(&log_out, copies[i].to, copies[i].from, copies[i].len);
}

/* A deadly signal must not come between the two. */
void omrt_log_call(int nr, uint64_t a0, int64_t ret, const struct omrt_piece *pieces, int n) {
  if (omrt_mode.world) return;
  omrt_log_busy = true;
  put_call(nr, a0, ret, pieces, n);
  put_copies();
  omrt_log_busy = false;
}

static void put_copy(void *of) {
  const struct omrt_copy *c = of;
  omrt_up.put((void *)c->to, (const void *)c->from, c->len);
}

/* Both places are the program's: a damaged log may name any. */
static void replay_copies(int nr) {
  while (log_at < log_end && *log_at == 'C') { /* not omrt_log_next: what the call wrote is shown first */
    log_at++;
    uint64_t to = get_varint(&log_at), from = get_varint(&log_at), len = get_varint(&log_at);
    struct omrt_copy c = {to, from, len};
    if (!omrt_up.is_mapped(to, len) || !omrt_guarded(put_copy, &c))
      omrt_diverged("the log is damaged (system call %d)", nr);
  }
}

int64_t omrt_log_call_replay(int nr) {
  expect('S');
  int recorded = (int)get_varint(&log_at);
  if (recorded != nr)
    omrt_diverged("the program makes system call %d; recorded: system call %d", nr, recorded);
  get_varint(&log_at); /* the first argument: the digest has it */
  int64_t ret = omen_log_unzigzag(get_varint(&log_at));
  for (uint64_t n = get_varint(&log_at); n; n--) {
    struct omen_log_piece piece;
    if (!get_piece(&log_at, log_end, &piece)) omrt_diverged("the log is damaged (system call %d)", nr);
    omrt_up.put((void *)piece.addr, piece.data, piece.len);
  }
  replay_copies(nr);
  if (log_at - log_kept > MUCH) forget_behind(&log_kept, log_at);
  return ret;
}

/* ---- what a contained run asked the outside ---- */

struct answer {
  int nr;
  uint64_t key;
  int64_t ret;
  const uint8_t *data;
  uint64_t len;
};

/* *p is behind the 'S'. */
static void read_answer(const uint8_t **p, struct answer *out) {
  out->nr = (int)get_varint(p);
  out->key = get_varint(p);
  out->ret = omen_log_unzigzag(get_varint(p));
  out->len = 0;
  out->data = NULL;
  if (!get_varint(p)) return;
  struct omen_log_piece piece;
  if (!get_piece(p, log_end, &piece)) omrt_diverged("the log is damaged (an answer)");
  out->data = piece.data;
  out->len = piece.len;
}

static bool later_answer(int nr, uint64_t key, struct answer *out) {
  for (const uint8_t *p = log_at; p < log_end;) {
    const uint8_t *record = p + 1;
    if (*p == 'S') read_answer(&record, out);
    if (*p == 'S' && out->nr == nr && out->key == key) return true;
    if (!skip_record(&p, log_end)) return false;
  }
  return false;
}

bool omrt_log_answer(int nr, uint64_t key, int64_t *ret, const uint8_t **data, uint64_t *len) {
  struct answer a;
  if (recording || !omrt_of_contained()) return false;
  if (omrt_mode.live) {
    if (!later_answer(nr, key, &a)) return false;
  } else {
    expect('S');
    read_answer(&log_at, &a);
    if (a.nr != nr || a.key != key)
      omrt_diverged("the run asks the outside another question (%d) than the recorded one (%d)", nr, a.nr);
  }
  *ret = a.ret;
  *data = a.data;
  *len = a.len;
  return true;
}

void omrt_log_answered(int nr, uint64_t key, int64_t ret, const void *data, uint64_t len) {
  if (!recording || !omrt_of_contained()) return;
  omrt_log_busy = true;
  put_call(nr, key, ret, &(struct omrt_piece){(void *)data, len}, len > 0);
  omrt_log_busy = false;
}

/* Where the search for results of a call (and descriptor) goes on; empty: at the place where the recording
 * was left. */
static struct cursor {
  uint64_t key;
  const uint8_t *from;
} cursors[1024];

void omrt_log_leave(void) {
  if (left_end) return;
  left_start = log_start;
  left_at = log_at;
  left_end = log_end;
}

static struct cursor *cursor_of(int nr, uint64_t a0, bool same) {
  uint64_t key = (same ? a0 + 1 : 0) << 16 | (uint64_t)(nr + 1);
  for (uint64_t i = key * 0x9e3779b97f4a7c15ull >> 54, tries = 0; tries < 1024; i = (i + 1) & 1023, tries++) {
    if (!cursors[i].key) cursors[i] = (struct cursor){key, left_at};
    if (cursors[i].key == key) return &cursors[i];
  }
  return NULL;
}

bool omrt_log_call_search(int nr, uint64_t a0, bool same, int64_t *ret, uint8_t *into, size_t room,
                          size_t *len) {
  struct cursor *c = cursor_of(nr, a0, same);
  const uint8_t *p = c ? c->from : NULL;
  while (p && p < left_end) {
    const uint8_t *at = p;
    if (!skip_record(&p, left_end)) break;
    if (*at++ != 'S' || (int)get_before(&at, left_end) != nr) continue;
    uint64_t arg = get_before(&at, left_end);
    if (same && arg != a0) continue;
    *ret = omen_log_unzigzag(get_before(&at, left_end));
    *len = 0;
    for (uint64_t n = get_before(&at, left_end); n; n--) {
      struct omen_log_piece piece;
      get_piece(&at, left_end, &piece); /* was stepped over: it is not damaged */
      uint64_t take = piece.len < room - *len ? piece.len : room - *len;
      memcpy(into + *len, piece.data, take);
      *len += take;
    }
    c->from = p;
    return true;
  }
  return false;
}

static const uint8_t *end_of_left(void) { return left_end ? left_end : log_end; }
const uint8_t *omrt_log_searched(int nr) {
  const struct cursor *c = cursor_of(nr, 0, false);
  return c ? c->from : NULL;
}

const uint8_t *omrt_log_left(void) { return left_at ? left_at : log_at; }

bool omrt_log_step(const uint8_t **at, struct omrt_logged *out) {
  const uint8_t *end = end_of_left();
  for (const uint8_t *p = *at; p && p < end;) {
    const uint8_t *record = p;
    if (!skip_record(&p, end)) return false;
    if (*record++ != 'S') continue;
    out->nr = (int)get_before(&record, end);
    out->a0 = get_before(&record, end);
    out->ret = omen_log_unzigzag(get_before(&record, end));
    out->n = get_before(&record, end);
    out->pieces = record;
    *at = p;
    return true;
  }
  return false;
}

int omrt_log_step_signal(const uint8_t **at, int64_t info[5]) {
  const uint8_t *end = end_of_left();
  for (const uint8_t *p = *at; p && p < end;) {
    const uint8_t *record = p;
    if (!skip_record(&p, end)) return 0;
    if (*record != 'I' && *record != 'J') continue;
    record++;
    get_before(&record, end);
    *at = p;
    for (int i = 0; i < 5; i++)
      if (!omrt_log_step_value(at, &info[i])) return 0;
    return (int)get_before(&record, end);
  }
  return 0;
}

bool omrt_log_step_value(const uint8_t **at, int64_t *v) {
  const uint8_t *end = end_of_left();
  for (const uint8_t *p = *at; p && p < end;) {
    const uint8_t *record = p;
    if (!skip_record(&p, end)) return false;
    *at = p;
    if (*record++ != 'T') continue;
    *v = omen_log_unzigzag(get_before(&record, end));
    return true;
  }
  return false;
}

struct omrt_log_marks omrt_log_marks_left(void) {
  return (struct omrt_log_marks){.at = omrt_log_left(), .event = last_mark};
}

bool omrt_log_marks_step(struct omrt_log_marks *m) {
  const uint8_t *end = end_of_left();
  for (const uint8_t *p = m->at; p && p < end;) {
    const uint8_t *record = p;
    if (!skip_record(&p, end)) return false;
    m->at = p;
    if (omen_log_shape(*record) != OMEN_LOG_MARK) continue;
    m->type = (char)*record++;
    m->event += get_before(&record, end);
    m->arg = (int)get_before(&record, end);
    return true;
  }
  return false;
}

const uint8_t *omrt_log_piece(const uint8_t **at, uint64_t *len) {
  struct omen_log_piece piece;
  if (!get_piece(at, end_of_left(), &piece)) return NULL;
  *len = piece.len;
  return piece.data;
}

void omrt_log_contents(void *addr, size_t len) {
  if (omrt_mode.world) return;
  if (!omrt_mode.by_log) {
    omrt_log_busy = true;
    omrt_put_contents(&log_out, 'M', addr, len);
    omrt_log_busy = false;
    return;
  }
  expect('M');
  uint64_t have = get_varint(&log_at);
  if (have > (uint64_t)(log_end - log_at)) omrt_diverged("the log is damaged (contents)");
  memcpy(addr, log_at, have < len ? have : len);
  log_at += have;
}

void omrt_log_child_wrote(int fd, const void *data, uint64_t len) {
  if (!recording || omrt_mode.live) return;
  omrt_log_busy = true;
  omrt_put_contents(&log_out, fd == 1 ? 'O' : 'o', data, len);
  omrt_log_busy = false;
}

void omrt_log_waiting(int fd) {
  if (!recording || omrt_mode.live) return;
  omrt_log_busy = true;
  omrt_put_value(&log_out, 'N', fd);
  omrt_log_busy = false;
}

const uint8_t *omrt_log_waited(const uint8_t *from, const uint8_t *to, int fd) {
  for (const uint8_t *p = from; p && p < to;) {
    const uint8_t *record = p;
    if (!skip_record(&p, end_of_left())) return NULL;
    if (*record++ == 'N' && omen_log_unzigzag(get_before(&record, end_of_left())) == fd) return p;
  }
  return NULL;
}

size_t omrt_log_layout(const uint64_t *now, size_t n, uint64_t *then, size_t most) {
  if (recording) {
    omrt_put_layout(&log_out, now, n);
    return n;
  }
  uint64_t len = 0;
  if (omrt_log_next() == 'A') {
    log_at++;
    len = get_varint(&log_at);
  }
  if (!len || len > (uint64_t)(log_end - log_at) || len > most * sizeof *then || len % sizeof *then)
    omrt_diverged("the log is damaged (where things lay)");
  memcpy(then, log_at, len);
  log_at += len;
  return len / sizeof *then;
}

/* ---- files ---- */

static const uint8_t *map_file(const char *name, uint64_t magic, const uint8_t **start, const uint8_t **end) {
  char path[600];
  omrt_fmt(path, sizeof path, "%s/%s", omrt_config->dir, name);
  long fd = OMRT_SYS4(SYS_openat, -100, path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) omrt_fatal("cannot read %s (error %ld)", path, -fd);
  long size = OMRT_SYS3(SYS_lseek, fd, 0, 2 /* SEEK_END */);
  if (size < 8) omrt_fatal("%s is cut short", path);
  void *at = omrt_reserve((size_t)size);
  long got = OMRT_SYS6(SYS_mmap, at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);
  if (got < 0) omrt_fatal("cannot map %s (error %ld)", path, -got);
  OMRT_SYS1(SYS_close, fd);
  if (memcmp(at, &magic, 8)) omrt_fatal("%s is not a file of this version of Omen", path);
  *start = at;
  *end = (const uint8_t *)at + size;
  return (const uint8_t *)at + 8;
}

/* The program writes files, too, and must not fail because it is recorded; nor must what comes behind the
 * run: the second pass, and the manifest. */
enum { LEAVE = 32 << 20 };

void omrt_log_init(void) {
  recording = omrt_config->mode == OMEN_MODE_RECORD;
  if (omrt_mode.world) left_at = map_file("base.log", OMEN_LOG_MAGIC, &left_start, &left_end);
  if (!recording) {
    log_at = map_file("log", OMEN_LOG_MAGIC, &log_start, &log_end);
    digest_at = map_file("digest", OMEN_DIGEST_MAGIC, &digest_kept, &digest_end);
    log_kept = log_start;
    return;
  }
  uint64_t magic = OMEN_LOG_MAGIC;
  omrt_out_open(&log_out, "log");
  omrt_out_write(&log_out, &magic, 8);
  magic = OMEN_DIGEST_MAGIC;
  omrt_out_open(&digest_out, "digest");
  omrt_out_write(&digest_out, &magic, 8);
  uint64_t room = omrt_out_room(&log_out);
  log_out.leave = digest_out.leave = room == UINT64_MAX ? 0 : room / 2 < LEAVE ? room / 2 : LEAVE;
}

/* The ordinary replay has come to the end mark; one that runs again to the last recorded event. */
void omrt_log_check_end(void) {
  if (omrt_mode.by_log && omrt_log_next() != 'E') end_if_cut();
  if (omrt_mode.by_log && omrt_log_next() != 'E')
    omrt_diverged("the program ends; the recording has %s next", omrt_log_record_name(omrt_log_next()));
  if (omrt_mode.checked && omrt_mode.world && digest_end - digest_at >= 2)
    omrt_diverged("the program ends; the recording has %s next", omrt_ev_name(digest_at[0]));
}

void omrt_log_finish(void) {
  if (!recording || omrt_mode.live) return;
  omrt_put_byte(&log_out, 'E');
  omrt_log_flush();
}

void omrt_log_mute(void) { log_out.lost = digest_out.lost = omrt_outcome.lost = 1; }

void omrt_log_child(void) {
  struct omrt_out *all[] = {&log_out, &digest_out, &omrt_outcome};
  for (int i = 0; i < 3; i++)
    if (all[i]->buf) {
      OMRT_SYS1(SYS_close, all[i]->fd);
      *all[i] = (struct omrt_out){.fd = -1};
    }
}
