// Lines of a log are numbered by an unprotected counter.
// OMEN: verdict next NUMBER NUMBER class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int next = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char lines[8][32];

static void *note(void *unused) {
  (void)unused;
  int mine = next++; // @NUMBER
  pthread_mutex_lock(&lock);
  snprintf(lines[mine], sizeof lines[mine], "line %d", mine);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, note, NULL);
  pthread_create(&b, NULL, note, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < 8; i++)
    if (lines[i][0]) puts(lines[i]);
  return 0;
}
