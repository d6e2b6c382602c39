// A signal from outside ends the wait, whatever the thread does that is to be finished by then (tinyproxy's shutdown): no
// order is proved by the wait.
// OMEN: verdict over A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int over;
static volatile sig_atomic_t asked;
static void handler(int sig) { asked = sig; }
void *works(void *p) {
  over = 1; // @A
  return p;
}
int main(void) {
  pthread_t t;
  signal(SIGTERM, handler);
  pthread_create(&t, NULL, works, NULL);
  pid_t parent = getpid(), child = fork();
  if (!child) {
    usleep(100000);
    _exit(kill(parent, SIGTERM) != 0);
  }
  while (!asked) poll(NULL, 0, -1);
  if (!over) abort(); // @B
  pthread_join(t, NULL);
  waitpid(child, NULL, 0);
  return 0;
}
