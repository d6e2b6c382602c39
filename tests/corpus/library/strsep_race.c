// strsep puts a zero in the place of the delimiter that it finds, while another thread looks at that place.
// OMEN: race text A:w B:r
// OMEN: twin strsep_ok.c
#include "../corpus.h"
char text[] = "first word";
NOINLINE char *word(char **rest) { return strsep(rest, " "); } // @A
void *first(void *p) {
  char *rest = text;
  return word(&rest) == text ? p : text;
}
void *second(void *p) {
  return text[5] == 'x' ? text : p; // @B
}
int main(void) {
  both(first, second);
  return 0;
}
