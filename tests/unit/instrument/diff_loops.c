/* Loops in many shapes: counted up and down, strided, with odd types, with tests in odd places. */
void point(void);
long opaque_value(long v);
int a[400], b[400];
char c[300];
short s[300];
double d[64][64];
long total;
int bound_in_memory = 17;

__attribute__((noinline)) void up(int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] + 1;
}
__attribute__((noinline)) void down(int n) {
  for (int i = n - 1; i >= 0; i--) a[i] += 2;
}
__attribute__((noinline)) void down_unsigned(unsigned n) {
  for (unsigned i = n; i-- > 0;) b[i] = (int)i;
}
__attribute__((noinline)) void countdown(int n) {
  int *p = a;
  while (n--) *p++ = n;
}
__attribute__((noinline)) void stride(int n, int from) {
  for (int i = from; i < n; i += 3) a[i] = i;
}
__attribute__((noinline)) void stride_down(long n) {
  for (long i = n; i > 2; i -= 5) b[i] ^= 1;
}
__attribute__((noinline)) void le(int n) {
  for (int i = 1; i <= n; i++) a[i] = a[i - 1] + a[i + 1];
}
__attribute__((noinline)) void ne(int *p, int *end) {
  for (; p != end; p++) *p = 7;
}
__attribute__((noinline)) void bytes(unsigned char n) {
  for (unsigned char i = 0; i < n; i++) c[i] = (char)i;
}
__attribute__((noinline)) void shorts(short n) {
  for (short i = 0; i < n; i += 2) s[i] = s[i + 1];
}
__attribute__((noinline)) void do_while(int n) {
  int i = 0;
  do c[i] = 1, i++;
  while (i < n);
}
__attribute__((noinline)) int search(int what, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] == what) return i;
  return -1;
}
__attribute__((noinline)) void conditional(int n) {
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      a[i] = 0;
    else
      c[i & 63] = 1;
}
__attribute__((noinline)) void memory_bound(void) {
  for (int i = 0; i < bound_in_memory; i++) a[i] = 3;
}
__attribute__((noinline)) void moving_bound(void) {
  for (int i = 0; i < bound_in_memory; i++)
    if (i == 3) bound_in_memory = 5;
}
__attribute__((noinline)) void square(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) d[i][j] = d[j][i] + 1;
}
__attribute__((noinline)) void triangle(int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) d[i][j] += d[j][i];
}
__attribute__((noinline)) void columns(int n) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) d[i][j] = 0;
}
__attribute__((noinline)) void sum(int n) {
  for (int i = 0; i < n; i++) total += a[i];
}
__attribute__((noinline)) void step_by(int n, int step) {
  for (int i = 0; i < n; i += step) a[i] = step;
}
__attribute__((noinline)) void product_index(int n, int width) {
  for (int i = 0; i < n; i++) a[i * width] = i;
}
__attribute__((noinline)) void two_indices(int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}
__attribute__((noinline)) void wrapping(unsigned n) {
  for (unsigned i = 0; i < n; i++) c[(i * 40u) & 255u] = 1;
}
__attribute__((noinline)) void narrow_wrap(unsigned n) {
  unsigned char k = 250;
  for (unsigned i = 0; i < n; i++, k++) c[k] = 1;
}
__attribute__((noinline)) void jump_in(int n) {
  int i = 0;
  if (n & 1) goto middle;
  for (; i < n; i++) {
    a[i] = 1;
  middle:
    b[i] = 2;
  }
}
__attribute__((noinline)) void with_continue(int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    if (i % 3) continue;
    b[i] = 1;
  }
}
__attribute__((noinline)) void point_inside(int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    if (i == 2) point();
    b[0] = i;
  }
}
__attribute__((noinline)) void first_difference(int n) {
  for (int i = 0; i + 1 < n; i++) a[i] = a[i + 1] - a[i];
}
__attribute__((noinline)) void ge_bound(long lo, long hi) {
  for (long i = hi; i >= lo; i -= 2) a[i] = 9;
}
__attribute__((noinline)) void unsigned_le(unsigned n) {
  for (unsigned i = 4; i <= n; i += 4) a[i] = 9;
}
__attribute__((noinline)) void nest_invariant(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) total += b[j] * a[i];
}
__attribute__((noinline)) void nest_guarded(long from, long to, long m) {
  for (long i = from; i < to; i++) {
    int t = 0;
    for (long j = 0; j < m; j++) t += b[j];
    a[i] += t;
  }
}
__attribute__((noinline)) void nest_guarded_deep(long n, long m, long k) {
  for (long h = 0; h < n; h++)
    for (long i = 0; i < m; i++)
      for (long j = k; j > 0; j--) d[i][j] += d[j][63] + b[i];
}
__attribute__((noinline)) void switched(long n, int how) {
  for (long i = 0; i < n; i++) {
    if (how == 1) a[2 * i] = b[i];
    if (how == 2)
      c[i] = 1;
    else
      s[4] = 1;
  }
}
__attribute__((noinline)) void guarded_after_test(long n, int how) {
  for (long i = 0;; i++) {
    a[i] = 1;
    if (i >= n) break;
    if (how) b[i] = 2;
  }
}
__attribute__((noinline)) long until(int what) {
  long i = 0;
  while (a[i] != what) i++;
  return i;
}
__attribute__((noinline)) char *end_of(char *p) {
  while (*p) p++;
  return p;
}

#define AT(call)                                                                                             \
  call;                                                                                                      \
  point()
int main(void) {
  int ns[] = {0, 1, 2, 3, 7, 8, 16, 33, 60};
  for (int k = 0; k < 9; k++) {
    int n = (int)opaque_value(ns[k]);
    AT(up(n));
    AT(up(n - 1));
    AT(down(n));
    AT(down_unsigned((unsigned)n));
    AT(countdown(n));
    AT(stride(n, 0));
    AT(stride(n, 2));
    AT(stride(n + 60, 61));
    AT(stride_down(n));
    AT(le(n));
    AT(ne(a + 3, a + 3 + n));
    AT(bytes((unsigned char)n));
    AT(shorts((short)n));
    AT(do_while(n));
    AT(search(7, n));
    AT(search(12345, n));
    AT(conditional(n));
    AT(memory_bound());
    AT(square(n));
    AT(triangle(n));
    AT(columns(n));
    AT(sum(n));
    AT(step_by(n, 4));
    AT(product_index(n / 2, 5));
    AT(product_index(n / 2, 0));
    AT(product_index(n / 2, 1));
    AT(two_indices(n));
    AT(wrapping((unsigned)n));
    AT(narrow_wrap((unsigned)n));
    AT(jump_in(n));
    AT(with_continue(n));
    AT(point_inside(n));
    AT(first_difference(n));
    AT(ge_bound(3, n));
    AT(unsigned_le((unsigned)n));
    AT(nest_invariant(n, 5));
    AT(nest_invariant(3, n));
    AT(nest_invariant(0, n));
    AT(nest_guarded(0, n, 5));
    AT(nest_guarded(2, 9, n));
    AT(nest_guarded(2, 9, -n));
    AT(nest_guarded(n, 3, n));
    AT(nest_guarded_deep(3, n, 7));
    AT(nest_guarded_deep(n, 3, n - 2));
    AT(switched(n, n & 3));
    AT(switched(n, 2));
    AT(guarded_after_test(n, 0));
    AT(guarded_after_test(n, 1));
    a[n] = 4242;
    AT(until(4242));
    c[n] = 0;
    AT(end_of(c));
  }
  moving_bound();
  return 0;
}
