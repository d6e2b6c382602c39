// Sequentially consistent atomics, used in the wrong order: flag first, data second.
// OMEN: race data A:w B:r sometimes
// OMEN: twin seq_cst_ok.c
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  flag = 1;
  data = 42; // @A
  return p;
}
void *consumer(void *p) {
  if (!flag) return p;
  return (void *)(long)data; // @B
}
int main(void) {
  both(producer, consumer);
  return 0;
}
