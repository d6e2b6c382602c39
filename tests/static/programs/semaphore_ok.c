// SCAN: false 3 a semaphore that begins with 1 excludes
#include "scan.h"
static sem_t s;
static int x;
static void *first(void *arg) {
  sem_wait(&s);
  x++;
  sem_post(&s);
  return arg;
}
static void *second(void *arg) {
  sem_wait(&s);
  x--;
  sem_post(&s);
  return arg;
}
int main(void) {
  sem_init(&s, 0, 1);
  return two_threads(first, second);
}
