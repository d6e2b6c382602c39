/* The agent: serves the processes of a machine that run shipped programs. Each connects to its socket, says
 * which code it is, gets a few tasks, and sends results. Tasks come from the *.tasks files of a folder, where
 * others (a service for fleets) may put them; what was found stands in its state.json, reports in
 * reports.jsonl.
 *
 * A candidate is in one of the states of RaceMob's figure 5: Unknown; NotSeen, since processes ended without
 * seeing the pair; True Race, with one order or both; Likely False Positive, since a NoRace came or since it
 * did not meet within the longest wait. First a candidate is only looked for (phase=context); when a process
 * has seen the pair, all processes validate it. Each timeout doubles the wait, in the processes that run. */
#ifndef OMEN_FIELD_AGENT_H
#define OMEN_FIELD_AGENT_H
#include "base/base.h"

#define OMEN_VERDICTS(X)                                                                                     \
  X(OMEN_FIELD_UNKNOWN, "Unknown")                                                                           \
  X(OMEN_FIELD_NOT_SEEN, "NotSeen")                                                                          \
  X(OMEN_FIELD_TRUE_RACE, "True Race")                                                                       \
  X(OMEN_FIELD_LIKELY_FALSE, "Likely False Positive")
enum omen_field_state {
#define X(name, word) name,
  OMEN_VERDICTS(X)
#undef X
      OMEN_FIELD_STATES
};
const char *omen_field_state_word(enum omen_field_state s);

struct omen_field_verdict {
  char code[17]; /* of the program, in hex; "": a list that does not say */
  char id[32];
  char words[64]; /* what its list says of it: order, instances, budget */
  char places[2][256];
  char why[64]; /* it is in this state */
  enum omen_field_state state;
  bool first, second; /* orders that were had */
  bool unordered;     /* seen without an order that is known */
  bool context;       /* the pair was seen: it is validated now */
  bool unwatched;     /* its accesses cannot be watched, as `why` says */
  uint64_t races, noraces, timeouts, notseen, given;
  uint64_t failures; /* processes that crashed, or did not do what they should, after this race was met */
  uint32_t tau_ms;
};
struct omen_field_book {
  struct omen_field_verdict *v;
  size_t n, cap;
};
enum { OMEN_FIELD_TAU_FIRST = 25, OMEN_FIELD_TAU_MOST = 200 };

/* Made if it is not there. */
struct omen_field_verdict *omen_field_book_at(struct omen_field_book *b, const char *code, const char *id);
/* Lines of a task file; what is new begins as Unknown. `settings` gets the lines that are of no task. */
void omen_field_book_list(struct omen_field_book *b, char *text, struct omen_buf *settings);
/* A line from a process of this code; any bytes will do. True: it was one that counts. */
bool omen_field_book_take(struct omen_field_book *b, const char *code, const char *line, size_t n);
int omen_field_book_read(struct omen_field_book *b, const char *path, struct omen_err *err); /* state.json */
/* Lines for `omen field`, of the processes that run; the agent writes them. */
struct omen_field_process {
  int pid;
  char name[64], code[17];
  uint64_t cpu_us, spent_us, waited_us, hits, patches;
  unsigned tasks;
  bool armed;
};
int omen_field_book_write(const struct omen_field_book *b, const struct omen_field_process *p, size_t n,
                          const char *path, struct omen_err *err);
/* Of the file that this wrote. The caller frees *p. */
size_t omen_field_processes_read(struct omen_field_process **p, const char *path);
/* The next task for a process of this code that has those already: the one that was given out least. -1: none
 * is left. */
int omen_field_book_next(const struct omen_field_book *b, const char *code, const int *has, size_t n);
bool omen_field_settled(const struct omen_field_verdict *v); /* nobody has to look at it any more */
void omen_field_task_line(const struct omen_field_verdict *v, struct omen_buf *out);
void omen_field_book_release(struct omen_field_book *b);

struct omen_agent_options {
  const char *socket, *folder;
  double seconds; /* 0: until a signal */
  bool ask;       /* on Ctrl-C processes ask whether all was as expected */
};
int omen_agent_serve(const struct omen_agent_options *o, struct omen_err *err);
/* Asks the agent at this socket for the stacks of a process. */
int omen_agent_stacks(const char *socket, int pid, struct omen_err *err);
#endif
