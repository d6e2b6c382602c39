/* The agent: serves the processes of a machine that run shipped programs. Each connects to its socket, says
 * which code it is, gets a few tasks, and sends results. Tasks come from the *.tasks files of a folder, where
 * others (a service for fleets) may put them; what was found stands in its state.json.
 *
 * A candidate is in one of the states of RaceMob's figure 5: Unknown; True Race, with one order or both;
 * Likely False Positive, since a NoRace came or since it did not meet within the longest wait. What was never
 * seen stays Unknown. */
#ifndef OMEN_FIELD_AGENT_H
#define OMEN_FIELD_AGENT_H
#include "base/base.h"

#define OMEN_VERDICTS(X)                                                                                     \
  X(OMEN_FIELD_UNKNOWN, "Unknown")                                                                           \
  X(OMEN_FIELD_TRUE_RACE, "True Race")                                                                       \
  X(OMEN_FIELD_LIKELY_FALSE, "Likely False Positive")
enum omen_field_state {
#define X(name, word) name,
  OMEN_VERDICTS(X)
#undef X
};
const char *omen_field_state_word(enum omen_field_state s);

struct omen_field_verdict {
  char id[32];
  char places[2][256];
  enum omen_field_state state;
  bool first, second; /* orders that were had */
  bool unordered;     /* seen without an order that is known */
  uint64_t races, noraces, timeouts, notseen, given;
  uint32_t tau_ms;
};
struct omen_field_book {
  struct omen_field_verdict *v;
  size_t n, cap;
};
enum { OMEN_FIELD_TAU_FIRST = 25, OMEN_FIELD_TAU_MOST = 200 };

struct omen_field_verdict *omen_field_book_at(struct omen_field_book *b,
                                              const char *id); /* made if it is not there */
/* A line of results; any bytes will do. True: it was one that counts. */
bool omen_field_book_take(struct omen_field_book *b, const char *line, size_t n);
int omen_field_book_read(struct omen_field_book *b, const char *path, struct omen_err *err); /* state.json */
int omen_field_book_write(const struct omen_field_book *b, const char *path, struct omen_err *err);
/* Lines of a task file for the next process: the candidates that were given out least, and are not settled.
 */
void omen_field_book_give(struct omen_field_book *b, size_t most, struct omen_buf *out);
void omen_field_book_release(struct omen_field_book *b);

/* Serves until a signal or for so many seconds (0: for ever). */
int omen_agent_serve(const char *socket, const char *folder, double seconds, struct omen_err *err);
#endif
