// How numbers are rounded is a thread's own: its creator's at first; handlers begin with the usual, and what
// they set ends with them.
#include "calls.h"

static void set(unsigned mxcsr, unsigned short x87) {
  __asm__ volatile("ldmxcsr %0\nfldcw %1" : : "m"(mxcsr), "m"(x87));
}
static void show(const char *who) {
  unsigned mxcsr;
  unsigned short x87;
  __asm__ volatile("stmxcsr %0\nfnstcw %1" : "=m"(mxcsr), "=m"(x87));
  P("%s: %x %x\n", who, mxcsr & 0x6000, x87 & 0xc00);
}

static void handler(int sig) {
  show("handler");
  set(0x1f80 | 0x6000, 0x37f | 0xc00);
}

static void *thread(void *arg) {
  show("thread");
  set(0x1f80 | 0x4000, 0x37f | 0x800);
  usleep(1000);
  show("thread");
  return NULL;
}

int main(void) {
  pthread_t t;
  race();
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  show("main");
  set(0x1f80 | 0x2000, 0x37f | 0x400);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  show("main");
  raise(SIGUSR1);
  show("main");
  pthread_kill(pthread_self(), SIGUSR1);
  show("main");
  return 0;
}
