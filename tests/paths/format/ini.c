// A file of KEY=VALUE lines. With cache=off what was cached is freed, in use or not.
// OMEN: file app.ini [main]\ncache=on\n
// OMEN: symbolic file:app.ini
// OMEN: verdict users ENTER LOOK class k-witness-harmless
// OMEN: multi users ENTER LOOK class spec-violated consequence use-after-free
// OMEN: reveal file app.ini [main]\ncache=off\n
// OMEN: input b"cache=off\n" in files["app.ini"] + b"\n"
#include "../../corpus/corpus.h"
volatile int users;
static char *cache;
static int off, freed;
void *user(void *p) {
  users = 1; // @ENTER
  cache[0] = 'u';
  return p;
}
void *cleaner(void *p) {
  int now = users; // @LOOK
  if (off && !now) {
    free(cache);
    freed = 1;
  }
  return p;
}
int main(void) {
  char line[64];
  FILE *f = fopen("app.ini", "r");
  if (!f) return 2;
  while (fgets(line, sizeof line, f)) {
    if (line[0] == '[' || line[0] == '#') continue;
    char *equals = strchr(line, '=');
    if (!equals) continue;
    *equals++ = 0;
    equals[strcspn(equals, "\n")] = 0;
    if (!strcmp(line, "cache")) off = !strcmp(equals, "off");
  }
  fclose(f);
  cache = malloc(16);
  both(user, cleaner);
  if (!freed) free(cache);
  return 0;
}
