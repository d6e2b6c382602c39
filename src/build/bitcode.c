/* Packing and unpacking bundles: see bitcode.h. The section is
 *
 *   struct header | zstd frame of: { struct entry | name | data } * parts
 *
 * A reader trusts nothing before the checksum is verified, and nothing that would leave the buffer after it.
 */
#include "build/bitcode.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#define BUNDLE_MAGIC "OMENBC\r\n" /* a text-mode copy is noticed */
#define BUNDLE_VERSION 1u
#define BUNDLE_RAW_MAX (16ull << 30)

struct header {
  char magic[8];
  uint32_t version, parts;
  uint64_t raw, packed; /* bytes of the parts, before and after compression */
  uint64_t sum;         /* XXH3 of the frame, seeded with the fields above */
};
_Static_assert(sizeof(struct header) == 40, "on disk");
struct entry {
  uint32_t kind, name_len;
  uint64_t size;
};
_Static_assert(sizeof(struct entry) == 16, "on disk");

void omen_bundle_add(struct omen_bundle *b, enum omen_part_kind kind, const char *name, const void *data,
                     size_t size) {
  OMEN_GROW(b->parts, b->n, b->cap);
  struct omen_part *p = &b->parts[b->n++];
  *p = (struct omen_part){
      .kind = kind, .name = omen_xstrdup(name), .data = omen_xmalloc(size + 1), .size = size};
  if (size) memcpy(p->data, data, size);
  p->data[size] = 0;
}

const struct omen_part *omen_bundle_find(const struct omen_bundle *b, enum omen_part_kind kind) {
  for (size_t i = 0; i < b->n; i++)
    if (b->parts[i].kind == kind) return &b->parts[i];
  return NULL;
}

void omen_bundle_release(struct omen_bundle *b) {
  for (size_t i = 0; i < b->n; i++) {
    free(b->parts[i].name);
    free(b->parts[i].data);
  }
  free(b->parts);
  *b = (struct omen_bundle){0};
}

static uint64_t checksum(const struct header *h, const void *frame) {
  uint64_t seed = h->raw * 31 + h->packed * 7 + h->parts * 3 + h->version;
  return XXH3_64bits_withSeed(frame, h->packed, seed);
}

void omen_bundle_pack(const struct omen_bundle *b, struct omen_buf *out) {
  struct omen_buf raw = {0};
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_part *p = &b->parts[i];
    struct entry e = {.kind = p->kind, .name_len = (uint32_t)strlen(p->name), .size = p->size};
    omen_buf_add(&raw, &e, sizeof e);
    omen_buf_add(&raw, p->name, e.name_len);
    omen_buf_add(&raw, p->data, p->size);
  }
  size_t bound = ZSTD_compressBound(raw.len);
  char *frame = omen_xmalloc(bound);
  size_t packed = ZSTD_compress(frame, bound, raw.data, raw.len, 3);
  if (ZSTD_isError(packed)) OMEN_BUG("zstd: %s", ZSTD_getErrorName(packed));
  struct header h = {.version = BUNDLE_VERSION, .parts = (uint32_t)b->n, .raw = raw.len, .packed = packed};
  memcpy(h.magic, BUNDLE_MAGIC, sizeof h.magic);
  h.sum = checksum(&h, frame);
  omen_buf_add(out, &h, sizeof h);
  omen_buf_add(out, frame, packed);
  free(frame);
  omen_buf_release(&raw);
}

/* Reads and verifies the header. */
static int header_read(const void *data, size_t size, struct header *h, struct omen_err *err) {
  if (size < sizeof *h) return omen_fail(err, "its bitcode is damaged (cut short)");
  memcpy(h, data, sizeof *h);
  if (memcmp(h->magic, BUNDLE_MAGIC, sizeof h->magic))
    return omen_fail(err, "its bitcode is damaged (no header)");
  if (h->version != BUNDLE_VERSION)
    return omen_fail(err, "its bitcode has format %u, and this omen reads %u: rebuild it", h->version,
                     BUNDLE_VERSION);
  if (h->packed != size - sizeof *h || h->raw > BUNDLE_RAW_MAX ||
      checksum(h, (const char *)data + sizeof *h) != h->sum)
    return omen_fail(err, "its bitcode is damaged (checksum differs)");
  return 0;
}

int omen_bundle_check(const void *data, size_t size, uint64_t *digest, struct omen_err *err) {
  struct header h;
  if (header_read(data, size, &h, err)) return -1;
  *digest = h.sum;
  return 0;
}

/* Splits the decompressed bytes into parts; false when they do not add up. */
static bool parts_read(const char *raw, size_t size, uint32_t parts, struct omen_bundle *out) {
  for (uint32_t i = 0; i < parts; i++) {
    struct entry e;
    if (size < sizeof e) return false;
    memcpy(&e, raw, sizeof e);
    raw += sizeof e;
    size -= sizeof e;
    if (e.name_len > size || e.size > size - e.name_len) return false;
    char *name = omen_xstrndup(raw, e.name_len);
    omen_bundle_add(out, (enum omen_part_kind)e.kind, name, raw + e.name_len, e.size);
    free(name);
    raw += e.name_len + e.size;
    size -= e.name_len + e.size;
  }
  return size == 0;
}

int omen_bundle_unpack(const void *data, size_t size, struct omen_bundle *out, struct omen_err *err) {
  struct header h;
  *out = (struct omen_bundle){0};
  if (header_read(data, size, &h, err)) return -1;
  const char *frame = (const char *)data + sizeof h;
  if (ZSTD_getFrameContentSize(frame, h.packed) != h.raw)
    return omen_fail(err, "its bitcode is damaged (sizes differ)");
  char *raw = omen_xmalloc(h.raw);
  size_t got = ZSTD_decompress(raw, h.raw, frame, h.packed);
  bool good = !ZSTD_isError(got) && got == h.raw && parts_read(raw, h.raw, h.parts, out);
  free(raw);
  if (good) return 0;
  omen_bundle_release(out);
  return omen_fail(err, "its bitcode is damaged (parts do not add up)");
}
