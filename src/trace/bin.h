/* The binary trace format, shared by its reader (bin_read.c) and its writer (write.c). docs/traces.md
 * describes it. All numbers are little-endian. A file is a head, blocks, and an end block; a file without its
 * end is cut off.
 *
 *   head     magic "OMENTRC1", version (4 bytes), 0 (4 bytes)
 *   block    type, count, raw size, stored size (4 bytes each), checksum (8 bytes), then the stored bytes:
 *            zstd when the stored size is smaller than the raw size, the raw bytes themselves when they are
 * equal. checksum: XXH3-64 of the block's first 16 bytes and of its stored bytes names    types 0x10 + space:
 * `count` names, each its length as a varint and its bytes; they get the next numbers events   type 0x20:
 * `count` (at most 65536) events by columns: 4 bytes (bytes a thread, an obj, a location: 1, 2 or 4; 0),
 * kinds, threads, objs, locations, then 4 bytes for every COPY and MERGE, its source end      type 0x30: the
 * number of events (8 bytes) */
#ifndef OMEN_TRACE_BIN_H
#define OMEN_TRACE_BIN_H
#include <stdint.h>

#define OMEN_BIN_VERSION 1u
enum { OMEN_BIN_NAMES = 0x10, OMEN_BIN_EVENTS = 0x20, OMEN_BIN_END = 0x30 };
enum { OMEN_BIN_BLOCK_EVENTS = 65536, OMEN_BIN_RAW_MAX = 8 << 20 };

struct omen_bin_head {
  char magic[8];
  uint32_t version, zero;
};
struct omen_bin_block {
  uint32_t type, count, raw, stored;
  uint64_t sum;
};
_Static_assert(sizeof(struct omen_bin_head) == 16 && sizeof(struct omen_bin_block) == 24, "on disk");
uint64_t omen_bin_sum(const struct omen_bin_block *b, const void *stored);
#endif
