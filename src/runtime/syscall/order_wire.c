/* Positions in a stream, and whose clock belongs to which: see order_wire.h. */
#include "runtime/syscall/order_wire.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"

struct part { /* what one write put there, not all of it read yet */
  struct omen_clk clock;
  uint64_t from, to;
  struct part *next;
};

struct omen_wire {
  struct part *first, **last;
  struct part *open; /* of the write that is under way */
  uint64_t written, read;
  bool messages, blurred;
  struct omen_clk end; /* of who closed it; blurred: of all who wrote since */
};

static bool all_blurred;

struct omen_wire *omen_wire_new(bool messages) {
  struct omen_wire *s = omen_alloc(sizeof *s);
  s->last = &s->first;
  s->messages = messages;
  return s;
}

bool omen_wire_messages(const struct omen_wire *s) { return s->messages; }

bool omen_wire_all_blurred(void) { return all_blurred; }

static bool blurred(const struct omen_wire *s) { return s->blurred || all_blurred; }

void omen_wire_blur(struct omen_wire *s) {
  if (s)
    s->blurred = true;
  else
    all_blurred = true;
}

/* Two writes at a time, of which one waits for room: whose bytes come first is not known. */
void omen_wire_writes(struct omen_wire *s) {
  if (s->open) s->blurred = true;
  if (blurred(s)) {
    omen_hb_release(&s->end);
    return;
  }
  s->open = omen_alloc(sizeof *s->open);
  omen_hb_release(&s->open->clock);
}

static void append(struct omen_wire *s, struct part *p) {
  *s->last = p;
  s->last = &p->next;
}

static void drop(struct part *p) {
  omen_clk_reset(&p->clock);
  omen_free(p, sizeof *p);
}

/* Nothing was written because there was no room: who makes room does so after this. It counts as part of the
 * last that is there. */
void omen_wire_wrote(struct omen_wire *s, int64_t ret, uint64_t units) {
  struct part *p = s->open;
  if (!p) return;
  s->open = NULL;
  p->from = s->written;
  p->to = s->written += units;
  if (ret < 0 && p->from) p->from--;
  if (p->to > s->read && p->to > p->from)
    append(s, p);
  else
    drop(p);
}

static void take_all(struct omen_wire *s) {
  for (struct part *p = s->first; p; p = p->next) omen_hb_acquire(&p->clock);
  if (s->open) omen_hb_acquire(&s->open->clock);
  omen_hb_acquire(&s->end);
}

static void forget_read(struct omen_wire *s) {
  while (s->first && s->first->to <= s->read) {
    struct part *p = s->first;
    s->first = p->next;
    if (!s->first) s->last = &s->first;
    drop(p);
  }
}

/* A long write may be read while it is still under way: then more was read than is known to be written.
 * Without such a write, somebody wrote who is not seen here. */
void omen_wire_read(struct omen_wire *s, uint64_t units, bool keep) {
  uint64_t to = s->read + units;
  if (units && to > s->written && !s->open) s->blurred = true;
  if (blurred(s) || !units) {
    take_all(s);
    return;
  }
  for (struct part *p = s->first; p && p->from < to; p = p->next) omen_hb_acquire(&p->clock);
  if (to > s->written && s->open) omen_hb_acquire(&s->open->clock);
  if (keep) return;
  s->read = to;
  forget_read(s);
}

void omen_wire_close(struct omen_wire *s) { omen_hb_release(&s->end); }
