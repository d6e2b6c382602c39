/* A file that is parsed, once by stdio and once mapped; another that is written, moved and read again. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  FILE *f = fopen("data/settings", "r");
  char name[32];
  int value, total = 0;
  if (!f) return 8;
  while (fscanf(f, " %31[a-z] = %d", name, &value) == 2) {
    printf("%s is %d\n", name, value);
    total += value;
  }
  printf("stopped at %ld\n", ftell(f));
  fclose(f);
  struct stat st;
  if (stat("data/settings", &st)) return 7;
  int fd = open("data/settings", O_RDONLY);
  if (st.st_size) {
    char *all = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (all == MAP_FAILED) return 6;
    unsigned h = 0;
    for (off_t i = 0; i < st.st_size; i++) h = h * 131 + (unsigned char)all[i];
    printf("%ld bytes, %x\n", (long)st.st_size, h);
    munmap(all, (size_t)st.st_size);
  }
  close(fd);
  f = fopen("data/new", "w");
  fprintf(f, "total %d\n", total);
  fclose(f);
  if (rename("data/new", "data/result")) return 5;
  f = fopen("data/result", "r+");
  char line[64];
  if (!fgets(line, sizeof line, f)) return 4;
  fseek(f, 0, SEEK_END);
  fputs("more\n", f);
  fclose(f);
  printf("%s%s", line, access("data/new", F_OK) ? "moved\n" : "still there\n");
  if (total > 10 && unlink("data/settings")) return 3;
  return total & 63;
}
