// With -c the buffer is freed as soon as nobody seems to use it.
// OMEN: args -ab
// OMEN: symbolic argv
// OMEN: verdict users CLAIM LOOK class k-witness-harmless
// OMEN: multi users CLAIM LOOK class spec-violated consequence use-after-free
// OMEN: reveal args -abc
// OMEN: input "c" in args[0]
#include "../../corpus/corpus.h"
volatile int users;
static char *buffer;
static int all, brief, clean, freed;
void *user(void *p) {
  users = 1; // @CLAIM
  buffer[0] = 'x';
  return p;
}
void *cleaner(void *p) {
  if (!users && clean) { // @LOOK
    free(buffer);
    freed = 1;
  }
  return p;
}
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    for (const char *o = argv[i] + 1; argv[i][0] == '-' && *o; o++) {
      if (*o == 'a') all++;
      if (*o == 'b') brief++;
      if (*o == 'c') clean++;
    }
  buffer = malloc(16);
  MUST(buffer != NULL);
  pthread_t a = start(user, NULL), b = start(cleaner, NULL);
  finish(a);
  finish(b);
  printf("%s%s\n", all ? "all" : "some", brief ? ", brief" : "");
  if (!freed) free(buffer);
  return 0;
}
