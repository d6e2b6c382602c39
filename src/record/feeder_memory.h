/* A feeder: a process of a contained run that stands before the program's first instruction and forks on
 * command. Each fork is a run with other inputs, of which no more is kept than how it ended and which blocks
 * it reached: for runs by the thousand (explore/feeder.h). The other side is runtime/explore/feed_server.c.
 *
 * On OMEN_SERVER_FD (SOCK_SEQPACKET) a file in memory comes first, of OMEN_FEED_SIZE bytes: this head, the
 * inputs (record/inputs.h) at OMEN_FEED_INPUTS, and the bits of blocks at OMEN_FEED_COVERED. Then each
 * message of a byte is an order, and each answer an int: the status as from waitpid. */
#ifndef OMEN_RECORD_FEEDER_MEMORY_H
#define OMEN_RECORD_FEEDER_MEMORY_H
#include <stdint.h>

enum { OMEN_FEED_COVERED = 4096, OMEN_FEED_COVERED_BYTES = 1 << 20, OMEN_FEED_INPUTS = 2 << 20 };
#define OMEN_FEED_SIZE (32u << 20)
enum omen_fed_end { OMEN_FED_NOTHING, OMEN_FED_EXIT, OMEN_FED_SIGNAL, OMEN_FED_STUCK };
struct omen_feeder_memory {
  uint64_t inputs; /* bytes of them */
  uint32_t end;    /* enum omen_fed_end; NOTHING: it was killed */
  int32_t status;  /* EXIT, SIGNAL */
  uint32_t defects, blocks;
};
#endif
