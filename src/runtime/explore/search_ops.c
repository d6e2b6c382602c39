/* The operations of a search: see search_ops.h. */
#include "runtime/explore/search_ops.h"
#include "runtime/explore/search.h"
#include "runtime/explore/state_key.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/sync.h"
#include "runtime/syscall/card.h"
#include "runtime/weak/weak.h"
#include "runtime/world/answers.h"
#include <stdio.h>
#include <string.h>

enum { AGAIN = 1000, READS, WRITES };

/* Nobody sees when the call is made. */
static bool own_matter(const struct omrt_card *c) {
  return c->loop == OMRT_LOOP_OWN || c->loop == OMRT_LOOP_LOOKS || c->loop == OMRT_LOOP_RESTS;
}

static uint64_t thread_cell(const void *pthread) {
  const struct omrt_fiber *f = omrt_fiber_by_pthread((void *)pthread);
  return f ? OMRT_CELL_THREAD + 16ull * (uint64_t)f->id : OMRT_CELL_WORLD;
}

static uint64_t call_cell(const struct omrt_card *c) {
  return c->blocks == OMRT_BLOCKS_FUTEX ? OMRT_CELL_FUTEX : OMRT_CELL_WORLD;
}

/* Nobody sees it, unless stores of the thread wait in its buffer, which others see from then on (tso). */
static struct omrt_op unseen(enum omen_ev ev) {
  return (struct omrt_op){.visible = omrt_weak_holds(omrt_cur), .write = true, .what = ev};
}

static bool is_access(const struct omrt_op *op) {
  return op->what == OMEN_EV_ATOMIC_LOAD || op->what == OMEN_EV_ATOMIC_STORE ||
         op->what == OMEN_EV_ATOMIC_RMW || op->what == OMEN_EV_ATOMIC_CAS || op->what == READS ||
         op->what == WRITES;
}

bool omrt_op_orders(const struct omrt_op *op) { return !omrt_weak_on || !is_access(op); }

static void ask_model(struct omrt_op *op) {
  struct omrt_weak_coming c = omrt_weak_coming((uint64_t)op->object, op->what == OMEN_EV_ATOMIC_STORE);
  op->in_model = c.followed;
  op->visible = !c.unseen;
}

struct omrt_op omrt_op_of(enum omen_ev ev, const void *obj) {
  struct omrt_op op = {.visible = true, .write = true, .what = ev, .object = obj, .n = 1};
  switch (ev) {
  case OMEN_EV_NONE:
  case OMEN_EV_START:
  case OMEN_EV_YIELD:
  case OMEN_EV_PAUSE:
  case OMEN_EV_TICK:
  case OMEN_EV_PREEMPT: return (struct omrt_op){0};
  case OMEN_EV_FENCE: return unseen(ev);
  case OMEN_EV_JOIN:
  case OMEN_EV_DETACH:
  case OMEN_EV_CANCEL: op.cell[0] = thread_cell(obj); return op;
  case OMEN_EV_SYSCALL:
    if (omrt_card((int)(uintptr_t)obj)->loop == OMRT_LOOP_PARTS) return unseen(ev);
    if (own_matter(omrt_card((int)(uintptr_t)obj))) return (struct omrt_op){0};
    op.cell[0] = call_cell(omrt_card((int)(uintptr_t)obj));
    return op;
  case OMEN_EV_ATOMIC_LOAD:
    op.write = false;
    op.look = OMRT_LOOK;
    break;
  case OMEN_EV_ATOMIC_RMW:
  case OMEN_EV_ATOMIC_CAS:
  case OMEN_EV_MUTEX_TRYLOCK: op.look = OMRT_LOOK_MAYBE; break;
  default: break;
  }
  op.cell[0] = omrt_cell_of(obj);
  if (is_access(&op)) ask_model(&op);
  return op;
}

struct omrt_op omrt_op_access(uint64_t addr, uint64_t len, bool write, bool later) {
  struct omrt_op op = {.visible = true,
                       .write = write,
                       .in_model = !later && omrt_weak_states() && omrt_weak_follows(addr, len),
                       .look = write ? OMRT_LOOK_NO : OMRT_LOOK,
                       .what = write ? WRITES : READS,
                       .object = (const void *)addr};
  for (uint64_t at = addr & ~7ull; at < addr + len && op.n < OMRT_OP_CELLS; at += 8)
    omrt_op_add(&op, omrt_cell_of((const void *)at));
  if (len > 8 * (OMRT_OP_CELLS - 1)) { /* many: as if it were all of memory */
    op.n = 1;
    op.cell[0] = OMRT_CELL_WORLD;
  }
  return op;
}

struct omrt_op omrt_op_again(enum omrt_why why, const void *obj) {
  struct omrt_op op = {.visible = true, .write = true, .what = AGAIN + why, .object = obj, .n = 1};
  if (why == OMRT_WAIT_JOIN)
    op.cell[0] = thread_cell(obj);
  else if (why == OMRT_WAIT_SLEEP)
    op.cell[0] = OMRT_CELL_CLOCK;
  else if (why == OMRT_WAIT_FUTEX)
    op.cell[0] = OMRT_CELL_FUTEX;
  else if (why == OMRT_WAIT_FD || why == OMRT_WAIT_IPC || why == OMRT_WAIT_CHILD || why == OMRT_WAIT_SIGWAIT)
    op.cell[0] = OMRT_CELL_WORLD;
  else
    op.cell[0] = omrt_cell_of(obj);
  return op;
}

void omrt_op_add(struct omrt_op *op, uint64_t cell) {
  if (op->n < OMRT_OP_CELLS) op->cell[op->n++] = cell;
}

uint64_t omrt_op_apart(enum omen_ev ev) {
  switch (ev) {
  case OMEN_EV_EXIT: return OMRT_CELL_THREAD + 16ull * (uint64_t)omrt_cur->id;
  case OMEN_EV_TIME:
  case OMEN_EV_TSC: return OMRT_CELL_CLOCK;
  case OMEN_EV_SIGNAL: return OMRT_CELL_SIGNALS;
  default: return OMRT_CELL_NONE;
  }
}

static bool lives(const void *pthread) {
  const struct omrt_fiber *f = omrt_fiber_by_pthread((void *)pthread);
  return f && !f->done && !f->joined && !f->detached;
}

static bool held(const void *mutex, int thread) {
  int holder = omrt_sync_holder(OMRT_WAIT_MUTEX, mutex);
  const struct omrt_fiber *f = holder < 0 || holder == thread ? NULL : omrt_fiber_by_id(holder);
  return f && !f->done; /* of a robust one whose holder is gone somebody else finds out */
}

bool omrt_op_waits(const struct omrt_op *op, int thread) {
  if (!op->visible || op->limited) return false;
  switch (op->what) {
  case OMEN_EV_JOIN: return lives(op->object);
  case OMEN_EV_MUTEX_LOCK:
  case AGAIN + OMRT_WAIT_MUTEX: return held(op->object, thread);
  case AGAIN + OMRT_WAIT_COND: return op->mutex && held(op->mutex, thread);
  default: return false;
  }
}

void omrt_op_bytes(const struct omrt_op *op, uint64_t bytes[2]) {
  const uint64_t *at = (const uint64_t *)((uint64_t)op->object & ~7ull);
  bool mutex = op->what == OMEN_EV_MUTEX_TRYLOCK;
  bytes[0] = at[0];
  bytes[1] = mutex ? at[1] : 0;
}

static uint64_t hash_of(uint64_t h, const char *from, const char *to) {
  for (; from < to; from++) h = (h ^ (uint8_t)*from) * 0x100000001b3ull;
  return h;
}

static uint64_t stream(uint64_t h, const FILE *f) {
  return f ? omrt_mix(hash_of(h, f->_IO_write_base, f->_IO_write_ptr), 9) : h;
}

uint64_t omrt_op_output(uint64_t key) {
  bool whole = true;
  if (omrt_weak_on) key = omrt_mix(key, omrt_weak_key(&whole));
  if (!whole) omrt_search_count(&omrt_search->histories);
  return omrt_mix(key, stream(stream(omrt_world_written(), stdout), stderr)) | 1;
}
