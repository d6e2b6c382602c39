/* The events of a source in blocks, read by a thread of its own, so that reading and analysing overlap.
 * Every pass reads the source again: decoding costs less than the memory for keeping what was decoded. */
#ifndef OMEN_DETECT_FEED_H
#define OMEN_DETECT_FEED_H
#include "trace/source.h"

enum { OMEN_FEED_BLOCK = 8192 };
struct omen_feed_block {
  size_t n;
  uint32_t threads, syncs, vars; /* names known once the block was read */
  uint64_t bytes;                /* of the file, after this block */
  struct omen_event ev[OMEN_FEED_BLOCK];
};
struct omen_feed;
struct omen_feed *omen_feed_new(struct omen_source *src); /* src is borrowed */
void omen_feed_free(struct omen_feed *f);
/* Begins a pass. While one is on, only the feed uses the source. */
int omen_feed_start(struct omen_feed *f, struct omen_err *err);
/* The next block, valid until the next call; NULL with `*bad` false at the end, true after an error. Once it
 * has returned NULL the pass is over, and the source is the caller's again. */
const struct omen_feed_block *omen_feed_next(struct omen_feed *f, bool *bad, struct omen_err *err);
/* Ends a pass before its end. */
void omen_feed_stop(struct omen_feed *f);
/* Processor seconds that reading took, so far. */
double omen_feed_seconds(const struct omen_feed *f);
#endif
