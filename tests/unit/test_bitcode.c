/* Bundles: what goes in comes out; any damage is an error; the carrier is an object that linkers and readers
 * take. */
/* rooms: build, quick */
#include "build/bitcode.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the above first */
#include <cmocka.h>

static struct omen_bundle sample(void) {
  struct omen_bundle b = {0};
  omen_bundle_add(&b, OMEN_PART_LINK, "link", "{\"version\":1}", 13);
  omen_bundle_add(&b, OMEN_PART_MODULE, "module", "BC\xc0\xde\0\1\2", 7);
  omen_bundle_add(&b, OMEN_PART_OBJECT, "empty.o", "", 0);
  return b;
}

static void round_trip(void **state) {
  struct omen_bundle b = sample(), c;
  struct omen_buf packed = {0};
  struct omen_err err;
  omen_bundle_pack(&b, &packed);
  assert_int_equal(omen_bundle_unpack(packed.data, packed.len, &c, &err), 0);
  assert_int_equal(c.n, b.n);
  for (size_t i = 0; i < b.n; i++) {
    assert_int_equal(c.parts[i].kind, b.parts[i].kind);
    assert_string_equal(c.parts[i].name, b.parts[i].name);
    assert_int_equal(c.parts[i].size, b.parts[i].size);
    assert_memory_equal(c.parts[i].data, b.parts[i].data, b.parts[i].size);
  }
  assert_ptr_equal(omen_bundle_find(&c, OMEN_PART_MODULE), &c.parts[1]);
  assert_null(omen_bundle_find(&c, OMEN_PART_VERSIONS));
  omen_bundle_release(&b);
  omen_bundle_release(&c);
  omen_buf_release(&packed);
}

static void empty_bundle(void **state) {
  struct omen_bundle b = {0}, c;
  struct omen_buf packed = {0};
  omen_bundle_pack(&b, &packed);
  assert_int_equal(omen_bundle_unpack(packed.data, packed.len, &c, NULL), 0);
  assert_int_equal(c.n, 0);
  omen_buf_release(&packed);
}

/* Every single bit flipped, every cut, one byte more: an error with a message, never a bundle. */
static void damage(void **state) {
  struct omen_bundle b = sample(), c;
  struct omen_buf packed = {0};
  omen_bundle_pack(&b, &packed);
  for (size_t bit = 0; bit < packed.len * 8; bit++) {
    struct omen_err err = {0};
    packed.data[bit / 8] ^= (char)(1 << bit % 8);
    assert_int_equal(omen_bundle_unpack(packed.data, packed.len, &c, &err), -1);
    assert_true(err.msg[0] != 0);
    packed.data[bit / 8] ^= (char)(1 << bit % 8);
  }
  for (size_t n = 0; n < packed.len; n++) assert_int_equal(omen_bundle_unpack(packed.data, n, &c, NULL), -1);
  omen_buf_add(&packed, "x", 1);
  assert_int_equal(omen_bundle_unpack(packed.data, packed.len, &c, NULL), -1);
  omen_bundle_release(&b);
  omen_buf_release(&packed);
}

static char *scratch(const char *name, const void *data, size_t size) {
  const char *tmp = getenv("TMPDIR");
  char *path = omen_format("%s/omen-test-%d-%s", tmp ? tmp : "/tmp", (int)getpid(), name);
  struct omen_err err;
  if (omen_file_write(path, data, size, &err)) fail_msg("%s", err.msg);
  return path;
}

static void carrier(void **state) {
  struct omen_bundle b = sample();
  struct omen_buf packed = {0}, object = {0};
  struct omen_elf e;
  struct omen_err err;
  omen_bundle_pack(&b, &packed);
  omen_bundle_carrier(&packed, true, &object);
  char *path = scratch("carrier.o", object.data, object.len);
  assert_int_equal(omen_elf_read(path, true, &e, &err), 0);
  assert_true(e.is_elf && e.is_x86_64 && e.noted && !e.is_executable_kind);
  assert_int_equal(e.bundle.len, packed.len);
  assert_memory_equal(e.bundle.data, packed.data, packed.len);
  assert_false(omen_elf_has_bitcode(object.data, object.len));
  omen_elf_release(&e);
  unlink(path);
  free(path);
  omen_buf_release(&packed);
  omen_buf_release(&object);
  omen_bundle_release(&b);
}

/* Any bytes in place of an ELF file: an answer, never a crash. Random bytes over a real executable, this one.
 */
static void any_bytes(void **state) {
  struct omen_buf self = {0};
  struct omen_err err;
  assert_int_equal(omen_file_read("/proc/self/exe", &self, &err), 0);
  unsigned seed = 12345;
  for (int round = 0; round < 60; round++) {
    struct omen_buf copy = {0};
    struct omen_elf e;
    omen_buf_add(&copy, self.data, round % 3 == 2 ? self.len / 64 * (size_t)(round % 64) : self.len);
    for (int k = 0; k < 40 && copy.len > 64; k++) {
      size_t span = round % 2 ? 512 : copy.len; /* headers first of all */
      seed = seed * 1103515245 + 12345;
      copy.data[(seed >> 8) % (span < copy.len ? span : copy.len)] = (char)(seed >> 3);
      seed = seed * 1103515245 + 12345;
      copy.data[copy.len - 1 - (seed >> 8) % (copy.len < 4096 ? copy.len : 4096)] =
          (char)(seed >> 5); /* sections */
    }
    char *path = scratch("fuzz", copy.data, copy.len);
    omen_elf_read(path, true, &e, &err);
    omen_elf_has_bitcode(copy.data, copy.len);
    omen_elf_release(&e);
    unlink(path);
    free(path);
    omen_buf_release(&copy);
  }
  omen_buf_release(&self);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(empty_bundle),
                                     cmocka_unit_test(damage), cmocka_unit_test(carrier),
                                     cmocka_unit_test(any_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
