// Room for everything that both can append: whatever is looked at too early, nothing goes behind the end.
// OMEN: no-incident
// OMEN: verdict text CHECK APPEND class k-witness-harmless
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
  text = calloc(40, 1);
  both(append, append);
  free(text);
  return 0;
}
