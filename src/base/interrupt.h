/* SIGINT and SIGTERM, to a command that has something to tell. It catches them, and counts:
 *
 *   while the recorded program runs   the first is the program's, which is waited for; so is the second, but
 *                                     what the program did is not judged then
 *   at any other time                 one is enough: judging stops, and what there is is told
 *   after that                        the next one ends the command, as if nobody had caught it
 *
 * A signal that comes twice within a moment is one: `timeout` sends it to the process, and then to the group
 * that the process is in. */
#ifndef OMEN_BASE_INTERRUPT_H
#define OMEN_BASE_INTERRUPT_H
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* From now on. What is ignored stays ignored, as under nohup. */
void omen_interrupts_catch(void);
/* In a process forked by one that catches them: as if nothing had come, and nobody caught them. */
void omen_interrupts_forget(void);
/* For other handlers, which pass signals on: this one came. True: it came a moment ago, too: passed on by the
 * parent, or, of SIGINT and SIGTERM, whoever sent it. */
bool omen_interrupt_repeats(int sig, const siginfo_t *info);
/* Passes one on: base/passed_signal.h. May be called by handlers. */
void omen_signal_pass(pid_t to, int sig, const siginfo_t *info);
/* The child that is to get them, too, or 0. `runs`: because the recorded program runs. What a terminal sends
 * is not passed on: it goes to the whole group, and so to the child as well. */
void omen_interrupts_pass(pid_t to, bool runs);
int omen_interrupt(void);        /* the signal that came last; 0: none came */
bool omen_interrupted(void);     /* judging is to stop */
bool omen_over(double deadline); /* so, or this moment of omen_now() has come; 0: no moment is set */
/* Ends this process by the signal that came. */
_Noreturn void omen_interrupt_die(void);
#endif
