// A rough number of samples decides how often a thread rests; what it computes does not depend on it.
// OMEN: verdict samples LOOK ADD class k-witness-harmless
// OMEN: verdict samples ADD ADD class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int samples;

static void *sample(void *unused) {
  (void)unused;
  long sum = 0;
  for (int i = 1; i <= 5; i++) {
    sum += i;
    if (samples % 4 == 3) // @LOOK
      sched_yield();
    samples++; // @ADD
  }
  printf("%ld\n", sum);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sample, NULL);
  pthread_create(&b, NULL, sample, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (samples > 200) puts("impossible");
  puts("done");
  return 0;
}
