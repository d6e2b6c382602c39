/* shadow/quiet_tables.h: what the filter of the watch log (quiet.c) knows of clocks and of memory. */
#ifndef OMEN_SHADOW_QUIET_TABLES_H
#define OMEN_SHADOW_QUIET_TABLES_H
#include "runtime/shadow/clock.h"
#include "runtime/shadow/lore.h"

struct omen_knows { /* of watched accesses: by happens-before, and by schedulable happens-before */
  struct omen_lore *hb, *shb;
};
struct omen_thing { /* a lock or another clock */
  uint64_t obj;     /* + 1; 0: no entry, 1 is an entry that was taken out */
  struct omen_knows knows;
  uint32_t by; /* + 1: number of who gave it back last, 0: nobody; and what `news` was then */
  uint32_t news;
  uint32_t waits; /* threads that have taken it and not said so yet */
  bool more;      /* its clock has what whoever holds it does not know */
};
struct omen_octet {          /* eight bytes of memory */
  uint64_t at;               /* address / 8 + 1 */
  struct omen_lore *last[8]; /* what the last write to each byte knew, in the schedulable order */
};

/* Pointers hold until the next call that may make one. */
struct omen_thing *omen_thing_at(uint64_t obj);    /* made if there is none */
struct omen_thing *omen_thing_known(uint64_t obj); /* NULL: there is none */
void omen_thing_forget(uint64_t obj);
struct omen_octet *omen_octet_at(uint64_t addr, bool make); /* NULL: there is none */
/* Entries that have nothing but what `low` has are as good as none, and go. */
void omen_tables_sweep(const struct omen_knows *low);
uint32_t omen_tables_entries(void);
void omen_tables_clear(void);
#endif
