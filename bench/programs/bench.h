/* What the benchmark programs share: PROGRAM SIZE [THREADS], a team of threads, a generator, a checksum. */
#ifndef OMEN_BENCH_H
#define OMEN_BENCH_H
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64 };
static int team_size = 4;

static inline void *must_alloc(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return p;
}

static inline uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static inline uint64_t mix(uint64_t sum, uint64_t v) { return (sum ^ v) * 0x100000001b3ull + (sum >> 29); }

static inline long arguments(int argc, char **argv) {
  long size = argc > 1 ? atol(argv[1]) : 0;
  if (argc > 2) team_size = atoi(argv[2]);
  if (size <= 0 || team_size < 1 || team_size > MAX_THREADS) {
    fprintf(stderr, "usage: %s SIZE [THREADS]\n", argv[0]);
    exit(2);
  }
  return size;
}

/* Runs work(0) .. work(team_size - 1), a thread each. */
struct member {
  void (*work)(int);
  int id;
};
static inline void *member_main(void *p) {
  struct member *m = p;
  m->work(m->id);
  return NULL;
}
static inline void team(void (*work)(int)) {
  pthread_t thread[MAX_THREADS];
  struct member member[MAX_THREADS];
  for (int i = 0; i < team_size; i++) {
    member[i] = (struct member){work, i};
    if (pthread_create(&thread[i], NULL, member_main, &member[i])) exit(1);
  }
  for (int i = 0; i < team_size; i++) pthread_join(thread[i], NULL);
}

/* The part of 0 .. n-1 that is this member's. */
static inline void share(long n, int id, long *from, long *to) {
  *from = n * id / team_size;
  *to = n * (id + 1) / team_size;
}

static inline int finish(uint64_t sum) {
  printf("%016llx\n", (unsigned long long)sum);
  return 0;
}
#endif
