/* The inner loops of real numeric programs, small: blocked LU, a stencil, n-body, a sieve, a histogram,
 * sorting. */
void point(void);
long opaque_value(long v);
enum { N = 24, B = 8, BODIES = 13 };
double m[N * N], grid[2][N][N], coef;
struct body {
  double x[3], v[3], mass;
} bodies[BODIES];
unsigned char composite[200], text[128];
unsigned counts[256];
int keys[64], tmp[64];
float fx[100], fy[100];

__attribute__((noinline)) static void lu0(double *a, int n, int stride) {
  for (int k = 0; k < n; k++)
    for (int j = k + 1; j < n; j++) {
      a[k + j * stride] /= a[k + k * stride];
      double alpha = -a[k + j * stride];
      for (int i = 0; i < n - k - 1; i++) a[k + 1 + j * stride + i] += alpha * a[k + 1 + k * stride + i];
    }
}
__attribute__((noinline)) static void bmod(double *a, double *b, double *c, int n, int stride) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      double alpha = -b[k + j * stride];
      for (int i = 0; i < n; i++) c[j * stride + i] += alpha * a[k * stride + i];
    }
}
__attribute__((noinline)) static void stencil(int from, int to) {
  for (int y = 1; y < N - 1; y++)
    for (int x = 1; x < N - 1; x++)
      grid[to][y][x] = (grid[from][y][x] + grid[from][y - 1][x] + grid[from][y + 1][x] +
                        grid[from][y][x - 1] + grid[from][y][x + 1]) *
                       coef;
}
__attribute__((noinline)) static void advance(double dt) {
  for (int i = 0; i < BODIES; i++)
    for (int j = 0; j < BODIES; j++) {
      if (i == j) continue;
      double r = 0.01;
      for (int k = 0; k < 3; k++) r += (bodies[i].x[k] - bodies[j].x[k]) * (bodies[i].x[k] - bodies[j].x[k]);
      for (int k = 0; k < 3; k++)
        bodies[i].v[k] -= (bodies[i].x[k] - bodies[j].x[k]) * bodies[j].mass / r * dt;
    }
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < 3; k++) bodies[i].x[k] += bodies[i].v[k] * dt;
}
__attribute__((noinline)) static void sieve(int n) {
  for (int i = 2; i * i < n; i++)
    if (!composite[i])
      for (int j = i * i; j < n; j += i) composite[j] = 1;
}
__attribute__((noinline)) static void histogram(int n) {
  for (int i = 0; i < n; i++) counts[text[i]]++;
}
__attribute__((noinline)) static void insertion(int n) {
  for (int i = 1; i < n; i++) {
    int key = keys[i], j = i - 1;
    while (j >= 0 && keys[j] > key) {
      keys[j + 1] = keys[j];
      j--;
    }
    keys[j + 1] = key;
  }
}
__attribute__((noinline)) static void merge(int lo, int mid, int hi) {
  int i = lo, j = mid, k = lo;
  while (i < mid && j < hi) tmp[k++] = keys[i] <= keys[j] ? keys[i++] : keys[j++];
  while (i < mid) tmp[k++] = keys[i++];
  while (j < hi) tmp[k++] = keys[j++];
  for (i = lo; i < hi; i++) keys[i] = tmp[i];
}
__attribute__((noinline)) static void saxpy(float *x, float *y, int n, float a) {
  for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
__attribute__((noinline)) static void reverse(unsigned char *s, long n) {
  for (unsigned char *e = s + n - 1; s < e; s++, e--) {
    unsigned char t = *s;
    *s = *e;
    *e = t;
  }
}

int main(void) {
  unsigned seed = 1;
  coef = 0.2;
  for (int i = 0; i < N * N; i++) m[i] = (seed = seed * 1103515245u + 12345u) % 97 + 1;
  for (int i = 0; i < 64; i++) keys[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16) % 100;
  for (int i = 0; i < 128; i++) text[i] = (unsigned char)(i * 7);
  point();
  lu0(m, B, N);
  point();
  lu0(m + 5, (int)opaque_value(5), N);
  point();
  bmod(m + B, m + N * B, m + N * B + B, (int)opaque_value(B), N);
  point();
  bmod(m, m + B, m + 2 * B, (int)opaque_value(0), N);
  point();
  for (int t = 0; t < 2; t++) {
    stencil(t & 1, !(t & 1));
    point();
  }
  advance(0.01);
  point();
  sieve(200);
  point();
  histogram(128);
  point();
  insertion(32);
  point();
  for (int w = 1; w < 64; w *= 2)
    for (int lo = 0; lo + w < 64; lo += 2 * w) {
      merge(lo, lo + w, lo + 2 * w < 64 ? lo + 2 * w : 64);
      point();
    }
  saxpy(fx, fy, (int)opaque_value(100), 2);
  point();
  saxpy(fx, fx + 4, 90, 2);
  point();
  reverse(text, 100);
  point();
  return 0;
}
