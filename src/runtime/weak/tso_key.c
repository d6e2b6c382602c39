/* The state of a tso machine: see tso_key.h. */
#include "runtime/weak/tso_key.h"
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/weak/buffer.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/weak.h"
#include "runtime/weak/weak_model.h"

/* Eight bytes of memory, aligned, that somebody accessed. */
struct spot {
  struct spot *next;
  uint64_t addr;
};
/* LONGEST: of an access so much is taken for the state: of calls that copy more, the rest is not. */
enum { SPOT_BUCKETS = 1024, LONGEST_ACCESS = 4096 };
static struct spot *spots[SPOT_BUCKETS];
static uint64_t histories; /* of all threads, also of those that are gone: memory that is not followed has
                              what they made of what they read */
bool omrt_weak_keyed;

static struct spot **bucket_of(uint64_t addr) { return &spots[(addr >> 3) * 0x9e3779b97f4a7c15ull >> 54]; }

static void follow_word(uint64_t addr) {
  struct spot **b = bucket_of(addr);
  for (const struct spot *s = *b; s; s = s->next)
    if (s->addr == addr) return;
  struct spot *s = omrt_alloc(sizeof *s);
  *s = (struct spot){.next = *b, .addr = addr};
  *b = s;
}

static uint64_t end_of(uint64_t addr, uint64_t len) {
  return addr + (len < LONGEST_ACCESS ? len : LONGEST_ACCESS);
}

void omrt_tso_follow(uint64_t addr, uint64_t len) {
  if (!omrt_weak_keyed) return;
  for (uint64_t at = addr & ~7ull; at < end_of(addr, len); at += 8) follow_word(at);
}

void omrt_tso_key_forget(uint64_t addr, uint64_t end) {
  if (!omrt_weak_keyed) return;
  for (uint32_t i = 0; i < SPOT_BUCKETS; i++)
    for (struct spot **at = &spots[i], *s; (s = *at);) {
      if (s->addr >= end || s->addr + 8 <= addr) {
        at = &s->next;
        continue;
      }
      *at = s->next;
      omrt_free(s, sizeof *s);
    }
}

static uint64_t history_of(const struct omrt_weak_thread *t) {
  return t->history ? omrt_weak_mix(t->history, t->number) : 0;
}

void omrt_tso_took(struct omrt_weak_thread *t, uint64_t addr, uint64_t len) {
  if (!omrt_weak_keyed) return;
  omrt_tso_follow(addr, len);
  histories -= history_of(t);
  t->history = omrt_weak_mix(t->history, addr);
  for (uint64_t at = addr; at < end_of(addr, len); at++)
    t->history = omrt_weak_mix(t->history, *(const volatile uint8_t *)at);
  t->history |= 1;
  histories += history_of(t);
}

static uint64_t buffer_key(const struct omrt_weak_thread *t) {
  uint64_t key = t->number;
  for (uint32_t i = 0; i < t->entries; i++)
    key = omrt_weak_mix(omrt_weak_mix(key, t->entry[i].addr + t->entry[i].size), t->entry[i].value);
  return t->entries ? key : 0;
}

uint64_t omrt_tso_key(void) {
  uint64_t sum = histories;
  for (uint32_t i = 0; i < SPOT_BUCKETS; i++)
    for (const struct spot *s = spots[i]; s; s = s->next)
      sum += omrt_weak_mix(s->addr, omrt_weak_peek(s->addr, 8));
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->weak) sum += buffer_key(f->weak);
  return sum;
}
