// A file is written under another name and renamed into place; who reads it afterwards gets all of it. The race
// decides what is in it.
// OMEN: verdict level A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
int level = 1;
void *setter(void *p) {
  level = 2; // @A
  return p;
}
void *saver(void *p) {
  FILE *f = fopen("state.new", "w");
  MUST(f);
  fprintf(f, "level %d\n", level); // @B
  fclose(f);
  MUST(rename("state.new", "state") == 0);
  return p;
}
int main(void) {
  both(setter, saver);
  char line[32] = "";
  FILE *f = fopen("state", "r");
  MUST(f && fgets(line, sizeof line, f));
  fclose(f);
  MUST(!fopen("state.new", "r"));
  unlink("state");
  fputs(line, stdout);
  return 0;
}
