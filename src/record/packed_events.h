/* events.raw on disk: both directions, so that they change together.
 *
 *   head     8 bytes, OMEN_PACKED_HEAD. A file without it is struct omen_rawev after struct omen_rawev
 *   block    struct omen_packed_block, then so many bytes. All blocks but the last have
 *            OMEN_PACKED_RECORDS records
 *
 * Most records are like an earlier one: the same access, or the same lock, by some thread a little later.
 * What they have in common (the shape) stands in a slot, found by a hash, of a table that is empty at the
 * beginning of every eighth block (OMEN_PACKED_GROUP). A record is two bytes: the number of its slot and what
 * follows:
 *
 *   NEW     obj obj2 site stack kind size, the shape, which is in the slot from here on
 *   THREAD  the thread's number; without it the thread is that of the record before
 *   point   SAME as in the last record of this thread (or of one with the same low bits), or one MORE, or as
 *           many more as the BYTE says, or what the eight bytes of FULL say
 *
 * So the 40 bytes of a record become 3 or 4: a server with a racy statistic counter in it had written 136 MB,
 * and a third of the second pass was the copying of it to the kernel. */
#ifndef OMEN_RECORD_PACKED_EVENTS_H
#define OMEN_RECORD_PACKED_EVENTS_H
#include "record/rawev.h"
#include <stdbool.h>
#include <stddef.h>

#define OMEN_PACKED_HEAD "omenlog1"
enum {
  OMEN_PACKED_RECORDS = 4096,
  OMEN_PACKED_GROUP = 8, /* blocks */
  OMEN_PACKED_SLOTS = 2048,
  OMEN_PACKED_POINTS = 64,
  OMEN_PACKED_MOST = 2 + 26 + 4 + 8, /* bytes of a record */
  OMEN_PACKED_NEW = 1 << 11,
  OMEN_PACKED_THREAD = 1 << 12,
  OMEN_PACKED_SAME = 0 << 13,
  OMEN_PACKED_ONE = 1 << 13,
  OMEN_PACKED_BYTE = 2 << 13,
  OMEN_PACKED_FULL = 3 << 13
};
struct omen_packed_block {
  uint32_t records, bytes;
};
_Static_assert(sizeof(struct omen_packed_block) == 8, "on disk");

struct omen_packed_shape {
  uint64_t obj, obj2;
  uint32_t site, stack;
  uint8_t kind, size;
  uint8_t known; /* not on disk */
};
struct omen_packing {
  struct omen_packed_shape slot[OMEN_PACKED_SLOTS];
  uint64_t point[OMEN_PACKED_POINTS];
  uint32_t thread;
};

/* The runtime is compiled without knowledge of library functions: of two bytes it would call memcpy. */
static inline uint8_t *omen_packed_put(uint8_t *at, const void *data, size_t n) {
  __builtin_memcpy(at, data, n);
  return at + n;
}

static inline uint32_t omen_packed_slot(const struct omen_rawev *e) {
  uint64_t h = e->obj * 0x9e3779b97f4a7c15u ^ (e->obj2 + e->stack) * 0xbf58476d1ce4e5b9u ^
               (uint64_t)(e->site << 8 ^ e->kind) * 0x94d049bb133111ebu;
  return (uint32_t)(h >> 40) % OMEN_PACKED_SLOTS;
}

static inline bool omen_packed_fits(const struct omen_packed_shape *s, const struct omen_rawev *e) {
  return s->known && s->obj == e->obj && s->obj2 == e->obj2 && s->site == e->site && s->stack == e->stack &&
         s->kind == e->kind && s->size == e->size;
}

static inline uint8_t *omen_packed_shape_put(uint8_t *at, struct omen_packed_shape *s,
                                             const struct omen_rawev *e) {
  *s = (struct omen_packed_shape){e->obj, e->obj2, e->site, e->stack, e->kind, e->size, 1};
  at = omen_packed_put(at, &s->obj, 8);
  at = omen_packed_put(at, &s->obj2, 8);
  at = omen_packed_put(at, &s->site, 4);
  at = omen_packed_put(at, &s->stack, 4);
  at = omen_packed_put(at, &s->kind, 1);
  return omen_packed_put(at, &s->size, 1);
}

static inline uint8_t *omen_pack_one(struct omen_packing *p, const struct omen_rawev *e, uint8_t *at) {
  uint32_t slot = omen_packed_slot(e);
  struct omen_packed_shape *s = &p->slot[slot];
  uint64_t *was = &p->point[e->thread % OMEN_PACKED_POINTS], more = e->point - *was;
  bool new = !omen_packed_fits(s, e), thread = e->thread != p->thread;
  uint32_t how = more < 2     ? (uint32_t)more * OMEN_PACKED_ONE
                 : more < 256 ? OMEN_PACKED_BYTE
                              : OMEN_PACKED_FULL;
  uint16_t tag = (uint16_t)(slot | (new ? OMEN_PACKED_NEW : 0) | (thread ? OMEN_PACKED_THREAD : 0) | how);
  at = omen_packed_put(at, &tag, 2);
  if (new) at = omen_packed_shape_put(at, s, e);
  if (thread) at = omen_packed_put(at, &e->thread, 4);
  if (how == OMEN_PACKED_BYTE) *at++ = (uint8_t)more;
  if (how == OMEN_PACKED_FULL) at = omen_packed_put(at, &e->point, 8);
  p->thread = e->thread;
  *was = e->point;
  return at;
}

/* The block that so many records are before begins with nothing known. */
static inline bool omen_packed_begins(uint64_t before) {
  return before % (OMEN_PACKED_RECORDS * OMEN_PACKED_GROUP) == 0;
}

/* A block of n records, at most OMEN_PACKED_RECORDS, without its head; `to` has room for n *
 * OMEN_PACKED_MOST bytes. Returns how many it took. */
static inline size_t omen_pack(struct omen_packing *p, const struct omen_rawev *e, size_t n, uint64_t before,
                               uint8_t *to) {
  uint8_t *at = to;
  if (omen_packed_begins(before)) __builtin_memset(p, 0, sizeof *p);
  for (size_t i = 0; i < n; i++) at = omen_pack_one(p, &e[i], at);
  return (size_t)(at - to);
}

static inline bool omen_packed_get(const uint8_t **at, const uint8_t *end, void *to, size_t n) {
  if ((size_t)(end - *at) < n) return false;
  __builtin_memcpy(to, *at, n);
  *at += n;
  return true;
}

static inline bool omen_packed_shape_get(const uint8_t **at, const uint8_t *end,
                                         struct omen_packed_shape *s) {
  s->known = 1;
  return omen_packed_get(at, end, &s->obj, 8) && omen_packed_get(at, end, &s->obj2, 8) &&
         omen_packed_get(at, end, &s->site, 4) && omen_packed_get(at, end, &s->stack, 4) &&
         omen_packed_get(at, end, &s->kind, 1) && omen_packed_get(at, end, &s->size, 1);
}

static inline bool omen_unpack_one(struct omen_packing *p, const uint8_t **at, const uint8_t *end,
                                   struct omen_rawev *e) {
  uint16_t tag;
  uint8_t more;
  if (!omen_packed_get(at, end, &tag, 2) || tag >> 15) return false;
  struct omen_packed_shape *s = &p->slot[tag % OMEN_PACKED_SLOTS];
  if (tag & OMEN_PACKED_NEW && !omen_packed_shape_get(at, end, s)) return false;
  if (tag & OMEN_PACKED_THREAD && !omen_packed_get(at, end, &p->thread, 4)) return false;
  uint64_t *was = &p->point[p->thread % OMEN_PACKED_POINTS];
  switch (tag & OMEN_PACKED_FULL) {
  case OMEN_PACKED_SAME: break;
  case OMEN_PACKED_ONE: ++*was; break;
  case OMEN_PACKED_BYTE:
    if (!omen_packed_get(at, end, &more, 1)) return false;
    *was += more;
    break;
  default:
    if (!omen_packed_get(at, end, was, 8)) return false;
  }
  *e = (struct omen_rawev){s->obj, s->obj2, *was, s->site, s->stack, p->thread, s->kind, s->size, 0};
  return s->known;
}

/* False: these bytes are not n records. */
static inline bool omen_unpack(struct omen_packing *p, const uint8_t *at, size_t bytes, struct omen_rawev *e,
                               size_t n, uint64_t before) {
  const uint8_t *end = at + bytes;
  if (omen_packed_begins(before)) __builtin_memset(p, 0, sizeof *p);
  for (size_t i = 0; i < n; i++)
    if (!omen_unpack_one(p, &at, end, &e[i])) return false;
  return at == end;
}
#endif
