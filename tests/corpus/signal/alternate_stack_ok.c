// Handlers with SA_ONSTACK run on the alternate stack, also of a signal that is sent; others do not, nor one that comes while
// another runs there. A handler there may leave by siglongjmp.
// OMEN: none
#include "../corpus.h"
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
enum { SIZE = 64 << 10 };
static sigjmp_buf back;
static int on(void) {
  char here;
  stack_t now;
  MUST(sigaltstack(NULL, &now) == 0);
  int inside = &here >= (char *)now.ss_sp && &here < (char *)now.ss_sp + now.ss_size;
  MUST(inside == !!(now.ss_flags & SS_ONSTACK));
  return inside;
}
static int inner, outer, plain, left, busy;
static void in_handler(int sig) { inner = on(); }
static void out_handler(int sig) {
  stack_t other = {.ss_sp = malloc(SIZE), .ss_size = SIZE};
  outer = on();
  busy = outer && sigaltstack(&other, NULL) == -1 && errno == EPERM;
  free(other.ss_sp);
  raise(SIGUSR2);
}
static void plain_handler(int sig) { plain = on(); }
static void leaves(int sig) {
  left += on();
  siglongjmp(back, 1);
}
static void set(int sig, void (*f)(int), int flags) {
  struct sigaction sa = {.sa_handler = f, .sa_flags = flags};
  MUST(sigaction(sig, &sa, NULL) == 0);
}
static void *thread(void *arg) {
  char *memory = malloc(SIZE);
  stack_t mine = {.ss_sp = memory, .ss_size = SIZE}, none = {.ss_flags = SS_DISABLE};
  MUST(sigaltstack(&mine, NULL) == 0);
  raise(SIGUSR1);
  MUST(outer && inner && busy);
  raise(SIGHUP);
  MUST(!plain);
  for (volatile int i = 0; i < 3; i++)
    if (!sigsetjmp(back, 1)) raise(SIGTERM);
  MUST(left == 3 && !on());
  MUST(sigaltstack(&none, NULL) == 0);
  raise(SIGUSR1);
  MUST(!outer && !inner);
  free(memory);
  return arg;
}
int main(void) {
  set(SIGUSR1, out_handler, SA_ONSTACK);
  set(SIGUSR2, in_handler, SA_ONSTACK);
  set(SIGHUP, plain_handler, 0);
  set(SIGTERM, leaves, SA_ONSTACK);
  thread(NULL);
  left = 0;
  finish(start(thread, NULL));
  puts("done");
  return 0;
}
