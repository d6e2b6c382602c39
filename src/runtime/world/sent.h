/* How much went out: to each peer outside, in the exploration so far and in the recorded run. For withhold.c.
 */
#ifndef OMRT_WORLD_SENT_H
#define OMRT_WORLD_SENT_H
#include "runtime/log.h"
#include <stdbool.h>
#include <stdint.h>

/* The other end of a connection, of a pipe, of standard output. It stays when the descriptor is closed. */
struct omrt_peer {
  struct omrt_peer *next;
  int fd;               /* its number in the recording ... */
  const uint8_t *since; /* ... and where it got that; NULL: before the recording was left */
  int numbers;          /* while the log is read: as many lead there */
  bool one_way;         /* a pipe, or one of the standard descriptors */
  uint64_t sent;        /* went out in the exploration; in bytes, and one for the end */
  uint64_t recorded;    /* went out in the recorded run, as far as the log is read */
  /* The next input from there. */
  const uint8_t *at; /* the log has it before this place */
  uint64_t need;     /* as much had gone out to this peer before it */
  enum { OMRT_OF_PEER, OMRT_OF_ONE_WAYS, OMRT_OF_ALL } waits; /* for what had gone out there */
  bool asked, due;                                            /* somebody wants it; it may come */
  uint64_t arrived;                                           /* inputs that became due */
};

void omrt_sent_leave(void); /* counts from here on */
struct omrt_peer *omrt_peer_find(int fd, const uint8_t *since);
struct omrt_peer *omrt_peers(void);
uint64_t omrt_sent_by(const struct omrt_logged *c); /* the bytes that this recorded call put out */
/* Has all gone out that the recorded run had put out before `at`? Or (one_way) all of it that went to pipes
 * and their like. */
bool omrt_sent_before(const uint8_t *at, bool one_way);
/* What of that did not go out counts as if it had. */
void omrt_sent_assume(const uint8_t *at, bool one_way);
#endif
