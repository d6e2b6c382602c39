// Is there room behind the text, then append. Both look at the same text, both find room, and the second has none. What
// strcpy and strlen touch is the race.
// OMEN: incident overflow APPEND cause race text CHECK APPEND
// OMEN: or cause race text APPEND APPEND
// OMEN: verdict text CHECK APPEND class spec-violated consequence overflow
// OMEN: maybe text APPEND APPEND class spec-violated consequence overflow
// OMEN: maybe text APPEND APPEND class k-witness-harmless
// OMEN: levels O2
// OMEN: build -fno-builtin
#include "../../../corpus/corpus.h"
char *volatile text;
void *append(void *arg) {
  for (int i = 0; i < 2; i++)
    if (strlen(text) + 3 < 12)            // @CHECK
      strcpy(text + strlen(text), "abc"); // @APPEND
  return arg;
}
int main(void) {
  text = calloc(12, 1);
  both(append, append);
  free(text);
  return 0;
}
