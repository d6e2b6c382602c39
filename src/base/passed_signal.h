/* Signals that a command passes on to the process that it started. One that was sent to a whole process group
 * reaches that process by itself as well, and it must come once. So what is passed on says so, and has the
 * first sender's number: whoever gets the same signal of the same sender both ways within a moment takes one
 * of them. The runtime uses this header, too: nothing here may be more than a system call. */
#ifndef OMEN_BASE_PASSED_SIGNAL_H
#define OMEN_BASE_PASSED_SIGNAL_H
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { OMEN_PASSED_MARK = 0x6f6d656e };
/* How far apart both can come on a busy machine. Who means two signals does not send them to two processes.
 */
#define OMEN_PASSED_NS 1000000000ll

struct omen_last_signal { /* the last one whose twin did not come; zeroed: there was none */
  int sig;
  pid_t from;
  bool passed;
  int64_t at;
};

static inline bool omen_signal_passed(const siginfo_t *i) {
  return i->si_code == SI_QUEUE && i->si_value.sival_int == OMEN_PASSED_MARK;
}

/* True: this one came the other way, too, a moment ago. `now`: nanoseconds of any clock that goes on. */
static inline bool omen_signal_is_twin(struct omen_last_signal *last, int sig, const siginfo_t *i,
                                       int64_t now) {
  bool passed = omen_signal_passed(i);
  bool twin = last->sig == sig && last->from == i->si_pid && last->passed != passed &&
              now - last->at < OMEN_PASSED_NS;
  *last = twin ? (struct omen_last_signal){0} : (struct omen_last_signal){sig, i->si_pid, passed, now};
  return twin;
}
#endif
