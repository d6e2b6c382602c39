// A matrix, written by columns and read by rows.
// OMEN: race m A:w B:r
// OMEN: twin loop_columns_ok.c
#include "../corpus.h"
enum { N = 12 };
double m[N][N];
NOINLINE void column(int c) {
  for (int r = 0; r < N; r++) m[r][c] = r; // @A
}
NOINLINE double row(int r, int from, int to) {
  double sum = 0;
  for (int c = from; c < to; c++) sum += m[r][c]; // @B
  return sum;
}
void *first(void *p) {
  for (int c = 0; c < N / 2; c++) column(c);
  return p;
}
void *second(void *p) {
  double sum = 0;
  for (int r = 0; r < N; r++) sum += row(r, N / 2 - 1, N);
  return sum > 1e9 ? p : NULL;
}
int main(void) {
  both(first, second);
  return 0;
}
