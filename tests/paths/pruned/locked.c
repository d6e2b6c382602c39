// Any number but the tested one takes the lock, and then tells: what it tells is no race's doing.
// OMEN: args 0
// OMEN: symbolic argv
// OMEN: verdict count COUNT TELL class k-witness-harmless
// OMEN: multi count COUNT TELL class k-witness-harmless
// OMEN: reveal args 1
// OMEN: reveals none
#include "../../corpus/corpus.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
static int locks;
void *counter(void *p) {
  if (locks) pthread_mutex_lock(&m);
  count = 1; // @COUNT
  if (locks) pthread_mutex_unlock(&m);
  return p;
}
void *teller(void *p) {
  if (locks) pthread_mutex_lock(&m);
  int now = *(volatile int *)&count; // @TELL
  if (locks) printf("%d\n", now);
  if (locks) pthread_mutex_unlock(&m);
  return p;
}
int main(int argc, char **argv) {
  locks = argc > 1 && atoi(argv[1]) != 0;
  both(counter, teller);
  return 0;
}
