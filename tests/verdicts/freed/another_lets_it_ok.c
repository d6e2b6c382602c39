// The same, but the closer waits for the visitor: the other order is none.
// OMEN: maybe * * * class k-witness-harmless
#include "../../corpus/corpus.h"
static struct session {
  int hits;
} *session;
enum { STEPS = 5 };
static int closing[STEPS + 1] = {1};
static pthread_t visits;
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
  finish(visits);
  if (closing[STEPS]) // @ASK
    free(session);    // @FREE
  return p;
}
int main(void) {
  session = calloc(1, sizeof *session);
  visits = start(visitor, NULL);
  pthread_t t[STEPS + 1], *at = t;
  for (intptr_t i = 0; i < STEPS; i++) *at++ = start(step, (void *)i);
  *at++ = start(closer, NULL);
  while (at > t) finish(*--at);
  return 0;
}
