// SCAN: none
#include "scan.h"
struct account {
  long id;
  pthread_mutex_t lock;
  int sum;
};
static struct account *all[4];
static void add(struct account *a, struct account *b) {
  (void)b;
  pthread_mutex_lock(&a->lock);
  a->sum++;
  pthread_mutex_unlock(&a->lock);
}
static void *first(void *arg) {
  add(all[rand() % 4], all[rand() % 4]);
  return arg;
}
static void *second(void *arg) {
  add(all[rand() % 4], all[rand() % 4]);
  return arg;
}
int main(void) {
  for (int i = 0; i < 4; i++) {
    all[i] = calloc(1, sizeof *all[i]);
    pthread_mutex_init(&all[i]->lock, NULL);
  }
  return two_threads(first, second);
}
