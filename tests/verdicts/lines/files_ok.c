// A log and a result, both files; the log is free, and the race decides over the buffer's size.
// OMEN: verdict mode ASK SET class k-witness-harmless
#include "lines.h"
volatile int mode = 1;
FILE *log_file;
void *result(void *p) {
  FILE *f = fopen("result", "w");
  int m = mode; // @ASK
  MUST(f);
  char buffer[512];
  setvbuf(f, buffer, _IOFBF, m == 1 ? sizeof buffer : sizeof buffer / 2);
  m = 1;
  fprintf(f, "begin %d\n", next_number());
  fprintf(f, "mode %d\nend %d\n", m, next_number());
  fclose(f);
  return p;
}
void *set(void *p) {
  mode = 2; // @SET
  return p;
}
void *noise(void *p) {
  for (int i = 0; i < LINES; i++) fprintf(log_file, "%d: number %d\n", (int)(intptr_t)p, next_number());
  return p;
}
int main(void) {
  log_file = fopen("log", "w");
  MUST(log_file);
  all(result, set, noise);
  fclose(log_file);
  return 0;
}
