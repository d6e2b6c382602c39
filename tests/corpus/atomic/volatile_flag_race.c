// volatile is not atomic: the flag races, and the data behind it is unordered too (though it cannot be scheduled so).
// OMEN: race flag A:w B:r
// OMEN: race data C:w D:r sometimes schedulable no
// OMEN: twin publish_release_acquire_ok.c
#include "../corpus.h"
volatile int flag;
int data;
void *producer(void *p) {
  data = 42; // @C
  flag = 1; // @A
  return p;
}
void *consumer(void *p) {
  if (!flag) return p; // @B
  return (void *)(long)data; // @D
}
int main(void) {
  both(producer, consumer);
  return 0;
}
