/* A server's day, as fast as it goes: clients put requests into a bounded queue (a lock and two condition
 * variables), workers take them, look things up in a table of locked buckets whose entries are allocated and
 * freed, count with atomics, and answer. ROUNDS requests in all, nothing kept but the table.
 *
 * Two races, one near the beginning (`early`) and one near the end (`late`); everything else is synchronised. */
#include "race.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 4, CLIENTS = 2, ROOM = 64, BUCKETS = 1024 };
struct request {
  uint64_t number;
  char key[32];
};
struct entry {
  struct entry *next;
  uint64_t hits;
  char key[32], value[];
};
static struct {
  pthread_mutex_t lock;
  struct entry *first;
  unsigned n;
} bucket[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static struct request *queue[ROOM];
static unsigned head, count, clients = CLIENTS;
static atomic_ulong served, hits, misses;
static uint64_t rounds, early, late;

static struct request *take(void) {
  struct request *r = NULL;
  pthread_mutex_lock(&lock);
  while (!count && clients) pthread_cond_wait(&filled, &lock);
  if (count) {
    r = queue[head];
    head = (head + 1) % ROOM;
    count--;
    pthread_cond_signal(&emptied);
  }
  pthread_mutex_unlock(&lock);
  return r;
}

static void put(struct request *r) {
  pthread_mutex_lock(&lock);
  while (count == ROOM) pthread_cond_wait(&emptied, &lock);
  queue[(head + count++) % ROOM] = r;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
  return h % BUCKETS;
}

static struct entry *found(struct entry *e, const char *key) {
  while (e && strcmp(e->key, key)) e = e->next;
  return e;
}

static void serve(const struct request *r) {
  unsigned b = hash(r->key);
  pthread_mutex_lock(&bucket[b].lock);
  struct entry *e = found(bucket[b].first, r->key);
  if (e) {
    e->hits++;
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
  } else {
    if (bucket[b].n == 8) { /* the oldest goes */
      struct entry **at = &bucket[b].first;
      while ((*at)->next) at = &(*at)->next;
      free(*at);
      *at = NULL;
      bucket[b].n--;
    }
    size_t len = 16 + r->number % 200;
    e = malloc(sizeof *e + len);
    e->hits = 0;
    strcpy(e->key, r->key);
    memset(e->value, 'v', len);
    e->next = bucket[b].first;
    bucket[b].first = e;
    bucket[b].n++;
    atomic_fetch_add(&misses, 1);
  }
  pthread_mutex_unlock(&bucket[b].lock);
}

static void *worker(void *arg) {
  (void)arg;
  for (struct request *r; (r = take());) {
    serve(r);
    atomic_fetch_add(&served, 1);
    free(r);
  }
  return NULL;
}

static void *client(void *arg) {
  uint64_t x = (uintptr_t)arg * 88172645463325252ull + 1, mine = rounds / CLIENTS;
  uint64_t behind = mine / 50 < 2000 ? mine / 50 : 2000; /* few events: an exploration sees the end */
  for (uint64_t i = 0; i < mine; i++) {
    struct request *r = malloc(sizeof *r);
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    r->number = i;
    snprintf(r->key, sizeof r->key, "key-%u", (unsigned)(x % 20000));
    put(r);
    if (arg == (void *)1 && i == mine / 50) race_on(&early);
    if (arg == (void *)1 && i == mine - behind) race_on(&late);
  }
  pthread_mutex_lock(&lock);
  clients--;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[WORKERS + CLIENTS];
  rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&bucket[i].lock, NULL);
  for (intptr_t i = 0; i < WORKERS + CLIENTS; i++)
    pthread_create(&t[i], NULL, i < WORKERS ? worker : client, (void *)(i - WORKERS + 1));
  for (int i = 0; i < WORKERS + CLIENTS; i++) pthread_join(t[i], NULL);
  printf("served %lu, hits %lu, misses %lu, early %lu, late %lu\n", served, hits, misses, (unsigned long)early,
         (unsigned long)late);
  return 0;
}
