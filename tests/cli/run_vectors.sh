#!/usr/bin/env bash
# A system call keeps all registers but three: also the vectors, their masks and x87, whatever of them is in use, in traps and
# in places that were rewritten, whether another thread ran meanwhile or not.
# rooms: runtime/fiber runtime/syscall, quick
. "$(dirname "$0")/run_common"
cat >vectors.c <<'C'
#include <cpuid.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { XMM, YMM, ZMM, HIGH, MASKS, KINDS };
struct regs {
  uint64_t v[32][8], k[8];
  uint32_t mxcsr;
};
static int level; /* what the processor has */
#define V(op, n, r) op " 64*" #n "(%0), %%" r #n "\n"
#define ALL16(op, r)                                                                                          \
  V(op, 0, r) V(op, 1, r) V(op, 2, r) V(op, 3, r) V(op, 4, r) V(op, 5, r) V(op, 6, r) V(op, 7, r) V(op, 8, r) \
  V(op, 9, r) V(op, 10, r) V(op, 11, r) V(op, 12, r) V(op, 13, r) V(op, 14, r) V(op, 15, r)
#define HIGH16(op, r)                                                                                             \
  V(op, 16, r) V(op, 17, r) V(op, 18, r) V(op, 19, r) V(op, 20, r) V(op, 21, r) V(op, 22, r) V(op, 23, r)        \
  V(op, 24, r) V(op, 25, r) V(op, 26, r) V(op, 27, r) V(op, 28, r) V(op, 29, r) V(op, 30, r) V(op, 31, r)
#define S(op, n, r) op " %%" r #n ", 64*" #n "(%1)\n"
#define STORE16(op, r)                                                                                        \
  S(op, 0, r) S(op, 1, r) S(op, 2, r) S(op, 3, r) S(op, 4, r) S(op, 5, r) S(op, 6, r) S(op, 7, r) S(op, 8, r) \
  S(op, 9, r) S(op, 10, r) S(op, 11, r) S(op, 12, r) S(op, 13, r) S(op, 14, r) S(op, 15, r)
#define STOREHIGH(op, r)                                                                                          \
  S(op, 16, r) S(op, 17, r) S(op, 18, r) S(op, 19, r) S(op, 20, r) S(op, 21, r) S(op, 22, r) S(op, 23, r)        \
  S(op, 24, r) S(op, 25, r) S(op, 26, r) S(op, 27, r) S(op, 28, r) S(op, 29, r) S(op, 30, r) S(op, 31, r)
#define K(n) "kmovq 8*" #n "(%2), %%k" #n "\n"
#define SK(n) "kmovq %%k" #n ", 8*" #n "(%3)\n"
#define CALL "ldmxcsr (%4)\nmov $24, %%eax\nsyscall\nstmxcsr (%5)\n" /* sched_yield */
#define RUN(load, store)                                                                                     \
  __asm__ volatile(load CALL store "vzeroupper\n" : : "r"(in->v), "r"(out->v), "r"(in->k), "r"(out->k),       \
                   "r"(&in->mxcsr), "r"(&out->mxcsr)                                                          \
                   : "rax", "rcx", "r11", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",    \
                     "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15")
#define FROM512 STORE16("vmovdqu64", "zmm") STOREHIGH("vmovdqu64", "zmm")
#define MASKS8 K(0) K(1) K(2) K(3) K(4) K(5) K(6) K(7)
#define STOREMASKS SK(0) SK(1) SK(2) SK(3) SK(4) SK(5) SK(6) SK(7)
static void yields(int kind, const struct regs *in, struct regs *out) {
  if (level < YMM) RUN(ALL16("movups", "xmm"), STORE16("movups", "xmm"));
  else if (level < ZMM && kind == XMM) RUN("vzeroupper\n" ALL16("movups", "xmm"), STORE16("vmovups", "ymm"));
  else if (level < ZMM) RUN(ALL16("vmovups", "ymm"), STORE16("vmovups", "ymm"));
  else if (kind == XMM) RUN("vzeroupper\n" ALL16("movups", "xmm"), STORE16("vmovdqu64", "zmm"));
  else if (kind == YMM) RUN(ALL16("vmovups", "ymm"), STORE16("vmovdqu64", "zmm"));
  else if (kind == ZMM) RUN(ALL16("vmovdqu64", "zmm"), STORE16("vmovdqu64", "zmm"));
  else if (kind == HIGH) RUN(ALL16("vmovups", "ymm") HIGH16("vmovdqu64", "zmm"), FROM512);
  else RUN(ALL16("vmovdqu64", "zmm") HIGH16("vmovdqu64", "zmm") MASKS8, FROM512 STOREMASKS);
}
/* How many bytes of the first sixteen are loaded; the rest is 0. */
static int loaded(int kind) { return kind == XMM || level < YMM ? 16 : kind == ZMM || kind == MASKS ? 64 : 32; }
static void fill(int kind, unsigned seed, struct regs *in, struct regs *want) {
  memset(in, 0, sizeof *in);
  for (int i = 0; i < 32; i++)
    for (int k = 0; k < 8; k++) in->v[i][k] = (seed + i * 8 + k) * 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < 8; i++) in->k[i] = (seed + i) * 0xc2b2ae3d27d4eb4full;
  in->mxcsr = 0x1f80 | (seed & 3) << 13;
  memset(want, 0, sizeof *want);
  want->mxcsr = in->mxcsr;
  if (kind > level) kind = level;
  for (int i = 0; i < 16; i++) memcpy(want->v[i], in->v[i], loaded(kind));
  if (kind >= HIGH) memcpy(want->v[16], in->v[16], sizeof in->v / 2);
  if (kind >= MASKS) memcpy(want->k, in->k, sizeof in->k);
}
static void keeps_x87(unsigned i) {
  long double x = 1.0L / (i + 3), y = 0;
  __asm__ volatile("fldt %1\nmov $24, %%eax\nsyscall\nfstpt %0" : "=m"(y) : "m"(x) : "rax", "rcx", "r11", "memory");
  if (x != y) exit(2);
}
static int x87_is_empty(void) {
  uint32_t e[7];
  __asm__ volatile("fnstenv %0" : "=m"(e));
  return (e[2] & 0xffff) == 0xffff;
}
static void *works(void *arg) {
  static const char *const kinds[] = {"xmm", "ymm", "zmm", "zmm16", "masks"};
  struct regs in, want, got;
  for (unsigned i = 0; i < 300; i++) {
    int kind = (i + (unsigned)(uintptr_t)arg) % (level + 1);
    fill(kind, i * 64 + (unsigned)(uintptr_t)arg, &in, &want);
    memset(&got, 0, sizeof got);
    if (arg == (void *)3 && i % 7 < 2) keeps_x87(i); /* else it is not in use */
    yields(kind, &in, &got);
    got.mxcsr &= ~0x3fu;
    if (memcmp(&got, &want, sizeof got) || !x87_is_empty()) {
      printf("%s: call %u differs\n", kinds[kind], i);
      for (int k = 0; k < 32; k++)
        if (memcmp(got.v[k], want.v[k], 64)) printf("  %d\n", k);
      exit(1);
    }
  }
  return NULL;
}
int main(void) {
  unsigned a, b, c, d, on = 0, high;
  __cpuid(1, a, b, c, d);
  if (c & 1 << 27) __asm__("xgetbv" : "=a"(on), "=d"(high) : "c"(0));
  __cpuid_count(7, 0, a, b, c, d);
  level = (on & 7) != 7 ? XMM : (on & 0xe0) != 0xe0 || !(b & bit_AVX512BW) ? YMM : MASKS;
  works((void *)0); /* alone */
  pthread_t t[3];
  for (uintptr_t i = 0; i < 3; i++) pthread_create(&t[i], NULL, works, (void *)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("kept\n");
}
C
compile vectors -O1
expect 0 ./vectors && prints kept
for strategy in run rr random; do
  expect 0 timeout 100 "$omen" run -q --strategy "$strategy" -o "rec.$strategy" -- ./vectors && prints kept
  expect 0 timeout 100 "$omen" replay -q "rec.$strategy" && prints kept
done
done_testing
