// A thread polls a pipe that another process writes to; what comes lets the user go on. In the recorded run nothing had come.
// Natively the child may write at any time, also while the first thread is stopped before it fills data.
// OMEN: verdict data FILL USE class output-differs consequence output
// OMEN: verdict ready SET LOOK class k-witness-harmless
// OMEN: maybe ready * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int ready;
static int data, end[2];
static void *listener(void *p) {
  struct pollfd fd = {end[0], POLLIN, 0};
  if (poll(&fd, 1, -1) == 1 && fd.revents & POLLIN) ready = 1;
  return p;
}
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *user(void *p) {
  while (!ready) // @LOOK
    sched_yield();
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  MUST(pipe(end) == 0);
  if (!fork()) {
    close(end[0]);
    sleep(3);
    _exit(write(end[1], "x", 1) != 1);
  }
  close(end[1]);
  pthread_detach(start(listener, NULL));
  both(filler, user);
  return 0;
}
