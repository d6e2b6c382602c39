/* What the omen command and a checkpoint say to each other.
 *
 * A checkpoint is a process of the target that followed the recording to some place and waits there, on
 * descriptor OMEN_SERVER_FD (a SOCK_SEQPACKET socket), for orders: each makes it fork. Every process that
 * comes out of it is a child of the command, not of the checkpoint (CLONE_PARENT): the command waits for it,
 * and it dies with the command. A checkpoint ends when its socket is closed.
 *
 * The place is an event of the run, for plans that leave at the next; or the beginning of a segment (a
 * thread's event count became `point`) and, from there on, an access in it. Only so is the access surely the
 * first that fits: the same instruction may touch the same memory many times between two events. */
#ifndef OMEN_RECORD_CHECKPOINT_REQUESTS_H
#define OMEN_RECORD_CHECKPOINT_REQUESTS_H
#include "record/config.h"

#define OMEN_SERVER_FD 196

enum omen_request_what {
  OMEN_REQUEST_SEGMENT = 1, /* a checkpoint at the beginning of the segment where the plan leaves */
  OMEN_REQUEST_ACCESS,      /* from there: a checkpoint just before the access at which it leaves */
  OMEN_REQUEST_EVENT,       /* a checkpoint one event before that at which the plan leaves */
  OMEN_REQUEST_RUN,         /* from there: the plan */
};
/* Descriptors come with an order, in this sequence: a file with the plan's bytes (plan_bytes.h), which may be
 * longer than any message; files for the outcome and for the outputs; and then the new checkpoint's socket,
 * or with RUN, if it is wanted, the file `symbolic`. */
enum { OMEN_ORDER_PLAN, OMEN_ORDER_OUTCOME, OMEN_ORDER_OUTPUTS, OMEN_ORDER_LAST, OMEN_ORDER_FILES };
struct omen_request {
  uint32_t what;
  int32_t parent;               /* the command's process: whoever finds another parent ends */
  struct omen_plan_place place; /* where the plan leaves the recording, */
  uint64_t event;               /* or at which event of the run, with OMEN_REQUEST_EVENT */
  uint64_t plan_size;
};

enum omen_reply_what {
  OMEN_REPLY_HERE = 1, /* the checkpoint is where it should be; value: events so far */
  OMEN_REPLY_FORKED,   /* value: the new process */
  OMEN_REPLY_BEHIND,   /* that place is, or may be, behind this checkpoint */
  OMEN_REPLY_FAILED,   /* value: why it cannot fork */
  OMEN_REPLY_PASSED,   /* the segment is over and the access was not in it: this process ends */
};
struct omen_reply {
  uint32_t what, zero;
  uint64_t value;
};
#endif
