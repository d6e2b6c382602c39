// A mean is computed while the numbers are reset: division by zero. The sum's race alone does nothing.
// OMEN: verdict samples LOOK RESET class spec-violated consequence undefined
// OMEN: verdict samples DIVIDE RESET class spec-violated consequence undefined
// OMEN: verdict sum SUM RESET_SUM class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int samples = 4, sum = 20, result;

static void *mean(void *unused) {
  (void)unused;
  if (samples) {            // @LOOK
    int all = sum;          // @SUM
    result = all / samples; // @DIVIDE
  }
  return NULL;
}

static void *reset(void *unused) {
  (void)unused;
  sum = 0;     // @RESET_SUM
  samples = 0; // @RESET
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mean, NULL);
  pthread_create(&b, NULL, reset, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
