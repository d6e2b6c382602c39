/* Input by every way that libc has, output by every way: what is read is what is written. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int ends[2];
static void *sender(void *text) {
  write(ends[1], text, strlen(text));
  close(ends[1]);
  return text;
}
int main(void) {
  char text[64], word[16], *line = NULL;
  size_t cap = 0;
  int c = getchar(), n = 0;
  ungetc(c, stdin);
  if (!fgets(text, sizeof text, stdin)) return 1;
  if (scanf("%d %9s", &n, word) != 2) return 2;
  getchar();
  if (getline(&line, &cap, stdin) < 1) return 3;
  printf("%c|%s|%d|%s|%s", c, text, n, word, line);
  fputs(word, stderr);
  fprintf(stderr, "%5d\n", n * 3);
  fwrite(text, 1, 3, stdout);
  putchar(line[0] ^ 1);
  fflush(stdout);
  write(1, line, strlen(line));
  pipe(ends);
  pthread_t t;
  void *back;
  pthread_create(&t, NULL, sender, line);
  FILE *f = fdopen(ends[0], "r");
  char from[32] = "";
  if (fgets(from, sizeof from, f)) puts(from);
  pthread_join(t, &back);
  puts(back);
  size_t got = fread(text, 1, sizeof text - 1, stdin);
  text[got] = 0;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("<%s>\n", text);
  fclose(f);
  free(line);
  return n > 100;
}
