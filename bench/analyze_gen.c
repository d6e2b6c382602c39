/* Writes a large trace as STD text for bench/analyze.sh:  analyze_gen EVENTS THREADS SYNC_PERMILLE VARS SHAPE SEED
 *
 *   SHAPE mixed   accesses uniformly to all variables, under whatever locks are held: nearly every variable races
 *         plain   an ordinary program: nine accesses in ten to variables of the thread's own, the others to shared ones
 *                 under the lock that guards them; one shared variable in a thousand is not guarded
 *
 * Of a thousand events SYNC_PERMILLE are acquires and releases; of the others four in five are reads. Every variable
 * is read at two program locations and written at one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)((seed * 0x2545f4914f6cdd1du >> 32) * n >> 32);
}

static char buf[1 << 16];
static size_t used;
static void flush(void) {
  if (fwrite(buf, 1, used, stdout) != used) exit(1);
  used = 0;
}
static void text(const char *s) {
  size_t n = strlen(s);
  memcpy(buf + used, s, n);
  used += n;
}
static void number(uint32_t v) {
  char d[10];
  int n = 0;
  do d[n++] = (char)('0' + v % 10);
  while (v /= 10);
  while (n) buf[used++] = d[--n];
}
static void event(uint32_t t, const char *op, const char *kind, uint32_t obj, uint32_t loc) {
  if (used > sizeof buf - 128) flush();
  text("T");
  number(t);
  text("|");
  text(op);
  text("(");
  text(kind);
  number(obj);
  text(")|");
  number(loc);
  text("\n");
}

enum { LOCKS = 64 };
static int holder[LOCKS], held[4096];

static void sync_event(uint32_t t) {
  if (held[t] >= 0) {
    event(t, "rel", "L", (uint32_t)held[t], 1 + (uint32_t)held[t]);
    holder[held[t]] = -1;
    held[t] = -1;
    return;
  }
  uint32_t l = below(LOCKS);
  while (holder[l] >= 0) l = (l + 1) % LOCKS;
  holder[l] = (int)t;
  held[t] = (int)l;
  event(t, "acq", "L", l, 1 + l);
}

int main(int argc, char **argv) {
  if (argc != 7) return fprintf(stderr, "usage: analyze_gen EVENTS THREADS SYNC_PERMILLE VARS mixed|plain SEED\n"), 2;
  uint64_t events = strtoull(argv[1], NULL, 10);
  uint32_t threads = (uint32_t)atoi(argv[2]), sync = (uint32_t)atoi(argv[3]), vars = (uint32_t)atoi(argv[4]);
  int plain = !strcmp(argv[5], "plain");
  seed = strtoull(argv[6], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
  if (threads < 1 || threads > 4096 || vars < threads * 2 + LOCKS) return fprintf(stderr, "out of range\n"), 2;
  memset(holder, -1, sizeof holder);
  memset(held, -1, sizeof held);
  for (uint32_t t = 1; t < threads; t++) event(0, "fork", "T", t, 0);
  uint32_t shared = vars / 10, own = (vars - shared) / threads;
  for (uint64_t i = threads - 1; i < events; i++) {
    uint32_t t = below(threads);
    if (below(1000) < sync && (held[t] >= 0 || threads < LOCKS || below(2))) {
      int any = held[t] >= 0;
      for (uint32_t l = 0; l < LOCKS && !any; l++) any = holder[l] < 0;
      if (any) {
        sync_event(t);
        continue;
      }
    }
    uint32_t v = below(vars);
    if (plain) {
      v = shared + t * own + below(own);
      if (held[t] >= 0 && below(10) == 0) v = below(shared / LOCKS) * LOCKS + (uint32_t)held[t];
      if (below(10000) == 0) v = below(shared / 1000 + 1) * 1000;
    }
    uint32_t write = below(5) == 0, site = 100 + v % 3000 * 3;
    event(t, write ? "w" : "r", "V", v, site + (write ? 2 : below(2)));
  }
  flush();
  return fflush(stdout) != 0;
}
