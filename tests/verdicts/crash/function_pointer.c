// A handler is taken away between the question and the call.
// OMEN: verdict handler CHECK CLEAR class spec-violated consequence crash
// OMEN: verdict handler CALL CLEAR class spec-violated consequence crash
#include "../../corpus/corpus.h"
static int calls;
static void handle(void) { calls++; }
void (*volatile handler)(void) = handle;
void *event(void *p) {
  if (handler)   // @CHECK
    handler();   // @CALL
  return p;
}
void *unregister(void *p) {
  handler = NULL; // @CLEAR
  return p;
}
int main(void) {
  both(event, unregister);
  return 0;
}
