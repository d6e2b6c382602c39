/* The calls of a program that synchronise: found in the machine code of its variant, where they are direct
 * calls of the runtime's functions, of what the language's library wraps around them (std::lock_guard), or of
 * the program's own functions that do nothing of the kind but take, or nothing but give back. Inside expect/
 * only. */
#ifndef OMEN_EXPECT_CALLS_H
#define OMEN_EXPECT_CALLS_H
#include "expect/program_names.h"
#include "report/symbols.h"

enum omen_call_role { OMEN_CALL_TAKES = 1, OMEN_CALL_GIVES = 2, OMEN_CALL_OTHER = 4, OMEN_CALL_NEVER = 8 };

struct omen_call {
  uint64_t pc; /* return address, as in the file */
  uint32_t file;
  unsigned roles;
  const char *calls;         /* for people: pthread_mutex_lock, atomic store, ... */
  uint64_t function;         /* where the function that it stands in begins; 0: unknown */
  bool wraps;                /* that function only wraps what it calls: who called it decides */
  struct omen_frame *frames; /* innermost first; of inlined functions, too */
  size_t nframes, cframes;
};
struct omen_calls {
  struct omen_pool pool;
  struct omen_call *v;
  size_t n, cap;
};

int omen_calls_find(struct omen_calls *c, const struct omen_program_names *names, struct omen_err *err);
void omen_calls_release(struct omen_calls *c);
bool omen_frame_is_users(const struct omen_frame *f); /* not of the language's library */
#endif
