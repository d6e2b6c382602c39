// A log and a result, both files; the log is free, and in the result one line is the race's doing.
// OMEN: verdict mode ASK SET class output-differs consequence output
#include "lines.h"
volatile int mode = 1;
FILE *log_file;
void *result(void *p) {
  FILE *f = fopen("result", "w");
  int m = mode; // @ASK
  MUST(f);
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
