/* The saved checkpoints of a recording: segments/ in its folder (docs/runtime.md). They are no part of what
 * the recording promises: without them, or with damaged ones, everything is as it would be otherwise, from
 * the beginning. The watch pass of a long recording makes them; explorations begin at the nearest.
 *
 *   NNNNNN    a checkpoint (checkpoint_file.h), packed: struct omen_saved_file, the front as it is, the rest
 * by zstd shown     what the program wrote to standard output and error: struct omen_saved_shown of which
 * recording they are of, by the checksums of its log and program
 *
 * A file gets its name when it is whole. */
#ifndef OMEN_RECORD_SAVED_CHECKPOINTS_H
#define OMEN_RECORD_SAVED_CHECKPOINTS_H
#include "record/recording.h"
#include "record/checkpoint_file.h"
#include <sys/types.h>

#define OMEN_CHECKPOINTS_EVERY                                                                               \
  5.0 /* seconds of processor time from one to the next, if not told otherwise                               \
       */

struct omen_saved_file {
  uint64_t magic;
  uint32_t version, size; /* of this structure */
  uint64_t front, rest;   /* bytes of both, unpacked */
  uint64_t packed;        /* bytes of the rest, packed */
  uint64_t front_hash, rest_hash;
  uint64_t own_hash; /* of what stands before it */
};

/* ---- saved_checkpoints_keep.c: making them ---- */

/* A process that takes in what a cutting replay sends, packs it, keeps as many as is sensible. `socket` is
 * for the replay (struct omen_launch). */
struct omen_cutter {
  int socket;
  pid_t pid;
};
int omen_cutter_start(struct omen_cutter *c, const struct omen_recording *r, struct omen_err *err);
void omen_cutter_finish(struct omen_cutter *c); /* the replay has ended: waits until all is written */
/* The recording is sealed: from now on they can be used. */
int omen_saved_checkpoints_seal(const struct omen_recording *r, struct omen_err *err);
void omen_saved_checkpoints_remove(const struct omen_recording *r);

/* ---- saved_checkpoints.c: using them ---- */

struct omen_saved_checkpoints;
/* Those of r that can be used here, by whoever watches these ranges. One line says so if there are some that
 * cannot. NULL: there are none. */
struct omen_saved_checkpoints *omen_saved_checkpoints_open(const struct omen_recording *r,
                                                           const struct omen_watch *watch, uint32_t watches);
void omen_saved_checkpoints_close(struct omen_saved_checkpoints *s); /* NULL is fine */
/* The last one that is surely before where the plan leaves the recording: its number; -1: none. `shown`: what
 * the program wrote before must be known. */
int omen_saved_checkpoints_before(struct omen_saved_checkpoints *s, const struct omen_plan *plan, bool shown);
uint64_t omen_saved_checkpoints_events(const struct omen_saved_checkpoints *s,
                                       int i); /* of the recording, up to there */
/* The checkpoint itself, a file in memory that stays the callee's, until the next is unpacked. -1: it is
 * damaged, which is said, and it does not count from now on. */
int omen_saved_checkpoints_unpack(struct omen_saved_checkpoints *s, int i);
/* Both: a descriptor for struct omen_launch, or 0: from the beginning. */
int omen_saved_checkpoints_for(struct omen_saved_checkpoints *s, const struct omen_plan *plan, bool shown);
#endif
