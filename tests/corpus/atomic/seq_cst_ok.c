// Sequentially consistent atomics hand the data over.
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
int data;
atomic_int flag;
void *producer(void *p) {
  data = 42;
  flag = 1;
  return p;
}
void *consumer(void *p) {
  if (!flag) return p;
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}
