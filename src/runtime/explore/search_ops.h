/* explore/search_ops.h: the operations of a search: what a thread is about to do, as far as others can see
 * it.
 */
#ifndef OMRT_EXPLORE_SEARCH_OPS_H
#define OMRT_EXPLORE_SEARCH_OPS_H
#include "record/events.h"
#include "runtime/fiber/fiber.h"
#include <stdbool.h>
#include <stdint.h>

/* Does it only look? MAYBE: known when it is made, by what it leaves. */
enum omrt_look { OMRT_LOOK_NO, OMRT_LOOK, OMRT_LOOK_MAYBE, OMRT_LOOK_MADE };
enum { OMRT_OP_CELLS = 8 };
struct omrt_op {
  bool visible, write;
  bool in_model; /* the memory model's own key says it all: which cells it is about need not be in the key */
  uint8_t look;  /* enum omrt_look */
  uint8_t n;
  uint32_t what; /* enum omen_ev, or the like */
  uint64_t cell[OMRT_OP_CELLS];
  const void *object;
  const void *mutex; /* of a condition wait: what it takes again */
  bool limited;      /* it waits for so long at most */
};

struct omrt_op omrt_op_of(enum omen_ev ev, const void *obj);
/* A plain access; `later`: by code that the memory model does not follow. */
struct omrt_op omrt_op_access(uint64_t addr, uint64_t len, bool write, bool later);
struct omrt_op omrt_op_again(enum omrt_why why, const void *obj); /* a woken thread looks again */
bool omrt_op_orders(const struct omrt_op *op); /* others after it, whatever the memory model: state_key.h */
void omrt_op_add(struct omrt_op *op, uint64_t cell);
/* The cell of an event that is no scheduling point, and changes something; 0: it changes nothing. */
uint64_t omrt_op_apart(enum omen_ev ev);
/* Made now by this thread it would only wait, and nobody would see that: for a thread to end, or for a mutex.
 * (Who comes first to a mutex that is held is not seen either: who takes it is.) */
bool omrt_op_waits(const struct omrt_op *op, int thread);
/* The first bytes of what it operates on. */
void omrt_op_bytes(const struct omrt_op *op, uint64_t bytes[2]);
/* The key of a state, with what was written so far, streams included. */
uint64_t omrt_op_output(uint64_t key);
#endif
