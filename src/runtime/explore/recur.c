/* Looking for a state that comes back: see recur.h.
 *
 * An image is taken when nothing but neutral events happened for a while, and compared with what is there
 * whenever the same thread stands at the same place. After twice as many events another is taken in its place
 * (Brent): so a cycle is found whatever led into it, and at a cost that shrinks against the run's own.
 *
 * Most loops count, and never come back. So before an image is taken, the same thread must once have come
 * back to the same place with the same stack and registers: a scent, which is looked for in the same way, but
 * not for long: looking at every event would cost more than the run does. */
#include "runtime/explore/recur.h"
#include "runtime/end.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/snapshot.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/signals.h"
#include <string.h>

enum {
  FIRST = 64,       /* events before the first image */
  REPEATED = 20000, /* events of random schedules after a state came back without proof */
  LAPS = 256,       /* comparisons with one image or scent that failed: then the next is waited for */
  BEFORE = 512,     /* events before a scent is taken from which on stacks are cleared, so that it is clean */
  WIPED = 8192,     /* bytes below the stack pointer that are cleared, */
  CLEAN = 2048,     /* unless so many on end are clear: then what lies below them is, most likely */
  A_EVENT = 16 << 10,  /* bytes of an image that an event before it pays for */
  LATEST = 4096,       /* events after which the first image is taken, however large it is */
  LEAST = 256 << 10,   /* an image costs at least as much as one of so many bytes */
  STEP_BITS = 25,      /* with every 32 MB copied, the first image of a stretch comes twice as late */
  MOST_DOUBLINGS = 14, /* but not later than this */
  VAIN_BITS = 8, /* and with so many bits of stretches that something foreign ended: a server that goes */
  VAIN_DOUBLINGS = 4, /* its rounds, one system call each, is looked at for nothing */
  /* In the recorded run: seconds of doing nothing, rather than milliseconds; and no image of a large program.
   */
  FIRST_RECORDED = 400000,
  REPEATED_RECORDED = 200000,
  LARGEST_RECORDED = 256 << 20,
  QUANTUM = 20 /* weight of one */
};

bool omrt_recur_due, omrt_recur_recording;
static uint32_t own_strategy; /* of the recorded run, while random schedules are tried */
static uint64_t since, next_image = FIRST, copied, in_vain;
static uint64_t repeated; /* `since` when a state first came back without proof, 0: none did */
static bool have, hopeless;
static const char *no_image; /* why there is none */
static struct {              /* since the image was taken, or the lap began */
  int thread;
  const void *sp;
  uint64_t events; /* of the whole run, when it was taken */
  uint32_t compared;
  bool acted, tried, wrote, alone, strict, changed;
} lap;
static struct { /* that the current thread should come back with, before an image is taken */
  bool have;
  int thread;
  const void *sp;
  uint32_t compared;
} scent;
static uint64_t found_after, images;

/* What an event may do. NEUTRAL: nothing but look. LOCK: takes or gives a lock. TRY: the same, but who fails
 * knows. ACT: what it does is in the image. FOREIGN: it may be outside. */
enum kind { NEUTRAL, LOCK, TRY, ACT, CLOCK, FOREIGN };

static enum kind kind_of_call(int nr) {
  switch (omrt_card(nr)->loop) {
  case OMRT_LOOP_RESTS:
  case OMRT_LOOP_LOOKS: return NEUTRAL;
  case OMRT_LOOP_ACTS: return ACT;
  case OMRT_LOOP_OWN:
  case OMRT_LOOP_PARTS:
  case OMRT_LOOP_FOREIGN: break;
  }
  return FOREIGN;
}

static enum kind kind_of(enum omen_ev ev, const void *obj) {
  switch (ev) {
  case OMEN_EV_YIELD:
  case OMEN_EV_PAUSE:
  case OMEN_EV_TICK:
  case OMEN_EV_PREEMPT:
  case OMEN_EV_FENCE:
  case OMEN_EV_ATOMIC_LOAD:
  case OMEN_EV_ATOMIC_STORE: /* what these three change is seen by comparing at every point */
  case OMEN_EV_ATOMIC_RMW:
  case OMEN_EV_ATOMIC_CAS: return NEUTRAL;
  case OMEN_EV_MUTEX_LOCK:
  case OMEN_EV_MUTEX_UNLOCK:
  case OMEN_EV_RW_RDLOCK:
  case OMEN_EV_RW_WRLOCK:
  case OMEN_EV_RW_UNLOCK: return LOCK;
  case OMEN_EV_MUTEX_TRYLOCK:
  case OMEN_EV_SPIN_LOCK:
  case OMEN_EV_SPIN_UNLOCK: return TRY;
  case OMEN_EV_COND_WAIT:
  case OMEN_EV_COND_SIGNAL:
  case OMEN_EV_COND_BROADCAST:
  case OMEN_EV_SEM_WAIT:
  case OMEN_EV_SEM_POST: return ACT;
  case OMEN_EV_TIME:
    /* Sleeping asks for the time, and the program does not learn it; a call that tells it is FOREIGN itself.
     */
    return omrt_cur->entry ? NEUTRAL : CLOCK;
  case OMEN_EV_TSC: return CLOCK;
  case OMEN_EV_SYSCALL: return kind_of_call((int)(uintptr_t)obj);
  default: return FOREIGN;
  }
}

static void go_on_by(uint32_t strategy) {
  if (omrt_config->strategy == strategy) return;
  omrt_config->strategy = strategy;
  omrt_log_mark('R', (int)strategy);
}

void omrt_recur_restart(void) {
  since = repeated = 0;
  have = scent.have = omrt_recur_due = false;
  uint64_t doublings = copied >> STEP_BITS, vain = in_vain >> VAIN_BITS;
  if (!omrt_recur_recording) doublings += vain < VAIN_DOUBLINGS ? vain : VAIN_DOUBLINGS;
  uint64_t first = omrt_recur_recording ? FIRST_RECORDED : FIRST;
  next_image = first << (doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS);
  if (omrt_recur_recording) go_on_by(own_strategy);
}

void omrt_recur_init(void) {
  omrt_recur_recording = omrt_config->mode == OMEN_MODE_RECORD;
  own_strategy = omrt_config->strategy;
  omrt_recur_restart();
}

bool omrt_recur_repeats(void) { return repeated; }

void omrt_recur_event(enum omen_ev ev, const void *obj) {
  switch (kind_of(ev, obj)) {
  case NEUTRAL:
  case LOCK: return;
  case TRY: lap.tried = true; return;
  case ACT: lap.acted = true; return;
  case CLOCK: no_image = "the loop looks at the clock"; __attribute__((fallthrough));
  case FOREIGN: in_vain++; omrt_recur_restart();
  }
}

/* ---- laps ---- */

/* A wait that time ends ends some day: such a thread could run, too. */
static bool could_run(const struct omrt_fiber *f) {
  return !f->done && (f->runnable || (f->why != OMRT_WAIT_NOTHING && f->deadline != OMRT_NEVER));
}

static bool is_alone(void) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f != omrt_cur && could_run(f)) return false;
  return true;
}

static void begin_lap(const void *sp, bool strict) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) f->lap_ran = f->ran;
  lap.thread = omrt_cur->id;
  lap.sp = sp;
  lap.acted = lap.tried = lap.wrote = lap.changed = false;
  lap.alone = is_alone();
  lap.strict = strict;
}

/* Everybody who could run did. */
static bool is_fair(void) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (could_run(f) && f->ran == f->lap_ran) return false;
  return true;
}

/* Somebody outside could still do something: send what a thread waits to read, or a signal. */
static bool outside_could_help(void) {
  if (omrt_signal_timers() || (omrt_recur_recording && !omrt_mode.world && omrt_signal_handled()))
    return true;
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMRT_WAIT_NOTHING && (f->poll || f->why == OMRT_WAIT_SIGWAIT)) return true;
  return false;
}

static void take(const void *sp) {
  next_image = since * 2;
  if (hopeless) return;
  if (outside_could_help()) {
    no_image = "the outside could still do something";
    return;
  }
  uint64_t size = omrt_snapshot_size(sp), paid = size / A_EVENT;
  if (omrt_recur_recording && size > LARGEST_RECORDED) {
    no_image = "the program has too much memory to compare";
    return;
  }
  if (since < paid && since < LATEST) {
    next_image = paid < LATEST ? paid : LATEST;
    return;
  }
  have = omrt_snapshot_take(sp);
  hopeless = !have; /* what stands against it does not go away */
  copied += omrt_snapshot_bytes() < LEAST ? LEAST : omrt_snapshot_bytes();
  no_image = omrt_snapshot_why();
  images++;
  lap.compared = 0;
  lap.events = since;
  begin_lap(sp, false);
}

static void take_scent(const void *sp) {
  next_image = since * 2;
  scent.have = !hopeless;
  scent.thread = omrt_cur->id;
  scent.sp = sp;
  scent.compared = 0;
  omrt_snapshot_keep_stack(sp);
}

static void follow_scent(const void *sp) {
  if (scent.have && omrt_cur->id == scent.thread && sp == scent.sp) {
    bool same = omrt_snapshot_same_stack(sp);
    scent.have = !same && ++scent.compared < LAPS;
    if (same) return take(sp);
  }
  if (since >= next_image) take_scent(sp);
}

/* In a strict lap: does anybody else see a change here? Inside a critical section nobody looks, unless by
 * trying. */
static void look_for_changes(void) {
  if (!omrt_snapshot_locks_same())
    lap.changed |= lap.tried;
  else
    lap.changed |= !omrt_snapshot_shared_same();
}

static void found(bool proved) {
  have = false;
  if (!proved && !repeated) {
    /* This schedule comes back; is there one that does not? */
    repeated = since;
    go_on_by(OMEN_STRATEGY_RANDOM);
  }
  if (!proved && since - repeated < (omrt_recur_recording ? REPEATED_RECORDED : REPEATED)) return;
  found_after = since;
  if (!omrt_recur_recording) return omrt_explore_goes_round(proved);
  omrt_log_mark('L', proved ? OMRT_ENDLESS_PROVED : OMRT_ENDLESS_REPEATS);
  omrt_end_endless(proved ? OMEN_KNOWN_PROVED : OMEN_KNOWN_REPEATS);
}

static void compare(const void *sp) {
  if (lap.strict && !lap.changed) look_for_changes();
  if (omrt_cur->id != lap.thread || sp != lap.sp) return;
  if (!omrt_snapshot_same(sp)) {
    if (++lap.compared >= LAPS) have = false;
    return;
  }
  if (!is_fair()) { /* by the priorities of PCT somebody might never get to run */
    if (omrt_config->strategy == OMEN_STRATEGY_PCT) go_on_by(OMEN_STRATEGY_RANDOM);
    return;
  }
  bool quiet = !lap.acted && !lap.wrote && !lap.changed;
  if (lap.alone || (quiet && lap.strict)) return found(true);
  if (!quiet) return found(false);
  begin_lap(sp, true);
}

/* Downwards from `high`. Mostly little was used since the last time: looking costs less than clearing it all.
 * No vector registers: they are the program's (snapshot.c). */
static void clear_below(uint64_t *high) {
  enum { LINE = 8 };
  volatile uint64_t *low = high - WIPED / 8; /* volatile: word by word */
  uint64_t clean = 0;
  for (volatile uint64_t *p = high - LINE; p >= low && clean < CLEAN; p -= LINE) {
    uint64_t any = p[0] | p[1] | p[2] | p[3] | p[4] | p[5] | p[6] | p[7];
    clean = any ? 0 : clean + LINE * 8;
    if (any) p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
  }
}

/* What lies below the stack pointer is nobody's; cleared, it does not get into the gaps of frames to come,
 * where it would look like a difference. */
static __attribute__((noinline)) void wipe(const void *sp) {
  const struct omrt_fiber *f = omrt_cur;
  uint64_t here = (uint64_t)__builtin_frame_address(0) - 512;
  if ((uint64_t)sp <= f->stack_lo + 4 * WIPED || (uint64_t)sp > f->stack_hi) return;
  clear_below((uint64_t *)(here & ~63ull));
}

__attribute__((used)) static void look(const void *sp) {
  omrt_recur_due = false;
  if (have) compare(sp);
  if (!have) follow_scent(sp);
  if (!omrt_recur_recording) wipe(sp); /* a replay has the same bytes there, whoever reads them */
}

static bool scent_is_near(void) {
  return since + (next_image / 2 < BEFORE ? next_image / 2 : BEFORE) >= next_image;
}

void omrt_recur_point(uint32_t weight, bool wrote) {
  since += weight;
  lap.wrote |= wrote;
  if (have) lap.alone &= is_alone();
  if (since >= next_image) have = false;
  omrt_recur_due = have         ? lap.strict || omrt_cur->id == lap.thread
                   : scent.have ? since >= next_image || omrt_cur->id == scent.thread
                                : scent_is_near();
}

/* Which memory races is not known yet, so that it counts as written to. */
void omrt_recur_recorded(bool quantum) { omrt_recur_point(quantum ? QUANTUM : 1, true); }

/* The callee-saved registers are the program's, or of a frame above that has the program's: on the stack they
 * become part of the image. */
__attribute__((naked)) void omrt_recur_look(void) {
  __asm__(
      "pushq %rbp\n\tmovq %rsp, %rbp\n\t"
      "pushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\tsubq $8, %rsp\n\t"
      "stmxcsr (%rsp)\n\tfnstcw 4(%rsp)\n\tmovw $0, 6(%rsp)\n\t"
      "movq %rsp, %rdi\n\tcall look\n\t"
      "addq $8, %rsp\n\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret");
}

void omrt_recur_report(void) {
  omrt_line_counter("recur_images", images);
  omrt_line_counter("recur_bytes", copied);
  if (found_after) omrt_line_counter("recur_after", found_after);
  if (no_image && !omrt_recur_recording) omrt_note("no proof: %s", no_image);
}
