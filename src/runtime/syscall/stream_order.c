/* Positions in a stream, and whose clock belongs to which: see stream_order.h. */
#include "runtime/syscall/stream_order.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"

struct part { /* what one write put there, not all of it read yet */
  struct omrt_clk clock;
  uint64_t from, to;
  struct part *next;
};

struct omrt_wire {
  struct part *first, **last;
  struct part *open; /* of the write that is under way */
  uint64_t written, read;
  bool messages, blurred;
  struct omrt_clk end; /* of who closed it; blurred: of all who wrote since */
};

static bool all_blurred;

struct omrt_wire *omrt_wire_new(bool messages) {
  struct omrt_wire *s = omrt_alloc(sizeof *s);
  s->last = &s->first;
  s->messages = messages;
  return s;
}

bool omrt_wire_messages(const struct omrt_wire *s) { return s->messages; }

bool omrt_wire_all_blurred(void) { return all_blurred; }

static bool blurred(const struct omrt_wire *s) { return s->blurred || all_blurred; }

void omrt_wire_blur(struct omrt_wire *s) {
  if (s)
    s->blurred = true;
  else
    all_blurred = true;
}

/* Two writes at a time, of which one waits for room: whose bytes come first is not known. */
void omrt_wire_writes(struct omrt_wire *s) {
  if (s->open) s->blurred = true;
  if (blurred(s)) {
    omrt_hb_release(&s->end);
    return;
  }
  s->open = omrt_alloc(sizeof *s->open);
  omrt_hb_release(&s->open->clock);
}

static void append(struct omrt_wire *s, struct part *p) {
  *s->last = p;
  s->last = &p->next;
}

static void drop(struct part *p) {
  omrt_clk_reset(&p->clock);
  omrt_free(p, sizeof *p);
}

/* Nothing was written because there was no room: who makes room does so after this. It counts as part of the
 * last that is there. */
void omrt_wire_wrote(struct omrt_wire *s, int64_t ret, uint64_t units) {
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

static void take_all(struct omrt_wire *s) {
  for (struct part *p = s->first; p; p = p->next) omrt_hb_acquire(&p->clock);
  if (s->open) omrt_hb_acquire(&s->open->clock);
  omrt_hb_acquire(&s->end);
}

static void forget_read(struct omrt_wire *s) {
  while (s->first && s->first->to <= s->read) {
    struct part *p = s->first;
    s->first = p->next;
    if (!s->first) s->last = &s->first;
    drop(p);
  }
}

/* A long write may be read while it is still under way: then more was read than is known to be written.
 * Without such a write, somebody wrote who is not seen here. */
void omrt_wire_read(struct omrt_wire *s, uint64_t units, bool keep) {
  uint64_t to = s->read + units;
  if (units && to > s->written && !s->open) s->blurred = true;
  if (blurred(s) || !units) {
    take_all(s);
    return;
  }
  for (struct part *p = s->first; p && p->from < to; p = p->next) omrt_hb_acquire(&p->clock);
  if (to > s->written && s->open) omrt_hb_acquire(&s->open->clock);
  if (keep) return;
  s->read = to;
  forget_read(s);
}

void omrt_wire_ready(struct omrt_wire *s) { omrt_wire_read(s, s->first || s->open ? 1 : 0, true); }

void omrt_wire_close(struct omrt_wire *s) { omrt_hb_release(&s->end); }
