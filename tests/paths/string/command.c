// `quit` frees the session; two threads may both think that it is theirs to free.
// OMEN: stdin stay\n
// OMEN: symbolic stdin
// OMEN: verdict closed CLOSE LOOK class k-witness-harmless
// OMEN: multi closed CLOSE LOOK class spec-violated consequence double-free
// OMEN: reveal stdin quit\n
// OMEN: input stdin.split(b"\n")[0] == b"quit"
#include "../../corpus/corpus.h"
volatile int closed;
static char *session;
static int quit;
NOINLINE static void *end(void *p) {
  if (!closed) { // @LOOK
    closed = 1;  // @CLOSE
    if (quit) free(session);
  }
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
