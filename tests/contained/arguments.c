/* Options and operands; the sum is made by threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static void *add(void *text) {
  pthread_mutex_lock(&lock);
  sum += strtol(text, NULL, 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(int argc, char **argv) {
  int verbose = 0, n = 0;
  pthread_t t[64];
  for (int i = 1; i < argc && n < 64; i++) {
    if (!strcmp(argv[i], "-v"))
      verbose++;
    else if (argv[i][0] == '-' && argv[i][1] == 'x')
      return (int)strlen(argv[i]);
    else
      pthread_create(&t[n++], NULL, add, argv[i]);
  }
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
  if (verbose)
    for (int i = 1; i < argc; i++) printf("%d: <%s>\n", i, argv[i]);
  printf("%d arguments, %ld\n", argc, sum);
  return sum > 100 ? 3 : 0;
}
