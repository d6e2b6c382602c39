// Without an argument the name is the other thread's, or none yet.
// OMEN: args name
// OMEN: symbolic argv
// OMEN: verdict standard SET USE class k-witness-harmless
// OMEN: multi standard SET USE class output-differs consequence output
// OMEN: reveal args
// OMEN: input len(args) == 0
#include "../../corpus/corpus.h"
const char *volatile standard = "nobody";
static const char *name;
void *setter(void *p) {
  standard = "somebody"; // @SET
  return p;
}
void *teller(void *p) {
  const char *other = standard; // @USE
  puts(name ? name : other);
  return p;
}
int main(int argc, char **argv) {
  name = argc > 1 ? argv[1] : NULL;
  both(setter, teller);
  return 0;
}
