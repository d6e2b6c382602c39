/* Starts a variant under the runtime's control and waits for it.
 *
 * What makes two runs meet the same addresses: the same variant, stack limit, arguments and environment, no
 * address randomisation, and the same file name in the auxiliary vector. So the variant is started through a
 * descriptor of a fixed number, and the environment is the recorded one. One variable is added, alike in
 * every start, which names the libraries to the dynamic linker (loaded.h); the runtime takes it away. */
#ifndef OMEN_RECORD_LAUNCH_H
#define OMEN_RECORD_LAUNCH_H
#include "record/client.h"
#include "record/recording.h"
#include <sys/types.h>

#define OMEN_COMPUTES 20
#define OMEN_PROGRAM_FD 198
#define OMEN_LIBRARY_FD 197 /* the recording's lib/, while the dynamic linker looks for libraries */

/* What the dynamic linker needs to have open: the variant, and the folder of its libraries. -1: not there. */
struct omen_start_files {
  int program, library;
};
int omen_start_files_open(const struct omen_recording *r, struct omen_start_files *f, struct omen_err *err);
void omen_start_files_close(struct omen_start_files *f);

struct omen_launch {
  const struct omen_recording *recording;
  enum omen_mode mode;
  uint32_t flags;  /* enum omen_config_flag */
  const char *dir; /* where the runtime reads the log and writes: the recording, or a scratch folder */
  const struct omen_watch *watch;
  uint32_t watches;
  const uint64_t *known; /* names of the defects that the recorded run had */
  uint32_t nknown;
  const struct omen_plan *plan;     /* replay: what to do at the race, or NULL */
  const struct omen_client *client; /* of omen_launch, recording a server; NULL: none */
  double wall_seconds;              /* then it gets SIGTERM, and two seconds later SIGKILL; 0: no limit */
  /* Of omen_launch: the same by its processor time. Then the limit by the wall is for a program that waits:
   * one that has had one part in OMEN_COMPUTES of the time computes. */
  double cpu_seconds;
  bool *limited; /* set when one of both ended it; NULL: nobody asks */
  bool *unheard; /* set when it ended, and its client still waited for it to listen; NULL: nobody asks */
  unsigned live_seconds; /* processor time for the plan once it left the recording, or for a contained run
                            that is recorded; 0: no limit */
  uint64_t max_events;   /* for a contained run that is recorded; with NO_STACKS: records; 0: no limit */
  int cutter;            /* CUT: the socket for checkpoints (record/saved_checkpoints.h), 0: none; */
  uint64_t cut_every;    /* every so many ms of processor time */
  uint64_t stop_at;      /* WATCH: the pass ends before this event; 0: at the end */
  int restore;           /* RESTORE: the checkpoint, a file in memory; 0: none */
  int server;            /* the socket of a checkpoint (record/checkpoint_requests.h), 0: none */
  bool silent;           /* standard input and output are /dev/null */
  void (*tick)(void *);  /* of omen_launch: called now and then while it waits, with `ticked`; NULL: none */
  void *ticked;
};

/* 0: the program was started and has ended, *status as from waitpid. -1: it could not be started. While
 * waiting, signals sent to this process are passed on to the program; the program dies if this process does.
 */
int omen_launch(const struct omen_launch *l, int *status, struct omen_err *err);
/* The same without waiting or passing on signals: *pid is the caller's child. */
int omen_launch_start(const struct omen_launch *l, pid_t *pid, struct omen_err *err);
/* Becomes the program, in this process and without its parent's death ending it: for a debugger that started
 * this process. Returns only if that fails. */
int omen_launch_here(const struct omen_launch *l, struct omen_err *err);
/* Can this kernel run variants? -1: the message says what it lacks. */
int omen_launch_supported(struct omen_err *err);
/* find_program.c: the program's file as execvp would find it, absolute; the caller frees. NULL: not found
 * (*why is 0), or it cannot be run (*why is an errno). */
char *omen_find_program(const char *name, int *why);
/* The stack limit that a run started now should have: the soft limit, but never "unlimited". */
uint64_t omen_launch_stack_limit(void);
#endif
