// Four threads print numbers from a locked counter, in any order; a fifth prints the value that a sixth sets. Whether
// that line says 5 or 6 is the race's doing alone, whatever the order of the other lines.
// OMEN: options --strategy random --seed 1
// OMEN: verdict value SHOW SET class output-differs consequence output
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static volatile int value = 5;

static void *count(void *arg) {
  pthread_mutex_lock(&lock);
  int mine = counter++;
  pthread_mutex_unlock(&lock);
  printf("number %d\n", mine);
  return arg;
}
static void *show(void *arg) {
  printf("value %d\n", value); // @SHOW
  return arg;
}
static void *set(void *arg) {
  value = 6; // @SET
  return arg;
}

int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, count, NULL);
  pthread_create(&t[4], NULL, show, NULL);
  pthread_create(&t[5], NULL, set, NULL);
  for (int i = 0; i < 6; i++) pthread_join(t[i], NULL);
  return 0;
}
