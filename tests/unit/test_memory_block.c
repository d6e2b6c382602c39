/* The table of heap blocks against a plain list: finding by first byte, by any byte and by neighbourhood, for
 * any address whatever; and the order in which what is kept back is let go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <cmocka.h>
#include "../../src/runtime/memory/block.c"

void *omen_reserve(size_t n) {
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
static struct omen_block *is[PLACES];
static const uint64_t heap = 0x555555560000ull;

static struct omen_block *inside(uint64_t addr) {
  for (int i = 0; i < PLACES; i++)
    if (is[i] && addr >= is[i]->base && addr < is[i]->base + is[i]->size) return is[i];
  return NULL;
}

static void look_up_anything(uint64_t addr) {
  struct omen_block *at = omen_block_at(addr), *in = inside(addr), *near = omen_block_near(addr);
  if (in) {
    assert_ptr_equal(near, in);
    assert_int_equal(at == in, addr == in->base);
  } else if (near) {
    assert_true(addr < omen_block_end(near) && addr + 16 >= near->base);
    assert_true(!at || at == near);
  } else
    assert_null(at);
}

static void found_by_any_address(void **state) {
  (void)state;
  for (int round = 0; round < 200000; round++) {
    int i = (int)rnd(PLACES);
    if (is[i]) {
      omen_block_drop(is[i]);
      is[i] = NULL;
    } else {
      uint64_t base = heap + (uint64_t)i * ROOM + 16 * rnd(64), size = rnd(rnd(2) ? 100 : ROOM - 4096);
      is[i] = omen_block_new(base, size, (base + size + 16 + 15) & ~15ull);
      assert_int_equal(is[i]->base, base);
      look_up_anything(base + size);
      look_up_anything(base + rnd(size + 1));
      assert_ptr_equal(omen_block_near(base - 1), is[i]);
    }
    look_up_anything(heap + rnd((PLACES + 1) * ROOM));
  }
  assert_int_equal(omen_blocks_lost, 0);
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
  assert_null(omen_block_new(0x300000000000ull, 16, 0x300000000020ull));
  assert_int_equal(omen_blocks_lost, 1);
}

/* A byte between two blocks belongs to the one that it is nearer to. */
static void between_two(void **state) {
  (void)state;
  uint64_t lo = 0x7f0000000010ull;
  struct omen_block *left = omen_block_new(lo, 20, lo + 48), *right = omen_block_new(lo + 48, 8, lo + 80);
  assert_ptr_equal(omen_block_near(lo + 20), left);
  assert_ptr_equal(omen_block_near(lo + 33), left);
  assert_ptr_equal(omen_block_near(lo + 34), right);
  assert_ptr_equal(omen_block_near(lo + 47), right);
  assert_ptr_equal(omen_block_near(lo + 48), right);
  assert_ptr_equal(omen_block_near(lo + 79), right);
  assert_null(omen_block_near(lo + 80));
  assert_ptr_equal(omen_block_near(lo - 16), left);
  assert_null(omen_block_near(lo - 17));
}

static void first_in_first_out(void **state) {
  (void)state;
  enum { N = 5000 };
  uint64_t base = 0x7f1000000000ull, oldest = 0;
  for (uint64_t i = 0; i < 4 * N; i++) {
    struct omen_block *b = omen_block_new(base + i * 64, 24, base + i * 64 + 48);
    omen_block_keep(b);
    while ((b = omen_block_unkeep(N * 48))) {
      assert_int_equal(b->base, base + oldest++ * 64);
      omen_block_drop(b);
    }
    assert_int_equal(i + 1 - oldest, i + 1 < N ? i + 1 : N);
  }
  while (omen_block_unkeep(0)) oldest++;
  assert_int_equal(oldest, 4 * N);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(found_by_any_address),
      cmocka_unit_test(any_pointer_is_survived),
      cmocka_unit_test(between_two),
      cmocka_unit_test(first_in_first_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
