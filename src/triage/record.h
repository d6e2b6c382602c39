/* One recorded run, from the name of a program to a sealed recording: what `omen run` does, and with what
 * every campaign, triage and corpus begins.
 *
 *   the program is found, its variant made         build/variant.h
 *   what is asked beyond the run is put in form    expect/expect.h
 *   the folder is made, the program run            record/recording.h, record/run.h
 *   racy memory is watched in a second pass        record/watch.h
 *   report.json is written, the recording sealed   report/
 *
 * omen_record makes the run as the caller's own child: signals sent to this process are passed on to the
 * program while it runs (record/supervise.h); after that they are caught, and end the second pass
 * (base/interrupt.h). omen_record_apart does the same in a process of its own, which hands back what came of
 * it: no failure of the recording brings the caller down. Of a caller that catches signals they are passed on
 * to that process; any other signal that ends the caller ends the program, too. */
#ifndef OMEN_TRIAGE_RECORD_H
#define OMEN_TRIAGE_RECORD_H
#include "record/client.h"
#include "record/memory.h"
#include "record/outcome.h"
#include "record/recording.h"
#include "record/run.h"
#include "report/model.h"
#include "report/suppress.h"

struct omen_record_told { /* what a front may say before the recording is sealed; all is borrowed */
  const struct omen_recording *recording;
  const struct omen_outcome *outcome;
  struct omen_report *report; /* NULL: it could not be made */
  bool written;               /* report.json is there */
};

struct omen_record_request { /* all is borrowed */
  char **program;            /* and its arguments; found as execvp finds it */
  const char *dir;           /* of the recording; NULL: omen-PROG.rec here, or the next free number */
  uint32_t strategy;
  uint64_t seed, pct_steps, keep_freed;
  struct omen_run_limit limit; /* how long the program may run */
  double segments;             /* seconds of processor time between checkpoints that are kept; 0: none are */
  struct omen_client client;   /* what uses the program, which is a server; command NULL: none */
  enum omen_memory memory;     /* the model; any but sc wants `exact` */
  bool prune, check_prune;     /* OMEN_VARIANT_PRUNED; OMEN_VARIANT_CHECK_PRUNE, which is exact */
  bool exact, no_detect, no_memory, ignore_mutexes, order_libraries, debug;
  bool thin;  /* the second pass logs fewer accesses that repeat what is known (OMEN_FLAG_TREE) */
  bool quiet; /* no progress on standard error */
  char **invariants, **without;           /* NULL-terminated; NULL: none */
  struct omen_suppressions *suppressions; /* what they match is marked in report.json; NULL: none */
  int input;                              /* omen_record_apart: the program's standard input; -1: ours */
  bool unheard; /* omen_record_apart: what the program writes to its standard outputs goes nowhere */
  /* For a front; each may be NULL. With omen_record_apart these are called in the other process. */
  void (*noted)(void *context, const char *notes); /* what there is to say of the variant */
  /* The recording is complete but for its seal. -1: what is to be said cannot be written. */
  int (*told)(void *context, const struct omen_record_told *told, struct omen_err *err);
  void *context;
};

enum omen_recorded {
  OMEN_RECORD_MADE,      /* the recording is whole */
  OMEN_RECORD_CUT,       /* apart: the other process died after the run had begun; omen_recording_open puts
                            right what there is */
  OMEN_RECORD_ASKED,     /* no recording: invariants or `without` are wrong */
  OMEN_RECORD_NOT_FOUND, /* no recording: there is no such program */
  OMEN_RECORD_CANNOT,    /* no recording: it cannot be run, or was not built with omen cc */
  OMEN_RECORD_FAILED,    /* no recording, for any other reason */
};

struct omen_record_result {
  enum omen_recorded end;
  int status;                 /* as a shell would have the program's */
  bool races;                 /* were seen */
  char dir[4096];             /* of the recording, absolute; empty: none was begun */
  struct omen_err unreported; /* RECORDED: why there is no report, or not everything was told; or empty */
};

/* 0: there is a recording (RECORDED, CUT). -1: there is none, the folder is as it was or gone, and the
 * message says why; it is empty where the runtime said it. *result is filled in any case. A file that grows
 * too large kills a process that does not ignore SIGXFSZ: callers of omen_record do so. */
int omen_record(const struct omen_record_request *q, struct omen_record_result *result, struct omen_err *err);
int omen_record_apart(const struct omen_record_request *q, struct omen_record_result *result,
                      struct omen_err *err);
/* Part of omen_record: what it calls when the program is about to begin, and when it has ended, with the
 * folder of the recording; NULL: nothing. */
enum omen_record_stage { OMEN_RECORD_BEGINS, OMEN_RECORD_ENDED };
typedef void omen_record_reached(void *context, enum omen_record_stage stage, const char *dir);
int omen_record_with(const struct omen_record_request *q, omen_record_reached *reached, void *context,
                     struct omen_record_result *result, struct omen_err *err);
#endif
