/* Two hash tables: see watch_filter_tables.h. */
#include "runtime/shadow/watch_filter_tables.h"

#define GONE 1 /* in the place of a thing that was forgotten: obj 0 is nobody's */
static struct omrt_thing *thing;
static struct omrt_octet *octet;
static uint32_t things_cap, things, things_used; /* used: those that are gone count, too */
static uint32_t octets_cap, octets;

static uint32_t hash(uint64_t key, uint32_t cap) {
  return (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (cap - 1);
}

static void clear(struct omrt_knows *k) {
  omrt_filter_vector_set(&k->hb, NULL);
  omrt_filter_vector_set(&k->shb, NULL);
}

static bool settled(const struct omrt_knows *k, const struct omrt_knows *low) {
  return omrt_filter_vector_within(k->hb, low->hb) && omrt_filter_vector_within(k->shb, low->shb);
}

/* ---- things ---- */

static struct omrt_thing *place_of(uint64_t key) {
  uint32_t i = hash(key, things_cap);
  while (thing[i].obj && thing[i].obj != key) i = (i + 1) & (things_cap - 1);
  return &thing[i];
}

static void rebuild_things(uint32_t cap) {
  struct omrt_thing *old = thing;
  uint32_t had = things_cap;
  thing = omrt_alloc(cap * sizeof *thing);
  things_cap = cap;
  things_used = things;
  for (uint32_t i = 0; i < had; i++)
    if (old[i].obj > GONE) *place_of(old[i].obj) = old[i];
  if (had) omrt_free(old, had * sizeof *old);
}

struct omrt_thing *omrt_thing_at(uint64_t obj) {
  if (things_used * 4 >= things_cap * 3)
    rebuild_things(!things_cap ? 1024 : things * 2 >= things_cap ? things_cap * 2 : things_cap);
  struct omrt_thing *t = place_of(obj + 1);
  if (!t->obj) {
    t->obj = obj + 1;
    things++;
    things_used++;
  }
  return t;
}

struct omrt_thing *omrt_thing_known(uint64_t obj) {
  if (!things) return NULL;
  struct omrt_thing *t = place_of(obj + 1);
  return t->obj ? t : NULL;
}

static void take_out(struct omrt_thing *t) {
  clear(&t->knows);
  *t = (struct omrt_thing){.obj = GONE};
  things--;
}

void omrt_thing_forget(uint64_t obj) {
  struct omrt_thing *t = obj ? omrt_thing_known(obj) : NULL;
  if (t && !t->waits) take_out(t);
}

/* ---- memory ---- */

static struct omrt_octet *octet_place(uint64_t key) {
  uint32_t i = hash(key, octets_cap);
  while (octet[i].at && octet[i].at != key) i = (i + 1) & (octets_cap - 1);
  return &octet[i];
}

static void rebuild_octets(uint32_t cap) {
  struct omrt_octet *old = octet;
  uint32_t had = octets_cap;
  octet = omrt_alloc(cap * sizeof *octet);
  octets_cap = cap;
  for (uint32_t i = 0; i < had; i++)
    if (old[i].at) *octet_place(old[i].at) = old[i];
  if (had) omrt_free(old, had * sizeof *old);
}

struct omrt_octet *omrt_octet_at(uint64_t addr, bool make) {
  uint64_t key = addr / 8 + 1;
  if (!make && !octets_cap) return NULL;
  if (make && octets * 4 >= octets_cap * 3) rebuild_octets(octets_cap ? octets_cap * 2 : 1024);
  struct omrt_octet *o = octet_place(key);
  if (o->at || !make) return o->at ? o : NULL;
  o->at = key;
  octets++;
  return o;
}

/* ---- both ---- */

static void sweep_octets(const struct omrt_filter_vector *low) {
  uint32_t kept = octets;
  for (uint32_t i = 0; i < octets_cap; i++) {
    struct omrt_octet *o = &octet[i];
    bool old = o->at;
    for (int k = 0; old && k < 8; k++) old = omrt_filter_vector_within(o->last[k], low);
    if (!old) continue;
    for (int k = 0; k < 8; k++) omrt_filter_vector_set(&o->last[k], NULL);
    o->at = 0; /* chains are broken until all are placed anew, below */
    kept--;
  }
  if (kept == octets) return;
  octets = kept;
  rebuild_octets(octets_cap);
}

void omrt_tables_sweep(const struct omrt_knows *low) {
  for (uint32_t i = 0; i < things_cap; i++)
    if (thing[i].obj > GONE && !thing[i].waits && settled(&thing[i].knows, low)) take_out(&thing[i]);
  sweep_octets(low->shb);
}

uint32_t omrt_tables_entries(void) { return things + octets; }

void omrt_tables_clear(void) {
  for (uint32_t i = 0; i < things_cap; i++) clear(&thing[i].knows);
  for (uint32_t i = 0; i < octets_cap; i++)
    for (int k = 0; k < 8; k++) omrt_filter_vector_set(&octet[i].last[k], NULL);
  omrt_free(thing, things_cap * sizeof *thing);
  omrt_free(octet, octets_cap * sizeof *octet);
  thing = NULL;
  octet = NULL;
  things_cap = things = things_used = octets_cap = octets = 0;
}
