// A wrapper of vsnprintf, as many programs have one, makes the name that is compared.
// OMEN: args 3
// OMEN: symbolic argv
// OMEN: verdict page BRING LOOK class k-witness-harmless
// OMEN: multi page BRING LOOK class spec-violated consequence crash
// OMEN: reveal args 28
// OMEN: input atoi(args[0]) == 28
#include "../../corpus/corpus.h"
#include <stdarg.h>
int secret = 5;
int *volatile page;
static int allowed;
static void name_it(char *to, size_t size, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(to, size, format, ap);
  va_end(ap);
}
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
  char name[32];
  name_it(name, sizeof name, "%s-%d.txt", "page", argc > 1 ? atoi(argv[1]) : 0);
  allowed = strcmp(name, "page-28.txt") == 0;
  both(bringer, reader);
  return 0;
}
