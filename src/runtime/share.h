/* Pieces of memory that stand in the log already. A program that reads a file again and again (a database
 * with a small cache) would fill the log with the same pages; each is written once, and then referred to.
 *
 * Pieces are recognised by 128 bits of hash, and not compared: the log is written and never read by the run.
 * Two different ones of the 2^40 that a very long log may have are taken for one another with a probability
 * of 2^-49. */
#ifndef OMRT_SHARE_H
#define OMRT_SHARE_H
#include <stddef.h>
#include <stdint.h>

/* Where the log has these bytes; 0: nowhere that is known, and from here on at `at`. */
uint64_t omrt_share_find(const void *data, size_t len, uint64_t at);
/* 64 bits of the same hash. */
uint64_t omrt_share_hash(const void *data, size_t len);
#endif
