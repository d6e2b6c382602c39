/* While a program that was started (launch.h) runs: signals for it are passed on, its limits kept, and it is
 * waited for. */
#ifndef OMEN_RECORD_SUPERVISE_H
#define OMEN_RECORD_SUPERVISE_H
#include "record/launch.h"
#include <signal.h>

#define OMEN_PASSED_SIGNALS 8
struct omen_passing { /* what was done with these signals before */
  struct sigaction old[OMEN_PASSED_SIGNALS];
};
/* From now on signals to this process go to the program, too, until the end of it. */
void omen_pass_signals_begin(struct omen_passing *p, pid_t program);
void omen_pass_signals_end(const struct omen_passing *p);

/* Returns when the program has ended, which may have been our doing: by a limit of l, or, of a silent one,
 * when this command is interrupted (base/interrupt.h). The caller reaps it. */
void omen_supervise(pid_t program, const struct omen_launch *l);
#endif
