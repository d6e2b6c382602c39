// The word is compared letter by letter; only the right one reaches for the other thread's page.
// OMEN: args guess
// OMEN: symbolic argv
// OMEN: verdict page BRING LOOK class k-witness-harmless
// OMEN: multi page BRING LOOK class spec-violated consequence crash
// OMEN: reveal args tulip
// OMEN: input args == ["tulip"]
#include "../../corpus/corpus.h"
int secret = 5;
int *volatile page;
static int allowed;
void *bringer(void *p) {
  page = &secret; // @BRING
  return p;
}
void *reader(void *p) {
  int *mine = page; // @LOOK
  if (allowed) printf("%d\n", *mine);
  return p;
}
int main(int argc, char **argv) {
  allowed = argc > 1 && strcmp(argv[1], "tulip") == 0;
  both(bringer, reader);
  return 0;
}
