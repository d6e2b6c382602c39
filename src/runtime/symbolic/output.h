/* symbolic/output.h: bytes that go through streams. What a stream holds back is in its buffer, and that
 * buffer's memory has the expressions then; what it wrote during a call went to known places. */
#ifndef OMRT_SYMBOLIC_OUTPUT_H
#define OMRT_SYMBOLIC_OUTPUT_H
#include <stdint.h>

uint64_t omrt_output_sent(uint32_t fd); /* bytes that went to it so far */
/* Before a call that writes to `file` (a FILE): the place where its first byte will be. */
uint64_t omrt_output_place(const void *file);
/* After it: byte number i of the n that it made has each(arg, i) as its expression. */
void omrt_output_made(const void *file, uint64_t place, uint64_t n, uint32_t (*each)(void *arg, uint64_t i),
                      void *arg);
#endif
