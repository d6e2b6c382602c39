// Both threads only read what main wrote before it created them.
// OMEN: none
#include "../corpus.h"
int x;
void *worker(void *p) {
  return (void *)(long)x;
}
int main(void) {
  x = 1;
  both(worker, worker);
  return x != 1;
}
