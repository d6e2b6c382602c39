/* A recording's watch log (record/rawev.h) as a source of events.
 *
 * Accesses there are byte ranges. The ranges of the whole log are cut at each other's ends into disjoint
 * atoms, which become the variables: two accesses conflict exactly when they share an atom. An access (or
 * ALLOC) that covers several atoms is given as several events in a row with the same aux, the record's
 * number. Variables are named 0xADDR+SIZE, locations by the site number in decimal, threads T<number>; lock
 * and clock objects share one numbering, as in the log. Well-formedness is not checked.
 *
 * With OMEN_SOURCE_SUCCESSION a thread that was joined is succeeded by one that its joiner makes later: the
 * two are one thread of this source, as if it had gone on. The successor comes after all that it did, so that
 * nothing changes for who asks which accesses are not ordered; and a program that makes a thread a connection
 * has a few threads, not millions. Should there be too many all the same, the log ends there
 * (omen_rawlog_cut). */
#ifndef OMEN_TRACE_RAWLOG_H
#define OMEN_TRACE_RAWLOG_H
#include "record/rawev.h"
#include "trace/source.h"

/* `path`: the events.raw file. Takes the file in one pass for the ranges, and streams it after that. */
struct omen_source *omen_rawlog_open(const char *path, unsigned flags, struct omen_err *err);
/* The record at which it ended, because there were too many threads; 0: it did not. */
uint64_t omen_rawlog_cut(const struct omen_source *s);
/* How many records were read so far. */
uint64_t omen_rawlog_records(const struct omen_source *s);
/* From here on an access's location is what `location` says of its record, and not its site. */
void omen_rawlog_locate(struct omen_source *s, uint32_t (*location)(void *arg, const struct omen_rawev *e),
                        void *arg);
/* Site number in the log of a location of this source, or what it was located at. */
uint32_t omen_rawlog_site(const struct omen_source *s, uint32_t loc);
/* A record that takes or gives a lock, whose address is obj2 then; `read`: for reading, beside others. */
static inline bool omen_rawev_takes(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_ACQ || (e->kind == OMEN_KIND_OBSERVE && e->size);
}
static inline bool omen_rawev_gives(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_REL || (e->kind == OMEN_KIND_PUBLISH && e->size);
}
static inline bool omen_rawev_shared(const struct omen_rawev *e) {
  return (e->kind == OMEN_KIND_OBSERVE || e->kind == OMEN_KIND_PUBLISH) && e->size == OMEN_RAW_HOLD_READ;
}
#endif
