/* See card.h. A cell that is missing in table.def, or stands in another's place, does not compile: CALL has
 * as many parameters as a row has cells, and the macro of a cell has the name of its place in it. */
#include "runtime/syscall/card.h"
#include "runtime/syscall/syscall.h"
#include <stddef.h>
#include <sys/syscall.h>

/* The words of the data cell. */
enum {
  NONE = 0,
  IN = OMRT_DATA_IN,
  OUT = OMRT_DATA_OUT,
  BUFFER = OMRT_DATA_BUFFER,
  VECTOR = OMRT_DATA_VECTOR,
  MESSAGE = OMRT_DATA_MESSAGE,
  MESSAGES = OMRT_DATA_MESSAGES,
  SOCKET = OMRT_DATA_SOCKET,
  AT = OMRT_DATA_AT,
  AT_OR_NEXT = OMRT_DATA_AT_OR_NEXT,
  SHOWN = OMRT_DATA_SHOWN
};
#define OWN NULL

#define SERVE_recorded(written) .how = OMRT_SERVE_RECORDED, .pieces = written
#define SERVE_served(function, written)                                                                      \
  .how = OMRT_SERVE_SERVED, .serve = omrt_call_##function, .pieces = written
#define SERVE_passed(written) .how = OMRT_SERVE_PASSED, .pieces = written
#define BLOCKS_blocks(what) .blocks = OMRT_BLOCKS_##what
#define FDS_fds(what) .fds = OMRT_FDS_##what
#define DATA_data(bits) .data = bits
#define ORDER_order(what) .order = OMRT_ORDER_##what
#define CHANGES_changes(what) .changes = OMRT_CHANGES_##what
#define KEEPS_keeps(what) .keeps = OMRT_KEEPS_##what
#define LOOP_loop(what) .loop = OMRT_LOOP_##what

const struct omrt_card omrt_cards[OMRT_CALLS + 1] = {
#define CALL(call, args, serve, blocks, fds, data, order, changes, keeps, effect, loop, world, otherwise,    \
             follow)                                                                                         \
  [SYS_##call] = {.name = #call,                                                                             \
                  .arity = args,                                                                             \
                  SERVE_##serve,                                                                             \
                  BLOCKS_##blocks,                                                                           \
                  FDS_##fds,                                                                                 \
                  DATA_##data,                                                                               \
                  ORDER_##order,                                                                             \
                  CHANGES_##changes,                                                                         \
                  KEEPS_##keeps,                                                                             \
                  LOOP_##loop},
#define PASSED(call) [SYS_##call] = {.name = #call, .pieces = ""},
#include "runtime/syscall/table.def"
};
_Static_assert(sizeof(struct omrt_card) == 64, "a cache line");
