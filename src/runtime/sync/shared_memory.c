/* Memory that other processes see: see shared_memory.h. */
#include "runtime/sync/shared_memory.h"
#include "runtime/fiber/fiber.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/upward.h"
#include <string.h>

enum { MOST = 64, PAGE = 4096 };
static struct shared {
  uint64_t lo, hi;
  bool writable;
  uint8_t *kept; /* a copy, from omrt_shared_keep on */
} all[MOST];
static int count;
static bool too_many; /* then any memory may be such */

void omrt_shared_add(uint64_t lo, uint64_t len, bool writable) {
  too_many |= count == MOST;
  if (count == MOST) return;
  all[count++] = (struct shared){lo, lo + ((len + PAGE - 1) & ~(PAGE - 1ull)), writable, NULL};
}

static void forget(struct shared *s) {
  if (s->kept) omrt_free(s->kept, s->hi - s->lo);
  *s = all[--count];
}

/* What goes in part is taken to be there still. */
void omrt_shared_gone(uint64_t lo, uint64_t len) {
  uint64_t hi = lo + ((len + PAGE - 1) & ~(PAGE - 1ull));
  for (int i = count; i--;)
    if (all[i].lo >= lo && all[i].hi <= hi) forget(&all[i]);
}

bool omrt_shared_at(uint64_t addr) {
  for (int i = 0; i < count; i++)
    if (all[i].lo <= addr && addr < all[i].hi) return true;
  return too_many;
}

bool omrt_shared_any(void) { return count; }

bool omrt_shared_written(void) {
  for (int i = 0; i < count; i++)
    if (all[i].writable) return true;
  return too_many;
}

uint64_t omrt_shared_bytes(void) {
  uint64_t bytes = 0;
  for (int i = 0; i < count; i++)
    if (all[i].writable) bytes += all[i].hi - all[i].lo;
  return bytes;
}

/* ---- what changed ---- */

struct look {
  const struct shared *s;
  uint64_t at;       /* of the page, in it */
  uint32_t from, to; /* what changed, in the page; to 0: nothing */
};

/* Other processes may write while this looks: each word is taken once, and what was taken counts. */
static void look_at_page(void *arg) {
  struct look *l = arg;
  volatile uint64_t *now = (void *)(l->s->lo + l->at);
  uint64_t *kept = (void *)(l->s->kept + l->at);
  for (uint32_t i = 0; i < PAGE / 8; i++) {
    uint64_t word = now[i];
    if (word == kept[i]) continue;
    kept[i] = word;
    if (!l->to) l->from = i * 8;
    l->to = i * 8 + 8;
  }
}

/* A page that cannot be read (behind a file's end, protected) has not changed. */
static uint64_t each_changed(void (*visit)(const struct look *l)) {
  uint64_t n = 0;
  for (int i = 0; i < count; i++) {
    if (!all[i].writable) continue;
    if (!all[i].kept) all[i].kept = omrt_alloc(all[i].hi - all[i].lo);
    for (uint64_t at = 0; at < all[i].hi - all[i].lo; at += PAGE) {
      struct look l = {&all[i], at, 0, 0};
      if (!omrt_guarded(look_at_page, &l) || !l.to) continue;
      n++;
      if (visit) visit(&l);
    }
  }
  return n;
}

void omrt_shared_keep(void) { each_changed(NULL); }

/* In the log: where and how much, the bytes, and so on; a length of 0 is the end. */
struct place {
  uint64_t addr, len;
};

static void put(const struct look *l) {
  struct place p = {l->s->lo + l->at + l->from, l->to - l->from};
  omrt_log_contents(&p, sizeof p);
  omrt_log_contents(l->s->kept + l->at + l->from, p.len);
}

static uint64_t take(void) {
  static uint8_t bytes[PAGE];
  for (uint64_t n = 0;; n++) {
    struct place p = {0};
    omrt_log_contents(&p, sizeof p);
    if (!p.len) return n;
    if (p.len > PAGE || !omrt_shared_at(p.addr) || !omrt_shared_at(p.addr + p.len - 1))
      omrt_diverged("the memory at 0x%lx is not shared; recorded: another process changed it", p.addr);
    omrt_log_contents(bytes, p.len);
    omrt_up.put((void *)p.addr, bytes, p.len);
  }
}

/* Nothing changed: nothing is in the log. Where this is called, a record of contents is never the next one
 * for another reason: other contents come behind the record of their call. */
uint64_t omrt_shared_log(void) {
  if (omrt_mode.world) return 0;
  if (omrt_mode.by_log) return omrt_log_next() == 'M' ? take() : 0;
  uint64_t n = each_changed(put);
  struct place end = {0};
  if (n) omrt_log_contents(&end, sizeof end);
  return n;
}
