/* Memory: atomics, bit-fields, unions, pointers in memory, lists, addresses that depend on inputs, lengths
 * that do, variable-length arrays, 128-bit integers. */
#include "stub.h"
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define OBS(x) observe((long)(x))
#define FAR __attribute__((noinline))

static _Atomic int counter;
static unsigned long words[4];
static _Atomic unsigned char small;
struct bits {
  unsigned a : 3, b : 13;
  signed c : 9;
  long d : 40;
};
union both {
  double d;
  uint64_t u;
  unsigned char c[8];
};
struct node {
  struct node *next;
  int v;
};

FAR static void atomics(int v, unsigned long w, unsigned char c) {
  atomic_store(&counter, v);
  OBS(atomic_fetch_add(&counter, 5)), OBS(atomic_fetch_sub(&counter, c)), OBS(atomic_load(&counter));
  OBS(atomic_fetch_and(&counter, 0xffff)), OBS(atomic_fetch_or(&counter, c)),
      OBS(atomic_fetch_xor(&counter, v));
  OBS(atomic_exchange(&counter, c)), OBS(counter++), OBS(counter);
  int expected = c + 1;
  OBS(atomic_compare_exchange_strong(&counter, &expected, v)), OBS(counter), OBS(expected);
  OBS(atomic_compare_exchange_strong(&counter, &expected, 3)), OBS(counter), OBS(expected);
  words[1] = w;
  OBS(__atomic_fetch_nand(&words[1], 255, 5)), OBS(words[1]);
  OBS(__atomic_fetch_max(&words[1], w, 5)), OBS(words[1]);
  OBS(__atomic_fetch_min((long *)&words[1], (long)w, 5)), OBS(words[1]);
  small = c;
  OBS(atomic_fetch_add_explicit(&small, 200, memory_order_relaxed)), OBS(small);
}
FAR static int list(const unsigned char *b, int n) {
  struct node *head = NULL, *k;
  int s = 0;
  for (int i = 0; i < n; i++) {
    k = malloc(sizeof *k);
    *k = (struct node){head, b[i] * i};
    head = k;
  }
  for (; head; head = k) {
    s = s * 3 + head->v;
    k = head->next;
    free(head);
  }
  return s;
}
FAR static long array(int n, const int *v) {
  long a[n], s = 0;
  for (int i = 0; i < n; i++) a[i] = v[i] * (i + 1);
  for (int i = 0; i < n; i++) s += a[n - 1 - i] / (i + 1);
  return s;
}
FAR static __int128 pass(__int128 v) { return v; }
FAR static unsigned long through(unsigned long a, unsigned long b) {
  unsigned __int128 w = (unsigned __int128)a << 64 | b;
  w = (unsigned __int128)pass((__int128)w);
  OBS(w >> 64), OBS(w >> 24), OBS((w * 3 + b) >> 40), OBS((w ^ a) >> 64);
  OBS(((unsigned __int128)a * b) >> 64);
  return (unsigned long)w;
}

int main(void) {
  unsigned char b[64];
  int v[8];
  unsigned long l;
  input(b, sizeof b), input(v, sizeof v), input(&l, sizeof l);
  atomics(v[0], l, b[0]);
  struct bits f = {
      .a = b[1] & 7, .b = (unsigned)v[1] & 8191, .c = (signed char)b[2], .d = (long)(l & 0x7fffffffff)};
  f.b++, f.c -= 7;
  OBS(f.a), OBS(f.b), OBS(f.c), OBS(f.d);
  union both u = {.u = l}, w = u;
  OBS(w.c[3]), OBS(w.u >> 9);
  OBS(list(b, 10)), OBS(array(6, v));
  char text[40] = "";
  memcpy(text, b + 1, (size_t)(b[3] & 7));
  OBS(text[0] + text[3]);
  int *p = &v[(b[4] & 3) + 1];
  *p += 3;
  OBS(*p), OBS(v[2] - v[3]);
  OBS(through(l, l ^ (unsigned long)v[4]));
  return 0;
}
