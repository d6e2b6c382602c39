/* A saved checkpoint of a replay: the whole process, as one stream of bytes. The runtime of
 * a replay writes it (runtime/checkpoint/save.c), the command packs and keeps it (saved_checkpoints.h), and
 * the runtime of another process of the same variant becomes it (runtime/checkpoint/restore.c). See
 * docs/runtime.md.
 *
 *   struct omen_saved_head
 *   struct omen_saved_thread, nthreads of them
 *   struct omen_saved_map, nmaps of them, by address
 *   strings: names of mappings, zero-terminated; the first is empty; padded to 8 bytes
 *                                                     -- so far the front: kept unpacked, for choosing
 *   the outcome file and the outputs so far, each padded to 8 bytes
 *   struct omen_saved_run and its bytes, by address; the last is {0, 0} */
#ifndef OMEN_RECORD_CHECKPOINT_FILE_H
#define OMEN_RECORD_CHECKPOINT_FILE_H
#include <stdint.h>

#define OMEN_SAVED_MAGIC 0x314745534e454d4full /* "OMENSEG1" */
#define OMEN_SAVED_VERSION 1u
#define OMEN_SAVED_FD 195  /* restoring: the checkpoint, a file in memory */
#define OMEN_CUTTER_FD 194 /* cutting: the socket that checkpoints go to */
#define OMEN_SAVED_SIGNALS 64
#define OMEN_SAVED_MAPS 65536u
#define OMEN_SAVED_STRINGS (4u << 20)
#define OMEN_SAVED_PAGE 4096u

struct omen_saved_action { /* as the kernel has it */
  uint64_t handler, flags, restorer, mask;
};
struct omen_saved_head {
  uint64_t magic;
  uint32_t version, size; /* of this structure */
  uint64_t events;        /* of the recording so far */
  uint64_t machine;       /* what the processor can do */
  uint64_t vdso;          /* the kernel's code in every process */
  uint64_t watch;         /* the watched ranges */
  uint32_t threads_made, nthreads;
  uint32_t nmaps, strings;
  uint64_t outcome, outputs;  /* bytes of these files */
  uint64_t shown, shown_hash; /* bytes of the file `shown`: what was written to standard output and error */
  uint64_t brk, fs, gs, mask;
  uint64_t alternate, alternate_size; /* signal stack */
  uint64_t zero;
  struct omen_saved_action actions[OMEN_SAVED_SIGNALS];
};
struct omen_saved_thread {
  uint64_t id, points;
};
enum omen_saved_kind {
  OMEN_MAP_MEMORY = 1, /* anonymous */
  OMEN_MAP_FILE,       /* of the program or a library: every process of the variant has it */
  OMEN_MAP_RECORDING,  /* a file of the recording, by its name: log, digest, before */
  OMEN_MAP_STACK,      /* the first thread's: it grows */
  OMEN_MAP_KERNEL,     /* vdso and its kin */
};
enum omen_saved_map_flag { OMEN_MAP_NORESERVE = 1, OMEN_MAP_SHARED = 2 };
struct omen_saved_map {
  uint64_t lo, hi, offset;
  uint64_t first; /* FILE, at offset 0: hash of the first page, which has the build id */
  uint32_t prot, kind, flags, name;
};
struct omen_saved_run {
  uint64_t addr, len;
};

/* shown: one record a write, then its bytes. */
struct omen_saved_shown {
  uint32_t fd, len;
};

/* How a cutting replay sends its checkpoints: packets, the beginning of each one of these. */
enum omen_packet_what { OMEN_PACKET_DATA = 1, OMEN_PACKET_END };
enum { OMEN_PACKET_ROOM = 60000 };
struct omen_packet {
  uint32_t checkpoint, what;
};

static inline uint64_t omen_saved_hash(uint64_t h, const void *data, uint64_t n) {
  const unsigned char *p = (const unsigned char *)data;
  h ^= n * 0x9e3779b97f4a7c15ull;
  for (; n >= 8; n -= 8, p += 8) {
    uint64_t v;
    __builtin_memcpy(&v, p, 8);
    h = (h ^ v) * 0xff51afd7ed558ccdull;
    h ^= h >> 32;
  }
  for (; n; n--, p++) h = (h ^ *p) * 0x100000001b3ull;
  return h ^ h >> 29;
}
#endif
