/* Files and pipes by name, one after the other; their descriptors have the same number. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char line[100];
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "r");
    if (!f) return 2;
    while (fgets(line, sizeof line, f)) printf("%s: %s", argv[i], line);
    fclose(f);
  }
  return 0;
}
