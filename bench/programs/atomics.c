/* Programs that do little else than atomic operations: atomics KIND N. They spin only for others that run.
 *   ring      one thread stores into a ring and releases its place, another acquires it
 *   counters  four threads add to one relaxed counter and to one each of their own
 *   stack     four threads push and pop by compare_exchange (places by index, with a count against ABA)
 *   dekker    two threads, seq_cst flags, and a counter that only who is alone adds to
 * Prints a checksum that does not depend on the schedule. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 64, THREADS = 4, NODES = 16 };
static long rounds;

static long cells[RING], received;
static atomic_long head, tail;

static void *produce(void *arg) {
  for (long i = 0; i < rounds; i++) {
    while (i - atomic_load_explicit(&tail, memory_order_acquire) >= RING) sched_yield();
    cells[i % RING] = i;
    atomic_store_explicit(&head, i + 1, memory_order_release);
  }
  return arg;
}

static void *consume(void *arg) {
  for (long i = 0; i < rounds; i++) {
    while (atomic_load_explicit(&head, memory_order_acquire) <= i) sched_yield();
    received += cells[i % RING];
    atomic_store_explicit(&tail, i + 1, memory_order_release);
  }
  return arg;
}

static atomic_long shared, own[THREADS];

static void *count(void *arg) {
  for (long i = 0; i < rounds; i++) {
    atomic_fetch_add_explicit(&shared, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&own[(intptr_t)arg], 1, memory_order_relaxed);
  }
  return arg;
}

static _Atomic uint64_t top; /* count << 8 | index + 1 */
static atomic_int below[NODES];
static atomic_long popped;

static void push(uint64_t node) {
  uint64_t old = atomic_load_explicit(&top, memory_order_relaxed);
  do atomic_store_explicit(&below[node - 1], (int)(old & 255), memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &old, ((old >> 8) + 1) << 8 | node,
                                                memory_order_release, memory_order_relaxed));
}

static uint64_t pop(void) {
  uint64_t old = atomic_load_explicit(&top, memory_order_acquire), under;
  do {
    if (!(old & 255)) return 0;
    under = (uint64_t)atomic_load_explicit(&below[(old & 255) - 1], memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&top, &old, ((old >> 8) + 1) << 8 | under,
                                                  memory_order_acquire, memory_order_acquire));
  return old & 255;
}

static void *juggle(void *arg) {
  for (long i = 0; i < rounds; i++) {
    uint64_t node = pop();
    if (!node) continue;
    atomic_fetch_add_explicit(&popped, 1, memory_order_relaxed);
    push(node);
  }
  return arg;
}

static atomic_int wants[2];
static long entered, given_up[2];

static void *alone(void *arg) {
  int me = (int)(intptr_t)arg;
  for (long i = 0; i < rounds; i++) {
    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[!me]))
      entered++;
    else
      given_up[me]++;
    atomic_store(&wants[me], 0);
  }
  return arg;
}

static void run(void *(*const work[])(void *), int n) {
  pthread_t t[THREADS];
  for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, work[i], (void *)(intptr_t)i);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const char *kind = argv[1];
  rounds = atol(argv[2]);
  long sum;
  if (!strcmp(kind, "ring")) {
    run((void *(*const[])(void *)){produce, consume}, 2);
    sum = received;
  } else if (!strcmp(kind, "counters")) {
    run((void *(*const[])(void *)){count, count, count, count}, THREADS);
    sum = shared + own[0] + own[3];
  } else if (!strcmp(kind, "stack")) {
    for (uint64_t i = 1; i <= NODES; i++) push(i);
    run((void *(*const[])(void *)){juggle, juggle, juggle, juggle}, THREADS);
    sum = popped;
  } else {
    run((void *(*const[])(void *)){alone, alone}, 2);
    sum = entered + given_up[0] + given_up[1];
  }
  printf("%ld\n", sum);
  return 0;
}
