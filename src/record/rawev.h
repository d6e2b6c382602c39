/* What the watch pass leaves: events.raw and stacks.raw, as the runtime writes them (events.raw is packed:
 * packed_events.h). trace/rawlog.h reads them as a source of events. */
#ifndef OMEN_RECORD_RAWEV_H
#define OMEN_RECORD_RAWEV_H
#include <stdint.h>

/* Locks that several can hold are clocks in the log; those of their records that take and give the lock say
 * how. */
enum omen_raw_hold { OMEN_RAW_HOLD_NONE, OMEN_RAW_HOLD_READ, OMEN_RAW_HOLD_WRITE };

/* What an operation does to a synchronisation object: ENTER records, in the trace of an exploration alone.
 * They order nothing; but which of two comes first may matter (omen_uses_conflict). */
enum omen_raw_use {
#define OMEN_USE(symbol, word, does, did) OMEN_RAW_USE_##symbol,
#include "record/uses.def"
  OMEN_RAW_USES
};

/* events.raw: one record an event, in the total order. Clock objects (obj) are named by the runtime; the
 * kinds are those of trace/ (src/trace/kinds.def): accesses, locks, forks, joins, and the clock operations
 * that every other kind of synchronisation is made of. */
struct omen_rawev {
  uint64_t obj;  /* address of the access; id of the lock or clock; number of the thread forked or joined */
  uint64_t obj2; /* COPY, MERGE: the source clock. Accesses: value read or written (0 when unknown). ACQ, REL,
                    and OBSERVE and PUBLISH of a rwlock: the lock's address. ENTER: the object's, as obj */
  uint64_t point; /* the thread's own event count: the event's name is (thread, point) */
  uint32_t site;  /* accesses: the site */
  uint32_t stack; /* number of the stack in stacks.raw, 0: none */
  uint32_t thread;
  uint8_t kind; /* enum omen_kind of trace/kinds.h */
  uint8_t size; /* accesses: bytes of the watched range touched by this access, at obj; OBSERVE, PUBLISH: enum
                   omen_raw_hold; ENTER: enum omen_raw_use */
  uint16_t zero;
};
_Static_assert(sizeof(struct omen_rawev) == 40, "on disk, where it is not packed");

/* stacks.raw: count, then that many PCs, innermost first; the first stack in the file is number 1. */
struct omen_rawstack {
  uint64_t count;
  uint64_t pc[];
};
#endif
