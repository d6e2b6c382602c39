// As string/command.c, with the second look under a lock: freed once for every command.
// OMEN: stdin stay\n
// OMEN: symbolic stdin
// OMEN: verdict closed CLOSE LOOK class k-witness-harmless
// OMEN: multi closed CLOSE LOOK class k-witness-harmless
// OMEN: reveal stdin quit\n
#include "../../corpus/corpus.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int closed;
static char *session;
static int quit;
NOINLINE static void *end(void *p) {
  if (closed) return p; // @LOOK
  pthread_mutex_lock(&m);
  if (!closed) {
    closed = 1; // @CLOSE
    if (quit) free(session);
  }
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  char line[64];
  if (!fgets(line, sizeof line, stdin)) return 2;
  line[strcspn(line, "\n")] = 0;
  session = strdup("session");
  quit = strcmp(line, "quit") == 0;
  both(end, end);
  if (!quit) free(session);
  return 0;
}
