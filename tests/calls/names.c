// Names of threads.
#include "calls.h"
#include <semaphore.h>
#include <sys/prctl.h>
static sem_t named, renamed;
static void *w(void *p) {
  char b[16];
  pthread_getname_np(pthread_self(), b, 16);
  P("inherits %s\n", b);
  pthread_setname_np(pthread_self(), "worker");
  prctl(PR_GET_NAME, b);
  P("%s\n", b);
  sem_post(&named);
  sem_wait(&renamed);
  pthread_getname_np(pthread_self(), b, 16);
  P("now %s\n", b);
  return 0;
}
int main(void) {
  race();
  char b[16];
  sem_init(&named, 0, 0);
  sem_init(&renamed, 0, 0);
  R(pthread_getname_np(pthread_self(), b, 16));
  P("main %d\n", b[0] != 0);
  pthread_t t;
  R(pthread_setname_np(pthread_self(), "chief"));
  pthread_create(&t, 0, w, 0);
  sem_wait(&named);
  R(pthread_getname_np(t, b, 16));
  P("%s\n", b);
  R(pthread_setname_np(t, "renamed"));
  R(pthread_setname_np(t, "a name that is far too long"));
  sem_post(&renamed);
  pthread_join(t, 0);
  prctl(PR_GET_NAME, b);
  P("%s\n", b);
  return 0;
}
