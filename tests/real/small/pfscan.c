/* Like pfscan: names of files in a queue with a lock, workers that look for a word, matches counted without one. */
// OMEN: levels O0
// OMEN: options --strategy random --seed 4
// OMEN: verdict matches COUNT COUNT class output-differs consequence output
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const files[] = {"a word", "nothing", "word word", "the word"};
enum { FILES = sizeof files / sizeof *files, WORKERS = 2 };
static int next, matches;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int mine = next < FILES ? next++ : -1;
    pthread_mutex_unlock(&m);
    if (mine < 0) return arg;
    if (strstr(files[mine], "word")) matches++; // @COUNT
  }
}
int main(void) {
  pthread_t t[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(t[i], NULL);
  printf("%d files match\n", matches);
  return 0;
}
