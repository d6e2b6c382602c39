/* Options, numbers written to memory, sorting. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
int main(int argc, char **argv) {
  static const struct option longs[] = {{"verbose", 0, 0, 'v'}, {"output", 1, 0, 'o'}, {0, 0, 0, 0}};
  int c, v = 0; const char *out = "-"; int n = 3;
  while ((c = getopt_long(argc, argv, "vo:n:", longs, NULL)) != -1) {
    if (c == 'v') v++; else if (c == 'o') out = optarg; else if (c == 'n') n = atoi(optarg); else return 2;
  }
  char buf[40]; sprintf(buf, "x%dy%04x", n, (unsigned)n * 3);
  if (!strcmp(buf, "x42y007e")) puts("the answer");
  int a[4] = {n, 7, 1, n * 2};
  qsort(a, 4, sizeof *a, cmp);
  printf("%d %s %d %d %d %d %s\n", v, out, a[0], a[1], a[2], a[3], buf);
  return 0;
}
