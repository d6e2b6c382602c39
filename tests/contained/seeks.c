/* Standard input that is a file, and is gone back in. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat st;
  char head[4] = "", tail[5] = "";
  if (fstat(0, &st)) return 2;
  printf("%s of %ld\n", S_ISREG(st.st_mode) ? "a file" : "a stream",
         S_ISREG(st.st_mode) ? (long)st.st_size : -1);
  if (fread(head, 1, 3, stdin) != 3) return 3;
  if (fseek(stdin, -4, SEEK_END)) return 4;
  if (fread(tail, 1, 4, stdin) != 4) return 5;
  rewind(stdin);
  printf("<%s> <%s> %d\n", head, tail, getchar());
  char more[2];
  printf("%d\n", (int)pread(0, more, 2, 1));
  return more[0] & 15;
}
