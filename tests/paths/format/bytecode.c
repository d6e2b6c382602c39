// A small machine: `+` adds, `-` takes off, `L` takes the locks in the order that a flag says, `.` ends.
// OMEN: stdin +-.
// OMEN: symbolic stdin
// OMEN: verdict order SET ASK class k-witness-harmless
// OMEN: multi order SET ASK class spec-violated consequence deadlock
// OMEN: reveal stdin +L.
// OMEN: input b"L" in stdin.split(b".")[0]
#include "../../corpus/corpus.h"
static pthread_mutex_t near = PTHREAD_MUTEX_INITIALIZER, far = PTHREAD_MUTEX_INITIALIZER;
volatile int order;
static char code[8];
static int value;
void *one(void *p) {
  pthread_mutex_lock(&near);
  order = 1; // @SET
  pthread_mutex_lock(&far);
  pthread_mutex_unlock(&far);
  pthread_mutex_unlock(&near);
  return p;
}
void *machine(void *p) {
  int forward = order; // @ASK
  for (const char *c = code; *c && *c != '.'; c++) {
    if (*c == '+') value++;
    if (*c == '-') value--;
    if (*c == 'L') {
      pthread_mutex_lock(forward ? &near : &far);
      pthread_mutex_lock(forward ? &far : &near);
      pthread_mutex_unlock(&far);
      pthread_mutex_unlock(&near);
    }
  }
  return p;
}
int main(void) {
  if (fread(code, 1, sizeof code - 1, stdin) == 0) return 2;
  both(one, machine);
  return 0;
}
