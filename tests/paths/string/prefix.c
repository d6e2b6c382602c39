// Names that begin with `file:` need the folder that the other thread sets.
// OMEN: args http://a
// OMEN: symbolic argv
// OMEN: verdict folder SET USE class k-witness-harmless
// OMEN: multi folder SET USE class spec-violated consequence crash
// OMEN: reveal args file:a
// OMEN: input args[0].startswith("file:")
#include "../../corpus/corpus.h"
const char *volatile folder;
static const char *name;
void *setter(void *p) {
  folder = "/srv"; // @SET
  return p;
}
void *opener(void *p) {
  const char *in = folder; // @USE
  if (!strncmp(name, "file:", 5)) printf("%c\n", in[0]);
  return p;
}
int main(int argc, char **argv) {
  name = argc > 1 ? argv[1] : "";
  both(setter, opener);
  return 0;
}
