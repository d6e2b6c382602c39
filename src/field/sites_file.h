/* The sites file: what a program in the field must know of its own accesses. `omen ship` writes it (ship.c),
 * the client library maps it (client/site_map.c). Numbers are little-endian, as on the only machine that
 * there is.
 *
 *   header | modules | sites | candidates | references | strings
 *
 * A candidate has two accesses; each is a range of references to sites, since a line of the source may have
 * become several instructions. */
#ifndef OMEN_FIELD_SITES_FILE_H
#define OMEN_FIELD_SITES_FILE_H
#include <stddef.h>
#include <stdint.h>

#define OMEN_SITES_MAGIC "OMENSITE"
enum {
  OMEN_SITES_VERSION = 2,
  OMEN_SITES_MOST = 1 << 20, /* of anything: what has more is damaged */
  OMEN_SITE_LONGEST = 15,    /* bytes of an instruction */
  OMEN_CANDIDATE_ID = 24,
};

struct omen_sites_header {
  char magic[8];
  uint32_t version, modules, sites, candidates, references, strings;
  uint64_t sum; /* omen_sites_sum of the file: a damaged site could end the program */
};
/* A program or library. Known by a hash of its code (omen_text_hash), which stripping leaves alone. */
struct omen_sites_module {
  uint64_t text_hash, text_address, text_size; /* the first executable segment, as linked */
  uint32_t name;                               /* in the strings: the base name */
  uint32_t build_id_size;
  uint8_t build_id[20];
  uint32_t unused;
};
enum {
  OMEN_SITE_READS = 1,
  OMEN_SITE_WRITES = 2,
  OMEN_SITE_ATOMIC = 4,
};
enum { OMEN_REGISTER_NONE = 255, OMEN_REGISTER_IP = 254 };
struct omen_sites_site {
  uint64_t address; /* as linked */
  uint32_t module, file, line, column;
  int32_t displacement;
  uint16_t size; /* bytes of memory */
  uint8_t kind;  /* OMEN_SITE_* */
  uint8_t length;
  uint8_t bytes[OMEN_SITE_LONGEST];
  uint8_t base, index, scale; /* of the address; OMEN_REGISTER_* */
  uint8_t displacement_at;    /* where in the bytes, when it is relative to the instruction */
  uint8_t unused[5];
};
struct omen_sites_candidate {
  char id[OMEN_CANDIDATE_ID];
  uint32_t location;           /* strings: its name, for people */
  uint32_t first[2], count[2]; /* references of either access */
  uint32_t place[2];           /* strings: FILE:LINE of either access */
};
_Static_assert(sizeof(struct omen_sites_header) == 40, "layout");
_Static_assert(sizeof(struct omen_sites_module) == 56, "layout");
_Static_assert(sizeof(struct omen_sites_site) == 56, "layout");
_Static_assert(sizeof(struct omen_sites_candidate) == 52, "layout");

/* Of the file's bytes of a segment, or of memory that holds them. */
static inline uint64_t omen_text_hash(const void *data, size_t n) {
  uint64_t h = 0x9e3779b97f4a7c15u, word;
  const char *p = data;
  for (; n >= 8; p += 8, n -= 8) {
    __builtin_memcpy(&word, p, 8);
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  word = 0;
  __builtin_memcpy(&word, p, n);
  return (h ^ word ^ n) * 0xc4ceb9fe1a85ec53u;
}

/* Of a whole file, but for the sum itself. */
static inline uint64_t omen_sites_sum(const void *file, size_t n) {
  size_t head = offsetof(struct omen_sites_header, sum);
  return omen_text_hash(file, head) ^ omen_text_hash((const char *)file + sizeof(struct omen_sites_header),
                                                     n - sizeof(struct omen_sites_header)) *
                                          3;
}
#endif
