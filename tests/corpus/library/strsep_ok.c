// strsep looks at the text up to the first delimiter; what lies behind it is another thread's.
// OMEN: none
#include "../corpus.h"
char text[] = "first word";
void *other(void *p) {
  text[8] = 'x';
  return p;
}
int main(void) {
  char *rest = text;
  pthread_t t = start(other, NULL);
  MUST(strsep(&rest, " ") == text && rest == text + 6);
  finish(t);
  return 0;
}
