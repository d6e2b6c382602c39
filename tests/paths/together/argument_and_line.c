// The line on standard input must be the argument; then the other thread's page is read.
// OMEN: args key
// OMEN: stdin lock\n
// OMEN: symbolic argv stdin
// OMEN: verdict page BRING LOOK class k-witness-harmless
// OMEN: multi page BRING LOOK class spec-violated consequence crash
// OMEN: reveal stdin key\n
// OMEN: input stdin.split(b"\n")[0] == raw(args[0])
#include "../../corpus/corpus.h"
int contents = 3;
int *volatile page;
static int same;
void *bringer(void *p) {
  page = &contents; // @BRING
  return p;
}
void *reader(void *p) {
  int *mine = page; // @LOOK
  if (same) printf("%d\n", *mine);
  return p;
}
int main(int argc, char **argv) {
  char line[32];
  if (argc < 2 || !fgets(line, sizeof line, stdin)) return 2;
  line[strcspn(line, "\n")] = 0;
  same = !strcmp(argv[1], line);
  both(bringer, reader);
  return 0;
}
