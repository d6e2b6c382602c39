// Hand over hand: the next lock is taken before the last is given back.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
struct cell {
  pthread_mutex_t lock;
  int value;
} cell[4];
void *worker(void *p) {
  pthread_mutex_lock(&cell[0].lock);
  for (int i = 0; i < 3; i++) {
    cell[i].value++;
    pthread_mutex_lock(&cell[i + 1].lock);
    cell[i + 1].value += cell[i].value;
    pthread_mutex_unlock(&cell[i].lock);
  }
  pthread_mutex_unlock(&cell[3].lock);
  return p;
}
int main(void) {
  for (int i = 0; i < 4; i++) pthread_mutex_init(&cell[i].lock, NULL);
  both(worker, worker);
  printf("%d\n", cell[3].value);
  return 0;
}
