// Each thread writes its own file, in any order: the numbers of their descriptors depend on the schedule, what is in
// the files does not.
// OMEN: verdict hits A B class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
int hits;
static void save(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  MUST(f);
  fputs(text, f);
  fclose(f);
  unlink(path);
}
void *one(void *p) {
  hits++; // @A
  save("own.one", "first\n");
  return p;
}
void *two(void *p) {
  hits++; // @B
  save("own.two", "second\n");
  return p;
}
int main(void) {
  both(one, two);
  return 0;
}
