/* Runs a litmus program natively, over and over, for so many milliseconds (the argument), with its threads
 * begun together and each behind a short random pause. Prints each line that it printed once, with how often.
 * See native.h.
 */
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 8, LINES = 4096, LONGEST = 160, PAUSE = 64, SPIN = 2000 };
extern char __start_litmus_bss[], __stop_litmus_bss[];
int litmus_main(void);

static struct worker {
  void *(*work)(void *);
  void *arg;
  uint64_t random;
  pthread_t thread;
  _Alignas(64) _Atomic uint64_t done;
} workers[THREADS];
static int made,
    begun; /* threads of this call; of all calls. The first is the caller itself: one less to wait */
static _Alignas(64) _Atomic uint64_t round_number;
static _Alignas(64) _Atomic int in_round; /* how many threads the round has */
static char lines[LINES][LONGEST];
static uint64_t counts[LINES];
static int nlines;

static void wait_for(_Atomic uint64_t *at, uint64_t value) {
  for (unsigned i = 0; atomic_load_explicit(at, memory_order_acquire) < value; i++)
    if (i >= SPIN) sched_yield();
}

static void pause_a_while(struct worker *w) {
  w->random ^= w->random << 13;
  w->random ^= w->random >> 7;
  w->random ^= w->random << 17;
  for (uint64_t i = w->random % PAUSE; i; i--) __builtin_ia32_pause();
}

static void *serve(void *of) {
  struct worker *w = of;
  for (uint64_t round = w->done + 1;; round++) {
    wait_for(&round_number, round);
    if (w - workers < atomic_load(&in_round)) {
      pause_a_while(w);
      w->work(w->arg);
    }
    atomic_store_explicit(&w->done, round, memory_order_release);
  }
  return NULL;
}

int native_create(pthread_t *t, const void *attributes, void *(*work)(void *), void *arg) {
  (void)attributes;
  if (made == THREADS) abort();
  struct worker *w = &workers[made++];
  w->work = work;
  w->arg = arg;
  memset(t, 0, sizeof *t);
  if (made <= begun) return 0;
  w->random = 88172645463325252ull * (uint64_t)made | 1;
  w->done = atomic_load(&round_number);
  return begun++ ? pthread_create(&w->thread, NULL, serve, w) : 0;
}

/* The first of a call lets all threads run. */
int native_join(pthread_t t, void **result) {
  (void)t;
  (void)result;
  if (!made) return 0;
  atomic_store(&in_round, made);
  uint64_t round = atomic_fetch_add(&round_number, 1) + 1;
  pause_a_while(&workers[0]);
  workers[0].work(workers[0].arg);
  for (int i = 1; i < begun; i++) wait_for(&workers[i].done, round);
  made = 0;
  return 0;
}

int native_print(const char *format, ...) {
  char line[LONGEST];
  va_list args;
  va_start(args, format);
  int len = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  int i = 0;
  while (i < nlines && strcmp(lines[i], line)) i++;
  if (i == LINES) abort();
  if (i == nlines) strcpy(lines[nlines++], line);
  counts[i]++;
  return len;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  double until = seconds() + (argc > 1 ? atof(argv[1]) : 100) / 1000;
  do
    for (int i = 0; i < 100; i++) {
      memset(__start_litmus_bss, 0, (size_t)(__stop_litmus_bss - __start_litmus_bss));
      litmus_main();
    }
  while (seconds() < until);
  for (int i = 0; i < nlines; i++) printf("%lu %s", counts[i], lines[i]);
  fflush(stdout);
  _Exit(0); /* the threads wait for another round */
}
