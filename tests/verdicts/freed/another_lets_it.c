// The closer comes to its free only if other threads have said so before, one after the other. Whoever runs the closer alone
// while the visitor is held sees it leave; in the order of the recorded run it frees what the visitor has in hand.
// OMEN: verdict session USE FREE class spec-violated consequence use-after-free
// OMEN: maybe * * * class k-witness-harmless
// OMEN: maybe * * * class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
static struct session {
  int hits;
} *session;
enum { STEPS = 5 };
static int closing[STEPS + 1] = {1};
static void *visitor(void *p) {
  session->hits++; // @USE
  return p;
}
static void *step(void *p) {
  intptr_t i = (intptr_t)p;
  if (closing[i])       // @STEP
    closing[i + 1] = 1; // @SAY
  return p;
}
static void *closer(void *p) {
  if (closing[STEPS]) // @ASK
    free(session);    // @FREE
  return p;
}
int main(void) {
  session = calloc(1, sizeof *session);
  pthread_t t[STEPS + 2], *at = t;
  *at++ = start(visitor, NULL);
  for (intptr_t i = 0; i < STEPS; i++) *at++ = start(step, (void *)i);
  *at++ = start(closer, NULL);
  while (at > t) finish(*--at);
  return 0;
}
