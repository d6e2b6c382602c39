/* Where events come from: a file in STD text, the binary format, or a recording's watch log (events.raw),
 * behind one interface. A source is read from front to back, as often as wanted; the numbers of names stay
 * the same.
 *
 * What is read is also checked to be well formed (trace/check.h), unless the caller says otherwise: a release
 * without its acquire, overlapping critical sections of a lock, or an event of a thread after its join is an
 * error that names the line or the event. Inner acquires and releases of a re-entrant lock are turned into
 * events without effect.
 *
 * Ownership: the caller owns the source and closes it. Errors: negative result and a message. */
#ifndef OMEN_TRACE_SOURCE_H
#define OMEN_TRACE_SOURCE_H
#include "base/base.h"
#include "trace/event.h"
#include "trace/intern.h"

enum omen_source_flag {
  OMEN_SOURCE_UNCHECKED = 1,
  OMEN_SOURCE_SUCCESSION = 2 /* of a watch log: see rawlog.h */
};
enum omen_format { OMEN_FORMAT_STD, OMEN_FORMAT_BIN, OMEN_FORMAT_RAW };

struct omen_source;
struct omen_source_ops { /* what a reader offers; `read` gives 0 at the end */
  long (*read)(struct omen_source *s, struct omen_event *ev, size_t cap, struct omen_err *err);
  int (*rewind)(struct omen_source *s, struct omen_err *err);
  void (*where)(struct omen_source *s, uint64_t event, char *text, size_t n); /* "line 12", "event 11" */
  void (*close)(struct omen_source *s);
};
struct omen_source { /* readers embed this as their first member */
  const struct omen_source_ops *ops;
  char *path; /* for messages */
  enum omen_format format;
  unsigned flags;
  struct omen_names names[OMEN_SPACES];
  uint64_t events;             /* given out since the last rewind */
  uint64_t bytes, bytes_total; /* progress: of the file; total 0 when unknown */
  struct omen_check *check;
  struct omen_hidden_calls *hidden; /* NULL: there are none */
};

/* Opens `path` ("-": standard input), finding the format by its content; a folder, or a file called
 * events.raw, is a recording's watch log. What cannot be read twice (a pipe) is copied to a temporary file
 * first. */
struct omen_source *omen_source_open(const char *path, unsigned flags, struct omen_err *err);
/* The same from memory: for tests and fuzzing. The bytes are borrowed. */
struct omen_source *omen_source_memory(const void *data, size_t n, unsigned flags, struct omen_err *err);
/* Up to `cap` events; 0: the end; negative: error. */
long omen_source_read(struct omen_source *s, struct omen_event *ev, size_t cap, struct omen_err *err);
int omen_source_rewind(struct omen_source *s, struct omen_err *err);
void omen_source_close(struct omen_source *s);
static inline uint32_t omen_source_count(const struct omen_source *s, enum omen_space space) {
  return s->names[space].n;
}
#endif
