/* What the omen command tells the runtime when it starts a variant: a file on descriptor OMEN_CONFIG_FD, read
 * once before any code of the program runs. Also the layout of what the runtime hands back in the watch pass.
 */
#ifndef OMEN_RECORD_CONFIG_H
#define OMEN_RECORD_CONFIG_H
#include "record/extras.h"
#include "record/plan_bytes.h"
#include <stdint.h>

/* The recording folder, by file. */
/* clang-format off */
/*   manifest.json   written by the command: program, arguments, environment, folder, variant, seed, strategy, limits
 *   log, digest     written by the runtime while recording: runtime/log.h
 *   extras          written by the command: invariants and what is left out, see extras.h; mostly there is none
 *   inputs          of a contained recording, written by the command: what the program reads, see inputs.h
 *   base.log        of a contained recording: the log of the one that it is derived from
 *   symbolic        of a contained recording of the symbolic variant, written by the runtime: see symbolic.h
 *   outputs         of a contained recording, written by the runtime: what the program wrote, struct omen_rawout
 *   before          written by the runtime while recording: what files were before the program changed them, see
 *                   runtime/world/originals.c
 *   outcome         written by the runtime at the end: text lines, see below
 *   libraries       written by the command: which libraries run as variants, see build/libraries.h; lib/ has those
 *   outcome.watch   the outcome of the watch pass (the command gives it that name)
 *   events.raw      written by the runtime in the watch pass: struct omen_rawev, packed (packed.h)
 *   stacks.raw      written by the runtime in the watch pass: struct omen_rawstack
 *   report.json     written by the command
 *
 * outcome, a line each (numbers decimal, addresses 0x hex; a line starting with an unknown word is skipped):
 *   end exit STATUS | end signal N ADDR PC | end deadlock | end diverged EVENT MESSAGE...
 *   end region                             an exploration whose plan says `region` got there: counter state DIGEST
 *   end endless HOW                        an exploration that went on and on; HOW it is known: plan_ends.def
 *   end defect                             an exploration ended with the last of the defects
 *   end seen                               the watch pass saw all there is to see, and went no further
 *   end cut                                a replay came to where the recording ends, for want of room; the run did not
 *   crash ID pcs PC,PC,...                 the thread that the signal hit, and its stack
 *   plan FIRST SECOND HOW                  of an exploration: what became of the held thread's event and of the
 *                                          other one; HOW it is known that it spun: plan_ends.def
 *   loop ID pcs PC,PC,...                  a thread that goes round for ever, or until the held one goes on
 *   counter NAME VALUE                     events, switches, segments, dropped, opaque_calls, threads, ...
 *   racy ADDR LEN FIRSTKIND KIND SITE THREAD   a location on which a happens-before race was seen (r, w, ar, aw)
 *   thread ID PARENT STATE pcs PC,PC,...   STATE: run, done, or what it waits for; pcs: where it was created
 *   wait ID WHAT ADDR HOLDER pcs PC,...    who waits for what, held by whom (-1 nobody), when the run got stuck
 *   hold ID WHAT ADDR pcs PC,...           who holds what
 *   alloc ADDR SIZE THREAD pcs PC,...      heap block that covers a watched address (watch pass)
 *   module BASE COUNT PATH                 site numbers of a shared library
 *   stack ID LO HI                         a thread's stack, as far as known (main: LO is 0)
 *   map START END OFFSET PATH              executable mappings, for turning PCs into lines
 *   defect, made, gone, says               what the program did wrong: record/defects.h
 *   inversion N LENGTH                     the N-th circle in the order of locks; then LENGTH times these two:
 *   took N THREAD WHAT ADDR POINT EVENT MODE pcs PC,...    a lock that the thread took, and held when it
 *   wants N THREAD WHAT ADDR POINT EVENT MODE pcs PC,...   took this one. POINT: the thread's own event; EVENT: of
 *                                          the run, of the second; MODE: r (a reader) or w
 *   note TEXT...                           something a person should know, once
 * and in an exploration that tells (its plan says `tell`):
 *   step THREAD POINT TURN TO WHY OBJ CHOSEN pcs PC,...
 *                                          who went on after whom. WHY: race, preempted, yield, or what THREAD waits
 *                                          for, which is OBJ. CHOSEN 1: the strategy's decision
 *   access THREAD POINT r|w SITE pcs PC,...    to the racing memory
 *   value SIZE VALUE                       what the access before read or wrote
 *   from FD OFFSET LEN THREAD pcs PC,...   which call of the program put these bytes into a stream */
/* clang-format on */

#define OMEN_CONFIG_FD 199
#define OMEN_CONFIG_MAGIC 0x4e454d4fu /* "OMEN" */
#define OMEN_CONFIG_VERSION 13u

enum omen_mode { OMEN_MODE_RECORD = 1, OMEN_MODE_REPLAY = 2 };

/* X(symbol, option word, help) */
#define OMEN_STRATEGIES(X)                                                                                   \
  X(RUN, "run", "run each thread until it blocks, or for 64 events")                                         \
  X(RR, "rr", "round-robin over the scheduling points")                                                      \
  X(RANDOM, "random", "a random thread at every scheduling point")                                           \
  X(PCT, "pct", "random priorities with a few change points (PCT)")                                          \
  X(POS, "pos", "a random priority for every event, anew after a conflict (POS)")
enum omen_strategy {
#define X(symbol, word, help) OMEN_STRATEGY_##symbol,
  OMEN_STRATEGIES(X)
#undef X
      OMEN_STRATEGY_COUNT
};

enum omen_config_flag {
  OMEN_FLAG_NO_DETECT = 1, /* leave the shadow alone: for measuring, and for plain replay */
  OMEN_FLAG_WATCH = 2,     /* log every access to the watched ranges, and every synchronisation: events.raw */
  OMEN_FLAG_DEBUG = 4,     /* check the runtime's invariants at every step */
  OMEN_FLAG_WATCH_ALL = 16, /* with WATCH: all memory is watched, and no access is left out */
  OMEN_FLAG_TREE =
      32, /* with WATCH: leave out accesses that repeat what the log has (the TREE filter's part) */
  OMEN_FLAG_GDB = 256,       /* a debugger is there: omen_gdb_stop is called before the racing accesses */
  OMEN_FLAG_NO_OUTPUT = 8,   /* replay: do not perform writes to standard output and error */
  OMEN_FLAG_SERVE = 64,      /* replay: be a checkpoint from the start: record/serve.h */
  OMEN_FLAG_NO_EVENTS = 128, /* with WATCH: count the events, write none */
  OMEN_FLAG_NO_MUTEX =
      512, /* mutexes order nothing for the detector: the papers' false-positive experiment */
  OMEN_FLAG_NO_MEMORY = 1024, /* no gaps, nothing is kept back, no memory errors: for measuring */
  /* Nothing is performed, and inputs come from the recording folder: runtime/world/contained.h. In a
   * manifest: the recording was made so, and is replayed so. */
  OMEN_FLAG_CONTAINED = 2048,
  /* Contained, of the symbolic variant: symbolic inputs are followed. In a manifest: they were when it was
   * recorded, and are in every replay, since what follows them shares the program's stacks with it. */
  OMEN_FLAG_FOLLOWS = 4096,
  OMEN_FLAG_SYMBOLIC = 8192, /* and what came of it is written: `symbolic` */
  /* Which kind of variant it is (build/variant.h), so that libraries which the program opens get theirs. */
  OMEN_FLAG_EXACT = 16384,
  OMEN_FLAG_EXPRESSIONS = 32768, /* symbolic */
  OMEN_FLAG_CUT = 65536,         /* replay: now and then a checkpoint of it is written: runtime/checkpoint/ */
  OMEN_FLAG_RESTORE = 131072,    /* replay, with a plan: begin as the checkpoint on OMEN_SAVED_FD */
  /* In a manifest, and in every replay: the recording was cut off. It ends where its files do, as by SIGKILL.
   */
  OMEN_FLAG_PARTIAL = 524288,
  OMEN_FLAG_NO_ROOM = 1048576, /* with PARTIAL: because there was no room for more, and nobody was killed */
  OMEN_FLAG_NO_MARKS = 262144, /* with WATCH: nobody asks for bad accesses, so no memory is marked as bad */
};

#define OMEN_EFFECTS_FD 0xffffffffu /* stands for what is done to files by name */
/* outputs: one record an output operation, then its bytes. */
struct omen_rawout {
  uint32_t call, fd; /* number of the system call, its descriptor */
  uint32_t thread, len;
  uint64_t pcs[4]; /* who made it */
};

#define OMEN_KNOWN_DEFECTS 256 /* as many as a run notes */

struct omen_config {
  uint32_t magic, version, size, mode;
  uint32_t strategy, flags;
  uint64_t seed;
  uint64_t quantum;      /* loop iterations before a spinning thread is preempted; 0: default */
  uint64_t pct_steps;    /* PCT: expected number of scheduling points */
  uint32_t pct_depth;    /* PCT: number of change points + 1 */
  uint32_t watches;      /* entries that follow */
  uint64_t live_seconds; /* processor time for a plan once it left the recording, or for a contained run that
                            is recorded; 0: no limit */
  uint64_t max_events;   /* for a contained run that is recorded; 0: no limit */
  uint64_t cut_every;    /* CUT: ms of processor time from one to the next */
  uint64_t stop_at;      /* WATCH: the pass ends before this event, since nothing is to be learnt from there
                            on; 0: it goes on to the end */
  uint64_t keep_freed;   /* bytes of freed memory that are kept back: runtime/memory/block.h */
  uint32_t nknown;       /* defects that the recorded run had, by name: record/defects.h */
  uint64_t known[OMEN_KNOWN_DEFECTS];
  uint64_t plan_size;  /* bytes of the plan, which follow the watches (plan_bytes.h); 0: there is none */
  char dir[512];       /* where the log is and where files are written, absolute */
  char recording[512]; /* the recording folder: its lib/ and its list of libraries */
  char command[512];   /* the omen command, which makes variants of libraries that are opened */
  char prog[512];      /* what /proc/self/exe should say: the program, absolute */
  struct omen_watch watch[]; /* behind them the plan, and then, if there is more, record/extras.h */
};

/* Locks that several can hold are clocks in the log; those of their records that take and give the lock say
 * how. */
enum omen_raw_hold { OMEN_RAW_HOLD_NONE, OMEN_RAW_HOLD_READ, OMEN_RAW_HOLD_WRITE };

/* events.raw: one record an event, in the total order. Clock objects (obj) are named by the runtime; the
 * kinds are those of trace/ (src/trace/kinds.def): accesses, locks, forks, joins, and the clock operations
 * that every other kind of synchronisation is made of. */
struct omen_rawev {
  uint64_t obj;  /* address of the access; id of the lock or clock; number of the thread forked or joined */
  uint64_t obj2; /* COPY, MERGE: the source clock. Accesses: value read or written (0 when unknown). ACQ, REL,
                    and OBSERVE and PUBLISH of a rwlock: the lock's address */
  uint64_t point; /* the thread's own event count: the event's name is (thread, point) */
  uint32_t site;  /* accesses: the site */
  uint32_t stack; /* number of the stack in stacks.raw, 0: none */
  uint32_t thread;
  uint8_t kind; /* enum omen_kind of trace/kinds.h */
  uint8_t size; /* accesses: bytes of the watched range touched by this access, at obj; OBSERVE, PUBLISH: enum
                   omen_raw_hold */
  uint16_t zero;
};
_Static_assert(sizeof(struct omen_rawev) == 40, "on disk, where it is not packed");

/* stacks.raw: count, then that many PCs, innermost first; the first stack in the file is number 1. */
struct omen_rawstack {
  uint64_t count;
  uint64_t pc[];
};
#endif
