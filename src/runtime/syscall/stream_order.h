/* syscall/stream_order.h: what a pipe, or one direction of a socket pair, orders. Who reads comes after who
 * wrote those very bytes, or that message: not after what was written later, though it was there already when
 * the read was made. With one clock for all of it a sender that goes on to change what it has sent would
 * never race. */
#ifndef OMRT_SYSCALL_STREAM_ORDER_H
#define OMRT_SYSCALL_STREAM_ORDER_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_wire;
struct omrt_wire *omrt_wire_new(bool messages); /* counted in messages, not in bytes */

/* A write, told before and after: `ret` is the call's result, `units` what of it was written (0: nothing). */
void omrt_wire_writes(struct omrt_wire *s);
void omrt_wire_wrote(struct omrt_wire *s, int64_t ret, uint64_t units);
/* A read of so much; 0: the end of the stream, which is the end of all who wrote. `keep`: it only looked. */
void omrt_wire_read(struct omrt_wire *s, uint64_t units, bool keep);
void omrt_wire_ready(struct omrt_wire *s); /* somebody was told that there is something to read, or the end */
void omrt_wire_close(struct omrt_wire *s); /* an end to write to was closed, or shut down */

/* From here on nobody counts: what is read comes after all that was written. For what others than the calls
 * above may do to a stream; NULL: to any of them. */
void omrt_wire_blur(struct omrt_wire *s);
bool omrt_wire_all_blurred(void); /* others than this process may read and write any of them */
bool omrt_wire_messages(const struct omrt_wire *s);
#endif
