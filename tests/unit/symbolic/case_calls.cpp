// Calls: arguments, results, virtual functions, exceptions, structs by value and as results, variadic code,
// lambdas, templates, references, recursion. Without optimisation some are lost (in the string).
#include "stub.h"
#include <stdarg.h>
#include <string.h>
#include <string>
#include <vector>
#define OBS(x) observe((long)(x))

struct small {
  int a, b;
};
struct pair {
  long a, b;
};
struct large {
  long a[6];
  char c;
};
struct shape {
  virtual ~shape() {}
  virtual long area(int k) const = 0;
};
struct square : shape {
  int side;
  square(int s) : side(s) {}
  long area(int k) const override { return (long)side * side + k; }
};
struct circle : shape {
  int r;
  circle(int s) : r(s) {}
  long area(int k) const override { return 3l * r * r - k; }
};
#define FAR __attribute__((noinline))
FAR small make_small(int a, int b) { return {a + 1, b}; }
FAR pair make_pair_(long a, long b) { return {a ^ b, a + b}; }
FAR large make_large(long a, char c) { return {{a, a + 1, a + 2, 0, 0, 5}, c}; }
FAR long take_small(small s) { return s.a * 3 + s.b; }
FAR long take_large(large l, int k) { return l.a[1] + l.a[k] + l.c; }
FAR long many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}
FAR long vsum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  long s = n;
  for (int i = 0; i < 3; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
// Integers of both sizes, doubles that are only moved, pointers; more than there are registers for.
FAR long mixed(const char *kinds, ...) {
  va_list ap, again;
  va_start(ap, kinds);
  va_copy(again, ap);
  long s = 0;
  for (int k = 0; k < 2; k++)
    for (const char *p = kinds; *p; p++) {
      va_list &from = k ? again : ap;
      if (*p == 'i')
        s = s * 3 + va_arg(from, int);
      else if (*p == 'l')
        s = s * 5 + va_arg(from, long);
      else if (*p == 'p')
        s = s * 7 + *va_arg(from, unsigned char *);
      else {
        double d = va_arg(from, double);
        long bits;
        memcpy(&bits, &d, sizeof bits);
        s ^= bits;
      }
    }
  va_end(again);
  va_end(ap);
  return s;
}
typedef long (*variadic)(const char *, ...);
static variadic through = mixed;
FAR long thrower(int v) {
  if (v > 'm') throw v * 2;
  return v + 1;
}
FAR long catcher(int v) {
  try {
    long r = thrower(v);
    return r * 3;
  } catch (int e) {
    return e;
  }
}
template <class F> FAR long apply(F f, int v) { return f(v) + 1; }
FAR void by_reference(int &a, const long &b) { a += (int)b; }
typedef long (*op)(long, long);
static long plus(long a, long b) { return a + b; }
static long times(long a, long b) { return a * b; }
static op ops[2] = {plus, times};

int main() {
  unsigned char b[32];
  int x, y;
  long l;
  input(b, sizeof b), input(&x, sizeof x), input(&y, sizeof y), input(&l, sizeof l);
  small s = make_small(x, y);
  pair p = make_pair_(l, x);
  large g = make_large(l, (char)b[2]);
  OBS(s.a), OBS(s.b), OBS(p.a), OBS(p.b), OBS(g.a[1]), OBS(g.a[5]), OBS(g.c);
  OBS(take_small(s)), OBS(take_large(g, 2));
  g.a[2] = 9;
  OBS(take_large(g, 2));
  OBS(many(x, y, b[0], b[1], 5, b[2], 7, b[3], b[4], x));
  square q(b[5]);
  circle c(b[6]);
  const shape *all[2] = {&q, &c};
  OBS(all[0]->area(3)), OBS(all[1]->area(b[7]));
  OBS(catcher(b[8])), OBS(catcher(b[9]));
  int k = b[10];
  OBS(apply([&](int v) { return (long)v * k; }, x));
  by_reference(k, l);
  OBS(k), OBS(ops[0](x, y)), OBS(ops[1](x, l));
  std::vector<int> v;
  for (int i = 0; i < 12; i++) v.push_back(b[i] * i);
  long t = 0;
  for (int e : v) t += e;
  OBS(t);
  std::string text((char *)b + 3, 5);
  text += (char)b[11];
  OBS(text[5]), OBS(text.size());
  OBS(vsum(1, 2, 3, 4)), OBS(vsum(1, x, 3, y)), OBS(vsum(b[4], 2, b[5], 4));
  double d;
  memcpy(&d, b + 8, 8);
  OBS(mixed("ild", x, l, d)), OBS(mixed("pip", b + 1, b[2], b + 3));
  OBS(mixed("iliiiiddddddddd", 1, l, x, 3, y, b[6], d, 2.0, d, 4.0, 5.0, 6.0, 7.0, 8.0, d));
  OBS(through("li", l, y)), OBS(mixed("ii", 1, 2));
  return 0;
}
