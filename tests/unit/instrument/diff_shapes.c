/* Structs, unions, bit fields, odd sizes, copies, conditions, calls: what is not a loop. */
#include <stdint.h>
#include <string.h>
void point(void);
long opaque_value(long v);
struct small {
  char a, b;
};
struct mixed {
  char c;
  short s;
  int i;
  long l;
  float f;
  double d;
};
struct packed {
  char c;
  int i;
  long l;
} __attribute__((packed));
struct bits {
  unsigned a : 3, b : 13, c : 20;
};
struct big {
  int v[40];
};
struct node {
  struct node *next;
  int value;
};
union u {
  int i;
  char c[4];
  long l;
};
struct small sm[20];
struct mixed mx[20], other;
struct packed pk[20];
struct bits bt[20];
struct big bg[3];
struct node nodes[10];
union u un[10];
long double ld[8];
__int128 wide[8];
_BitInt(24) odd[8];
typedef float v3 __attribute__((ext_vector_type(3)));
typedef int v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
v3 three[8];
v4 four[8];
v8 eight[8];
int x, y, z;
volatile int vol;
static _Thread_local int mine;
_Thread_local int given;
int *leaked;

__attribute__((noinline)) void fields(int i) {
  mx[i].c = 1;
  mx[i].s++;
  mx[i].i += mx[i].c;
  mx[i].d = mx[i].f;
  other = mx[i];
}
__attribute__((noinline)) void packed_fields(int i) {
  pk[i].i = pk[i].c;
  pk[i].l++;
}
__attribute__((noinline)) void bit_fields(int i) {
  bt[i].a = 1;
  bt[i].c++;
}
__attribute__((noinline)) void copies(int i, int j, long n) {
  bg[i] = bg[j];
  memcpy(&mx[3], &mx[4], sizeof mx[0]);
  memcpy(&mx[5], &mx[6], (size_t)n);
  memmove(&pk[1], &pk[2], (size_t)n);
  memset(&pk[8], 0, (size_t)n);
  memset(&pk[11], 0, 13);
  memcpy(&sm[2], &sm[4], 3);
}
__attribute__((noinline)) struct big by_value(struct big v, int k) {
  v.v[k]++;
  return v;
}
__attribute__((noinline)) int pick(int k) {
  switch (k) {
  case 0: return x;
  case 1: return y++;
  case 2: z = 1; return x + y;
  default: return vol + vol;
  }
}
__attribute__((noinline)) void branches(int k) {
  if (k & 1) x = 1;
  if (k & 2)
    y = x;
  else
    z = y;
  if (k & 4 ? x : z) vol++;
  x++;
  y = x;
}
__attribute__((noinline)) void covered(int k) {
  int t = x; /* read, then written: one check */
  x = t + 1;
  y = 5; /* written on both ways below */
  if (k)
    y += 2;
  else
    y -= 2;
  z += y;
  if (k > 2) {
    int r = mx[k].i;
    point();
    mx[k].i = r;
  } /* not across a point */
}
__attribute__((noinline)) int follow(struct node *n) {
  int sum = 0;
  while (n) {
    sum += n->value;
    n = n->next;
  }
  return sum;
}
__attribute__((noinline)) void odd_sizes(int i) {
  ld[i] += 1;
  wide[i] = wide[i] * 3;
  odd[i] = 77;
  three[i] = three[i] + three[i + 1];
  four[i] = four[i] + 1;
  eight[i] += 1;
  un[i].c[2] = 1;
  un[i].i++;
}
__attribute__((noinline)) void out(int *p) { *p += x; }
__attribute__((noinline)) int locals(int k) {
  int a[10], got = k;
  for (int i = 0; i < 10; i++) a[i] = i * k;
  out(&got);
  mine += a[k];
  given = mine;
  leaked = &given;
  return got + mine;
}
__attribute__((noinline)) int recursive(int k) {
  sm[k].a++;
  return k ? recursive(k - 1) + sm[k].b : x;
}
__attribute__((noinline)) int leaf(int *p, int v) { return *p += v; }
__attribute__((noinline)) void calls_leaf(void) {
  x++;
  leaf(&y, x);
  x++;
  z = x;
}
static int apply(int (*f)(int *, int), int *p) { return f(p, 2); }
__attribute__((noinline)) int ternary(int k, int *p, int *q) { return *(k ? p : q) + (k > 1 ? x : y); }

int main(void) {
  for (int k = 0; k < 6; k++) {
    int n = (int)opaque_value(k);
    fields(n);
    point();
    packed_fields(n);
    point();
    bit_fields(n);
    point();
    copies(n % 3, (n + 1) % 3, n * 5);
    point();
    bg[0] = by_value(bg[1], n);
    point();
    vol = pick(n);
    point();
    branches(n);
    point();
    branches(7 - n);
    point();
    covered(n);
    point();
    for (int i = 0; i < 9; i++) nodes[i].next = i < n ? &nodes[i + 1] : 0;
    point();
    x = follow(nodes);
    point();
    odd_sizes(n);
    point();
    locals(n);
    point();
    recursive(n);
    point();
    calls_leaf();
    point();
    apply(n & 1 ? leaf : leaf, &z);
    point();
    ternary(n, &x, &y);
    point();
  }
  return 0;
}
