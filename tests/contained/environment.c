/* A variable that decides, and all that there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(void) {
  const char *mode = getenv("MODE");
  int n = 0, room = 0;
  for (char **e = environ; *e; e++) {
    n += !strncmp(*e, "MODE", 4);
    room += !strncmp(*e, "OMEN_ROOM", 9);
  }
  printf("mode %s, %d, %d\n", mode ? mode : "none", n, room);
  setenv("MODE", "other", 1);
  printf("then %s\n", getenv("MODE"));
  if (mode && !strcmp(mode, "long")) puts("long it is");
  return mode ? (int)strlen(mode) : 99;
}
