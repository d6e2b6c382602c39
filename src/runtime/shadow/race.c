/* The racy locations of the run, each once, and this folder's part of the outcome file. */
#include "runtime/shadow/annotate.h"
#include "runtime/shadow/clock.h"
#include "runtime/outcome_write.h"
#include <string.h>

#define RACES 100000u
#define BUCKETS (1u << 18)
#define NOWHERE 65536u /* no memory is below: who goes there faults, and may have a handler for that */
struct race {
  uint64_t addr, len;
  uint32_t site, thread;
  uint8_t earlier, kind;
};
static struct race *races;
static uint32_t *buckets;       /* by address: number of the race + 1 */
static uint32_t count, current; /* current: the race (+1) that this access noted last */
static uint64_t current_end, dropped;

void omrt_race_begin(void) { current = 0; }

static uint32_t *bucket_of(uint64_t addr) {
  uint64_t i = (addr >> 0) * 0x9e3779b97f4a7c15ull >> (64 - 18);
  while (buckets[i] && races[buckets[i] - 1].addr != addr) i = (i + 1) & (BUCKETS - 1);
  return &buckets[i];
}

void omrt_race_note(uint64_t addr, uint64_t len, enum omrt_access earlier, enum omrt_access k,
                    uint32_t site) {
  if (addr < NOWHERE || omrt_annotated_benign(addr, len)) return;
  if (current && addr == current_end) {
    struct race *r = &races[current - 1];
    current_end = addr + len;
    if (current_end - r->addr > r->len) r->len = current_end - r->addr;
    return;
  }
  if (!races) {
    races = omrt_reserve(RACES * sizeof *races);
    buckets = omrt_reserve(BUCKETS * sizeof *buckets);
  }
  uint32_t *b = bucket_of(addr);
  if (!*b) {
    if (count == RACES) {
      dropped++;
      return;
    }
    races[count] =
        (struct race){addr, len, omen_site_number(site), omrt_self->number, (uint8_t)earlier, (uint8_t)k};
    *b = ++count;
  }
  struct race *r = &races[*b - 1];
  if (r->len < len) r->len = len;
  current = *b;
  current_end = addr + len;
}

void omrt_race_mask(uint64_t cell_addr, unsigned mask, enum omrt_access earlier, enum omrt_access k,
                    uint32_t site) {
  for (unsigned i = 0; i < 4; i++)
    if (mask & 1u << i) omrt_race_note(cell_addr + i, 1, earlier, k, site);
}

uint64_t omrt_race_dropped(void) { return dropped; }

void omrt_race_report(void) {
  for (uint32_t i = 0; i < count; i++) {
    const struct race *r = &races[i];
    omrt_line_racy(r->addr, r->len, omrt_access_name[r->earlier], omrt_access_name[r->kind], r->site,
                   (int)r->thread);
  }
  omrt_annotate_report();
  omrt_line_counter("racy_locations", count);
  omrt_line_counter("racy_dropped", dropped);
}
