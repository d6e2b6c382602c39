/* What forked children write to the standard output and error that they inherit. A child has, in place of
 * each descriptor that leads there, a pipe to the program (where it is a terminal, another terminal). The
 * program passes on what comes, and puts it into the log: replays, which have no children, show it from
 * there.
 *
 * It looks before each of its calls and while it waits. So whatever it knows of a child, what that wrote
 * before comes before what the program writes then. Two standard streams that are one file share one pipe,
 * which keeps their order. */
#ifndef OMRT_SYSCALL_CHILD_OUTPUT_H
#define OMRT_SYSCALL_CHILD_OUTPUT_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern bool omrt_child_output_on; /* a child may write */

void omrt_child_output_expect(void); /* recording: a fork is about to make one */
void omrt_child_output_begin(void);  /* in the child: descriptors are put in place */
void omrt_child_output_take(void);   /* passes on what there is */
/* Recording: the program ends. Children that still live have somebody who passes on what they write. */
void omrt_child_output_end(void);
enum { OMRT_CHILD_STREAMS = 2 };
void omrt_child_output_polled(struct pollfd into[OMRT_CHILD_STREAMS]); /* to be woken by */
bool omrt_child_output_owns(uint64_t fd);
bool omrt_child_output_known(void); /* it is in the log, or there is none */
/* Replay: a child wrote that; nothing: what they write is not known. */
void omrt_child_output_wrote(int fd, const void *data, uint64_t len);
#endif
