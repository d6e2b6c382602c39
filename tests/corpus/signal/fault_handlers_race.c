// Handlers of faults in two threads count in one variable.
// OMEN: race caught A:rw A:rw
// OMEN: maybe caught A:w A:w
// OMEN: twin fault_handlers_ok.c
#include "../corpus.h"
#include <setjmp.h>
#include <signal.h>
static _Thread_local sigjmp_buf out;
int caught;
static void handler(int sig) {
  caught++; // @A
  siglongjmp(out, 1);
}
static void *work(void *p) {
  if (!sigsetjmp(out, 1)) *(volatile char *)16 = 1;
  return p;
}
int main(void) {
  signal(SIGSEGV, handler);
  both(work, work);
  return 0;
}
