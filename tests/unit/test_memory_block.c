/* The table of heap blocks against a plain list: finding by first byte, by any byte and by neighbourhood, for
 * any address whatever; and the order in which what is kept back is let go. */
/* rooms: runtime/memory, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <cmocka.h>
#include <errno.h>
#include <unistd.h>
#include "../../src/runtime/memory/block.c"
#undef FAR
#include "../../src/runtime/memory/slab.c"
#undef UNIT
#include "../../src/runtime/memory/quarantine.c"

static struct omen_config config;
struct omen_config *omrt_config = &config;
enum omrt_shadow_mode omrt_shadow_mode;

long omrt_sys(long nr, long a, long b, long c, long d, long e, long f) {
  long r = syscall(nr, a, b, c, d, e, f);
  return r < 0 ? -(long)errno : r;
}
void omrt_poison(uint64_t addr, uint64_t len) { assert_true(omrt_slab_has(addr) && len); }

void *omrt_reserve(size_t n) {
  void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert_true(p != MAP_FAILED);
  return p;
}

static uint64_t rng_state = 88172645463325252ull;
static uint64_t rnd(uint64_t n) {
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return (rng_state >> 16) % n;
}

/* Places of 64 KiB, in each of which there is a block or not. */
#define PLACES 64
#define ROOM 65536u
static struct omrt_block *is[PLACES];
static const uint64_t heap = 0x555555560000ull;

static struct omrt_block *inside(uint64_t addr) {
  for (int i = 0; i < PLACES; i++)
    if (is[i] && addr >= is[i]->base && addr < is[i]->base + is[i]->size) return is[i];
  return NULL;
}

static void look_up_anything(uint64_t addr) {
  struct omrt_block *at = omrt_block_at(addr), *in = inside(addr), *near = omrt_block_near(addr);
  if (in) {
    assert_ptr_equal(near, in);
    assert_int_equal(at == in, addr == in->base);
  } else if (near) {
    assert_true(addr < omrt_block_end(near) && addr + 16 >= near->base);
    assert_true(!at || at == near);
  } else
    assert_null(at);
}

static void found_by_any_address(void **state) {
  (void)state;
  for (int round = 0; round < 200000; round++) {
    int i = (int)rnd(PLACES);
    if (is[i]) {
      omrt_block_drop(is[i]);
      is[i] = NULL;
    } else {
      uint64_t base = heap + (uint64_t)i * ROOM + 16 * rnd(64), size = rnd(rnd(2) ? 100 : ROOM - 4096);
      is[i] = omrt_block_new(base, size, (base + size + 16 + 15) & ~15ull);
      assert_int_equal(is[i]->base, base);
      look_up_anything(base + size);
      look_up_anything(base + rnd(size + 1));
      assert_ptr_equal(omrt_block_near(base - 1), is[i]);
    }
    look_up_anything(heap + rnd((PLACES + 1) * ROOM));
  }
  assert_int_equal(omrt_blocks_lost, 0);
}

static void any_pointer_is_survived(void **state) {
  (void)state;
  static const uint64_t odd[] = {0,
                                 1,
                                 15,
                                 4095,
                                 0x7fffffffffffull,
                                 0x800000000000ull,
                                 ~0ull,
                                 ~15ull,
                                 0xbebebebebebebebeull,
                                 0x510000000000ull,
                                 0x50ffffffffffull};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) look_up_anything(odd[i]);
  for (int i = 0; i < 100000; i++) look_up_anything(rng_state ^ (rnd(1ull << 47) << rnd(17)));
  assert_null(omrt_block_new(0x300000000000ull, 16, 0x300000000020ull));
  assert_int_equal(omrt_blocks_lost, 1);
}

/* A byte between two blocks belongs to the one that it is nearer to. */
static void between_two(void **state) {
  (void)state;
  uint64_t lo = 0x7f0000000010ull;
  struct omrt_block *left = omrt_block_new(lo, 20, lo + 48), *right = omrt_block_new(lo + 48, 8, lo + 80);
  assert_ptr_equal(omrt_block_near(lo + 20), left);
  assert_ptr_equal(omrt_block_near(lo + 33), left);
  assert_ptr_equal(omrt_block_near(lo + 34), right);
  assert_ptr_equal(omrt_block_near(lo + 47), right);
  assert_ptr_equal(omrt_block_near(lo + 48), right);
  assert_ptr_equal(omrt_block_near(lo + 79), right);
  assert_null(omrt_block_near(lo + 80));
  assert_ptr_equal(omrt_block_near(lo - 16), left);
  assert_null(omrt_block_near(lo - 17));
}

static void first_in_first_out(void **state) {
  (void)state;
  enum { N = 5000 };
  uint64_t base = 0x7f1000000000ull, oldest = 0;
  for (uint64_t i = 0; i < 4 * N; i++) {
    struct omrt_block *b = omrt_block_new(base + i * 64, 24, base + i * 64 + 48);
    omrt_block_keep(b);
    while ((b = omrt_block_unkeep(N * 96, N * 96))) {
      assert_int_equal(b->base, base + oldest++ * 64);
      omrt_block_drop(b);
    }
    assert_int_equal(i + 1 - oldest, i + 1 < N ? i + 1 : N);
  }
  while (omrt_block_unkeep(0, 0)) oldest++;
  assert_int_equal(oldest, 4 * N);
}

/* Several queues against one list: what is taken is what a single queue would let go, in its order, over many
 * rounds of the stamps' numbers. */
static void queues_are_as_one(void **state) {
  (void)state;
  enum { QUEUES = 3, LONGEST = 4096 };
  static struct omrt_quarantine queue[QUEUES];
  static struct {
    uint64_t weight;
    int queue;
    bool gone;
  } list[LONGEST];
  uint64_t kept_weight = 0, limit = 60000;
  uint32_t oldest = 0, next = 0;
  for (int i = 0; i < QUEUES; i++) queue[i].entry = omrt_reserve((uint64_t)OMRT_QUARANTINE_MOST * 8);
  total = STAMP - 1000;
  for (next = 0; next < LONGEST; next++) {
    list[next].weight = 16 * (1 + rnd(30));
    list[next].queue = (int)rnd(QUEUES);
    omrt_quarantine_add(&queue[list[next].queue], next + 1, list[next].weight);
    for (kept_weight += list[next].weight; kept_weight > limit; oldest++) {
      struct omrt_quarantine *k = &queue[list[oldest].queue];
      assert_int_equal(omrt_quarantine_ahead(k, 0), oldest + 1);
      assert_int_equal(omrt_quarantine_take(k, limit), oldest + 1);
      kept_weight -= list[oldest].weight;
    }
    for (int i = 0; i < QUEUES; i++) assert_int_equal(omrt_quarantine_take(&queue[i], limit), 0);
  }
  assert_true(oldest > LONGEST / 2);
}

/* Blocks of all small sizes in slabs: none touches another, each has a gap behind it and in front of it, and
 * the table finds it by any of its bytes. */
#define SMALL 6000
static struct omrt_block *small_at(struct omrt_block *const *list, uint64_t addr) {
  for (int i = 0; i < SMALL; i++)
    if (list[i] && addr >= list[i]->base && addr < list[i]->base + list[i]->size) return list[i];
  return NULL;
}

static struct omrt_block *take_small(uint64_t n) {
  struct omrt_block *b = omrt_slab_take(n);
  assert_non_null(b);
  assert_int_equal(b->size, n);
  assert_int_equal(b->base % 16, 0);
  assert_true(b->tail >= 8 && (b->size + b->tail) % 16 == 0);
  assert_int_equal(b->how | b->freed | b->made_stack | b->gone_stack | b->gone_seg, 0);
  assert_ptr_equal(omrt_block_at(b->base), b);
  memset((void *)b->base, (int)n, n); /* it is memory */
  return b;
}

static void small_found(struct omrt_block *const *list, struct omrt_block *b) {
  struct omrt_block *near;
  if (b->size) assert_ptr_equal(omrt_block_near(b->base + rnd(b->size)), b);
  assert_ptr_equal(omrt_block_near(b->base + b->size), b);
  near = omrt_block_near(b->base - 1);
  assert_true(near && near->base <= b->base);
  assert_ptr_equal(omrt_block_before(b->base + b->size + b->tail - 1), b);
  for (int i = 0; i < 4; i++) {
    uint64_t addr = b->base - 64 + rnd(256);
    struct omrt_block *in = small_at(list, addr);
    struct omrt_block *at = omrt_block_at(addr); /* what was freed is known until its place is taken again */
    if (in) assert_ptr_equal(omrt_block_near(addr), in);
    if (!at || !at->freed) assert_ptr_equal(at, in && in->base == addr ? in : NULL);
    if (at && at->freed) assert_true(at->base == addr && !in);
  }
}

static void small_blocks(void **state) {
  static struct omrt_block *list[SMALL];
  (void)state;
  for (int round = 0; round < 60000; round++) {
    int i = (int)rnd(SMALL);
    if (list[i]) {
      for (uint64_t k = 0; k < list[i]->size; k++)
        assert_int_equal(((unsigned char *)list[i]->base)[k], list[i]->size & 255);
      list[i]->freed = true;
      omrt_slab_keep(list[i]);
      list[i] = NULL;
    } else
      list[i] = take_small(rnd(3) ? 1 + rnd(60) : rnd(OMRT_SLAB_MOST + 1));
    if (list[i] && round % 16 == 0) small_found(list, list[i]);
  }
  for (int i = 0; i < SMALL; i++)
    if (list[i]) omrt_slab_keep(list[i]);
}

/* Few blocks have large gaps; of many of one size at a time one of eight has. */
static void gaps_of_many(void **state) {
  (void)state;
  static struct omrt_block *list[3 * MANY];
  uint64_t small = 0;
  for (uint32_t i = 0; i < 3 * MANY; i++) {
    list[i] = take_small(24);
    if (i <= MANY) assert_true(list[i]->tail >= 16);
    small += list[i]->tail < 16;
  }
  assert_in_range(small, 3 * MANY / 2, 2 * MANY);
  for (uint32_t i = 0; i < 3 * MANY; i++) omrt_slab_keep(list[i]);
  assert_true(take_small(24)->tail >= 16);
}

/* Kept back with others, and used again when as much was freed since, of whatever kind. */
static void small_ones_are_kept(void **state) {
  (void)state;
  struct omrt_block *a = take_small(700), *b = omrt_block_new(0x7f2000000000ull, 80, 0x7f2000000080ull);
  uint64_t at = a->base;
  omrt_blocks_held = config.keep_freed = omrt_block_weight(a);
  omrt_slab_keep(a);
  assert_ptr_equal(omrt_block_at(at), a);
  assert_true(take_small(700)->base != at);
  omrt_block_keep(b);
  assert_null(omrt_block_unkeep(omrt_block_weight(b), omrt_block_weight(b)));
  assert_int_equal(take_small(700)->base, at);
  assert_null(omrt_block_unkeep(0, 1000)); /* nothing was freed after it */
  assert_ptr_equal(omrt_block_unkeep(0, 0), b);
  assert_null(omrt_block_unkeep(0, 0));
  config.keep_freed = 0;
}

/* A quarter of the limit, or what the program holds. */
static void as_much_as_is_held(void **state) {
  (void)state;
  config.keep_freed = 4000;
  omrt_blocks_held = 10;
  assert_int_equal(omrt_block_window(), 1000);
  omrt_blocks_held = 1001;
  assert_int_equal(omrt_block_window(), 1001);
  omrt_blocks_held = 5000;
  assert_int_equal(omrt_block_window(), 4000);
  config.keep_freed = 0;
  assert_int_equal(omrt_block_window(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(found_by_any_address), cmocka_unit_test(any_pointer_is_survived),
      cmocka_unit_test(between_two),          cmocka_unit_test(first_in_first_out),
      cmocka_unit_test(small_ones_are_kept),  cmocka_unit_test(small_blocks),
      cmocka_unit_test(gaps_of_many),         cmocka_unit_test(queues_are_as_one),
      cmocka_unit_test(as_much_as_is_held),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
