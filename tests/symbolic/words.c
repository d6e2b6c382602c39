/* A parser of lines, with the functions that such programs use. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
static void say(const char *format, ...) {
  char line[80];
  va_list ap;
  va_start(ap, format);
  vsnprintf(line, sizeof line, format, ap);
  va_end(ap);
  fputs(line, stderr);
  va_start(ap, format);
  vfprintf(stderr, format, ap);
  va_end(ap);
}
struct point {
  int x, y;
  char name[12];
};
static int parse(char *line, struct point *p) {
  char *word = strtok(line, " \n");
  if (!word || strcmp(word, "point")) return -1;
  word = strtok(NULL, " \n");
  if (!word) return -2;
  p->x = atoi(word);
  word = strtok(NULL, " \n");
  if (!word) return -3;
  p->y = (int)strtol(word, NULL, 0);
  word = strtok(NULL, " \n");
  if (word) {
    strncpy(p->name, word, sizeof p->name - 1);
    for (char *c = p->name; *c; c++) *c = (char)toupper(*c);
  }
  return 0;
}
int main(void) {
  char line[100];
  struct point p = {0};
  int n = 0;
  while (fgets(line, sizeof line, stdin)) {
    int r = parse(line, &p);
    if (r) {
      fprintf(stderr, "line %d: %d\n", n, r);
      return 1;
    }
    n++;
    say("%-4s!\n", p.name);
    if (p.x > p.y && p.name[0] == 'Q')
      printf("found %s at %d,%d\n", p.name, p.x, p.y);
    else {
      puts(p.name);
      putchar(p.name[0]);
      printf("%5d|%-6s|%c\n", p.x + p.y, p.name, p.name[1]);
    }
  }
  int table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  printf("%d\n", table[p.x & 7]);
  return p.y / (p.x - 3) > 4;
}
