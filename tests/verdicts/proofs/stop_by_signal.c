// main waits for SIGTERM and then says stop; a thread polls and looks; a worker waits on a condition. Natively the other
// order is had whenever the signal comes while the thread sleeps: nothing waits for its look. So nothing is proved, and
// the signal that the recorded run got brings the other order about.
// OMEN: verdict stop SET LOOK class k-witness-harmless
// OMEN: maybe asked * * class k-witness-harmless
#include "../../corpus/corpus.h"
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t asked;
static volatile int stop;
static int work;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static void handler(int sig) { asked = sig; }
static void *poller(void *p) {
  while (!stop) // @LOOK
    poll(NULL, 0, 100);
  return p;
}
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  while (!work) pthread_cond_wait(&some, &m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  signal(SIGTERM, handler);
  pid_t parent = getpid(), child = fork();
  if (!child) {
    usleep(300000);
    _exit(kill(parent, SIGTERM) != 0);
  }
  pthread_t a = start(poller, NULL), b = start(worker, NULL);
  while (!asked) sleep(1);
  stop = 1; // @SET
  pthread_mutex_lock(&m);
  work = 1;
  pthread_cond_broadcast(&some);
  pthread_mutex_unlock(&m);
  finish(a);
  finish(b);
  waitpid(child, NULL, 0);
  return 0;
}
