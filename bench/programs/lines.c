/* Text of many lengths: lines are made in buffers that grow, cut into words, each word copied, and handed to the next
 * thread of a ring, which gives it back. SIZE: thousands of lines. */
#include "bench.h"

enum { SLOTS = 256, LONGEST = 40 };
static struct ring {
  pthread_mutex_t lock;
  char *word[SLOTS];
  int n;
} ring[MAX_THREADS];
static long lines;
static uint64_t total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t hash(const char *s) {
  uint64_t h = 14695981039346656037ull;
  while (*s) h = (h ^ (unsigned char)*s++) * 0x100000001b3ull;
  return h;
}

/* What is in the ring is added up and given back; all of it in the end, so that the sum is that of all words. */
static uint64_t drain(struct ring *r) {
  uint64_t sum = 0;
  for (int i = 0; i < r->n; i++) {
    sum += hash(r->word[i]);
    free(r->word[i]);
  }
  r->n = 0;
  return sum;
}

static char *line(uint64_t *seed) {
  size_t used = 0, room = 16;
  char *s = malloc(room);
  int words = 4 + (int)(next_random(seed) % 12);
  for (int w = 0; w < words; w++) {
    size_t n = 1 + next_random(seed) % LONGEST;
    while (used + n + 2 > room) s = realloc(s, room *= 2);
    for (size_t i = 0; i < n; i++) s[used++] = (char)('a' + next_random(seed) % 26);
    s[used++] = ' ';
  }
  s[used] = 0;
  return s;
}

static void work(int id) {
  struct ring *next = &ring[(id + 1) % team_size];
  uint64_t sum = 0;
  long from, to;
  share(lines, id, &from, &to);
  for (long i = from; i < to; i++) {
    uint64_t seed = (uint64_t)i;
    char *s = line(&seed), *rest = s;
    for (char *w; (w = strsep(&rest, " ")) && *w;) {
      char *copy = strdup(w);
      pthread_mutex_lock(&next->lock);
      if (next->n == SLOTS) sum += drain(next);
      next->word[next->n++] = copy;
      pthread_mutex_unlock(&next->lock);
    }
    free(s);
    pthread_mutex_lock(&ring[id].lock);
    sum += drain(&ring[id]);
    pthread_mutex_unlock(&ring[id].lock);
  }
  pthread_mutex_lock(&total_lock);
  total += sum;
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  lines = arguments(argc, argv) * 1000;
  for (int i = 0; i < team_size; i++) pthread_mutex_init(&ring[i].lock, NULL);
  team(work);
  for (int i = 0; i < team_size; i++) total += drain(&ring[i]);
  return finish(total);
}
