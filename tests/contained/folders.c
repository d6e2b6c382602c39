/* Folders: listed, made, removed. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void list(const char *path) {
  char *names[64];
  size_t n = 0;
  DIR *d = opendir(path);
  if (!d) {
    perror(path);
    return;
  }
  for (struct dirent *e; (e = readdir(d)) && n < 64;)
    if (e->d_name[0] != '.') names[n++] = strdup(e->d_name);
  closedir(d);
  qsort(names, n, sizeof *names, by_name);
  printf("%s:", path);
  for (size_t i = 0; i < n; i++) printf(" %s", names[i]), free(names[i]);
  puts("");
}
int main(int argc, char **argv) {
  list("data");
  if (argc < 2 || mkdir(argv[1], 0755)) return 2;
  char path[256];
  snprintf(path, sizeof path, "%s/inner", argv[1]);
  FILE *f = fopen(path, "w");
  if (!f) return 3;
  fputs("x", f);
  fclose(f);
  list(argv[1]);
  if (chdir(argv[1])) return 4;
  list(".");
  if (strlen(argv[1]) > 8) return 5;
  unlink("inner");
  if (chdir("..") || rmdir(argv[1])) return 6;
  list("data");
  return 0;
}
