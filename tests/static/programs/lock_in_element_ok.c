// SCAN: none
#include "scan.h"
struct slot {
  pthread_mutex_t lock;
  int n;
};
static struct slot slots[8];
static void *first(void *arg) {
  struct slot *s = &slots[rand() % 8];
  pthread_mutex_lock(&s->lock);
  s->n++;
  pthread_mutex_unlock(&s->lock);
  return arg;
}
static void *second(void *arg) {
  struct slot *s = &slots[rand() % 8];
  pthread_mutex_lock(&s->lock);
  s->n--;
  pthread_mutex_unlock(&s->lock);
  return arg;
}
TWO_THREADS(first, second)
