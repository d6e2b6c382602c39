/* shadow/watch_filter_tables.h: what the filter of the watch log (watch_filter.c) knows of clocks and of
 * memory. */
#ifndef OMRT_SHADOW_WATCH_FILTER_TABLES_H
#define OMRT_SHADOW_WATCH_FILTER_TABLES_H
#include "runtime/shadow/clock.h"
#include "runtime/shadow/watch_filter_vector.h"

struct omrt_knows { /* of watched accesses: by happens-before, and by schedulable happens-before */
  struct omrt_filter_vector *hb, *shb;
};
struct omrt_thing { /* a lock or another clock */
  uint64_t obj;     /* + 1; 0: no entry, 1 is an entry that was taken out */
  struct omrt_knows knows;
  uint32_t by; /* + 1: number of who gave it back last, 0: nobody; and what `news` was then */
  uint32_t news;
  uint32_t waits; /* threads that have taken it and not said so yet */
  bool more;      /* its clock has what whoever holds it does not know */
};
struct omrt_octet {                   /* eight bytes of memory */
  uint64_t at;                        /* address / 8 + 1 */
  struct omrt_filter_vector *last[8]; /* what the last write to each byte knew, in the schedulable order */
};

/* Pointers hold until the next call that may make one. */
struct omrt_thing *omrt_thing_at(uint64_t obj);    /* made if there is none */
struct omrt_thing *omrt_thing_known(uint64_t obj); /* NULL: there is none */
void omrt_thing_forget(uint64_t obj);
struct omrt_octet *omrt_octet_at(uint64_t addr, bool make); /* NULL: there is none */
/* Entries that have nothing but what `low` has are as good as none, and go. */
void omrt_tables_sweep(const struct omrt_knows *low);
uint32_t omrt_tables_entries(void);
void omrt_tables_clear(void);
#endif
