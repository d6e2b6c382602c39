/* What the omen command tells the runtime when it starts a variant: a file on descriptor OMEN_CONFIG_FD, read
 * once before any code of the program runs. What the runtime hands back: outcome.def (how the run went),
 * rawev.h (the watch pass), rawout.h (what the program wrote), log_format.h; recording.h lists the files. */
#ifndef OMEN_RECORD_CONFIG_H
#define OMEN_RECORD_CONFIG_H
#include "record/extras.h"
#include "record/plan_bytes.h"
#include "record/strategy.h"
#include <stdint.h>

#define OMEN_CONFIG_FD 199
#define OMEN_CONFIG_MAGIC 0x4e454d4fu /* "OMEN" */
#define OMEN_CONFIG_VERSION 14u

enum omen_mode { OMEN_MODE_RECORD = 1, OMEN_MODE_REPLAY = 2 };

/* X(name, value). Values stand in manifests: they stay. */
#define OMEN_CONFIG_FLAGS(X)                                                                                 \
  /* leave the shadow alone: for measuring, and for plain replay */                                          \
  X(OMEN_FLAG_NO_DETECT, 1u << 0)                                                                            \
  /* log every access to the watched ranges, and every synchronisation: events.raw */                        \
  X(OMEN_FLAG_WATCH, 1u << 1)                                                                                \
  /* check the runtime's invariants at every step */                                                         \
  X(OMEN_FLAG_DEBUG, 1u << 2)                                                                                \
  /* replay: do not perform writes to standard output and error */                                           \
  X(OMEN_FLAG_NO_OUTPUT, 1u << 3)                                                                            \
  /* with WATCH: all memory is watched, and no access is left out */                                         \
  X(OMEN_FLAG_WATCH_ALL, 1u << 4)                                                                            \
  /* with WATCH: leave out accesses that repeat what the log has (the TREE filter's part) */                 \
  X(OMEN_FLAG_TREE, 1u << 5)                                                                                 \
  /* replay: be a checkpoint from the start: record/checkpoint_requests.h */                                 \
  X(OMEN_FLAG_SERVE, 1u << 6)                                                                                \
  /* with WATCH: count the events, write none */                                                             \
  X(OMEN_FLAG_NO_EVENTS, 1u << 7)                                                                            \
  /* a debugger is there: omen_gdb_stop is called before the racing accesses */                              \
  X(OMEN_FLAG_GDB, 1u << 8)                                                                                  \
  /* mutexes order nothing for the detector: the papers' false-positive experiment */                        \
  X(OMEN_FLAG_NO_MUTEX, 1u << 9)                                                                             \
  /* no gaps, nothing is kept back, no memory errors: for measuring */                                       \
  X(OMEN_FLAG_NO_MEMORY, 1u << 10)                                                                           \
  /* Nothing is performed, and inputs come from the recording folder: runtime/world/contained.h. In a        \
   * manifest: the recording was made so, and is replayed so. */                                             \
  X(OMEN_FLAG_CONTAINED, 1u << 11)                                                                           \
  /* Contained, of the symbolic variant: symbolic inputs are followed. In a manifest: they were when         \
   * it was recorded, and are in every replay, since what follows them shares the program's stacks           \
   * with it. */                                                                                             \
  X(OMEN_FLAG_FOLLOWS, 1u << 12)                                                                             \
  /* and what came of it is written: `symbolic` */                                                           \
  X(OMEN_FLAG_SYMBOLIC, 1u << 13)                                                                            \
  /* Which kind of variant it is (build/variant.h), so that libraries which the program opens get            \
   * theirs. */                                                                                              \
  X(OMEN_FLAG_EXACT, 1u << 14)                                                                               \
  /* symbolic */                                                                                             \
  X(OMEN_FLAG_EXPRESSIONS, 1u << 15)                                                                         \
  /* replay: now and then a checkpoint of it is written: runtime/checkpoint/ */                              \
  X(OMEN_FLAG_CUT, 1u << 16)                                                                                 \
  /* replay, with a plan: begin as the checkpoint on OMEN_SAVED_FD */                                        \
  X(OMEN_FLAG_RESTORE, 1u << 17)                                                                             \
  /* with WATCH: nobody asks for bad accesses, so no memory is marked as bad */                              \
  X(OMEN_FLAG_NO_MARKS, 1u << 18)                                                                            \
  /* In a manifest, and in every replay: the recording was cut off. It ends where its files do, as by        \
   * SIGKILL. */                                                                                             \
  X(OMEN_FLAG_PARTIAL, 1u << 19)                                                                             \
  /* with PARTIAL: because there was no room for more, and nobody was killed */                              \
  X(OMEN_FLAG_NO_ROOM, 1u << 20)                                                                             \
  /* the last variable of the environment is the command's: OMEN_PRELOAD */                                  \
  X(OMEN_FLAG_PRELOADS, 1u << 21)                                                                            \
  /* replay: only look whether this process is like the recorded one: runtime/layout.c */                    \
  X(OMEN_FLAG_LOOK, 1u << 22)                                                                                \
  /* With a plan: every access and synchronisation of the live part is written to events.raw,                \
   * whatever is watched; threads are switched at watched memory only, as without it. */                     \
  X(OMEN_FLAG_TRACE, 1u << 23)                                                                               \
  /* with a plan: clocks go faster, for the program to see, once it is live */                               \
  X(OMEN_FLAG_FASTER, 1u << 24)                                                                              \
  /* In a manifest, and in every replay: the memory model (memory.h); neither: sc. */                        \
  X(OMEN_FLAG_TSO, 1u << 25)                                                                                 \
  X(OMEN_FLAG_WEAK, 1u << 26)                                                                                \
  /* contained: forks on command, each fork has other inputs: record/feeder_memory.h */                      \
  X(OMEN_FLAG_FEED, 1u << 27)                                                                                \
  /* with WATCH_ALL: no stacks, and no more than max_events records */                                       \
  X(OMEN_FLAG_NO_STACKS, 1u << 28)                                                                           \
  /* Recording: `listening` in the folder says when the program can be reached: record/client.h. */          \
  X(OMEN_FLAG_TELLS_LISTEN, 1u << 29)                                                                        \
  /* calls of libraries that are not seen may order threads: memory/reach.c */                               \
  X(OMEN_FLAG_ORDER_LIBRARIES, 1u << 30)

enum omen_config_flag {
#define X(name, value) name = (int)(value),
  OMEN_CONFIG_FLAGS(X)
#undef X
};
#define X(name, value) +(uint64_t)(value)
#define Y(name, value) | (uint64_t)(value)
_Static_assert((0 OMEN_CONFIG_FLAGS(X)) == (0 OMEN_CONFIG_FLAGS(Y)), "two flags have one number");
#undef X
#undef Y

/* Names the program's libraries to the dynamic linker (record/loaded.h); gone before the program begins. */
#define OMEN_PRELOAD "LD_PRELOAD="

/* In the outcome of a replay: the event at which it diverged, of one that did not get as far as the first. */
#define OMEN_BEFORE_START UINT64_MAX

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
  uint64_t max_events;   /* for a contained run that is recorded; with NO_STACKS: records; 0: no limit */
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
#endif
