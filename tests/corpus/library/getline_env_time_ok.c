// Library calls with state of their own (localtime_r, getenv, strerror, rand_r, setlocale): nothing shared is written.
// OMEN: none
#include "../corpus.h"
#include <locale.h>
void *worker(void *p) {
  unsigned seed = 7;
  struct tm tm;
  time_t t = 86400;
  gmtime_r(&t, &tm);
  char text[64];
  strftime(text, sizeof text, "%Y-%m-%d", &tm);
  long sum = rand_r(&seed) + (getenv("PATH") != NULL) + (long)strlen(text);
  return (void *)sum;
}
int main(void) {
  setlocale(LC_ALL, "C");
  pthread_t a = start(worker, NULL), b = start(worker, NULL);
  return finish(a) != finish(b);
}
