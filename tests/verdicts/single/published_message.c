// A message is published by a plain pointer that is polled; what it points to is ordered by that.
// OMEN: verdict mail POST POLL class k-witness-harmless
// OMEN: verdict number NUMBER READ class single-ordering
// OMEN: maybe * NUMBER * class single-ordering
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
struct message {
  int number;
};
static struct message *volatile mail;
static void *sender(void *p) {
  struct message *m = malloc(sizeof *m);
  m->number = 42; // @NUMBER
  mail = m;       // @POST
  return p;
}
static void *receiver(void *p) {
  struct message *m;
  while (!(m = mail)) // @POLL
    sched_yield();
  printf("got %d\n", m->number); // @READ
  free(m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, receiver, NULL);
  pthread_create(&b, NULL, sender, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
