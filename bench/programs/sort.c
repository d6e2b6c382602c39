/* A parallel merge sort: each thread sorts its share by quicksort, then the shares are merged in pairs, a barrier
 * between the rounds. SIZE: thousands of numbers. */
#include "bench.h"

static long count;
static uint64_t *from_array, *to_array;
static pthread_barrier_t barrier;

static void insertion_sort(uint64_t *a, long n) {
  for (long i = 1; i < n; i++) {
    uint64_t v = a[i];
    long j = i;
    for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
    a[j] = v;
  }
}

static void quicksort(uint64_t *a, long n) {
  while (n > 24) {
    uint64_t x = a[0], y = a[n / 2], z = a[n - 1];
    uint64_t pivot = x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y);
    long i = 0, j = n - 1;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i > j) break;
      uint64_t t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
    quicksort(a, j + 1);
    a += i;
    n -= i;
  }
  insertion_sort(a, n);
}

static void merge(const uint64_t *in, uint64_t *out, long low, long middle, long high) {
  long i = low, j = middle;
  for (long k = low; k < high; k++) out[k] = i < middle && (j >= high || in[i] <= in[j]) ? in[i++] : in[j++];
}

static long edge(int part) { return count * (part < team_size ? part : team_size) / team_size; }

static void sort(int id) {
  uint64_t *in = from_array, *out = to_array;
  quicksort(in + edge(id), edge(id + 1) - edge(id));
  for (int width = 1; width < team_size; width *= 2) {
    pthread_barrier_wait(&barrier);
    if (id % (2 * width) == 0) merge(in, out, edge(id), edge(id + width), edge(id + 2 * width));
    uint64_t *t = in;
    in = out;
    out = t;
  }
}

int main(int argc, char **argv) {
  count = arguments(argc, argv) * 1000;
  from_array = must_alloc((size_t)count * sizeof *from_array);
  to_array = must_alloc((size_t)count * sizeof *to_array);
  uint64_t seed = 7, sum = 0;
  for (long i = 0; i < count; i++) from_array[i] = next_random(&seed);
  pthread_barrier_init(&barrier, NULL, (unsigned)team_size);
  team(sort);
  int rounds = 0;
  for (int width = 1; width < team_size; width *= 2) rounds++;
  const uint64_t *sorted = rounds % 2 ? to_array : from_array;
  for (long i = 0; i < count; i++) {
    if (i && sorted[i - 1] > sorted[i]) abort();
    sum = mix(sum, sorted[i]);
  }
  return finish(sum);
}
