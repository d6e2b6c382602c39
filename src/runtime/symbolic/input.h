/* symbolic/input.h: bytes of inputs as expressions. */
#ifndef OMRT_SYMBOLIC_INPUT_H
#define OMRT_SYMBOLIC_INPUT_H
#include <stdbool.h>
#include <stdint.h>

bool omrt_input_ready(void); /* the flags of memory are there */
/* A byte of a source; 0: that source is not symbolic. Behind its end it is 0. */
uint32_t omrt_input_byte(uint32_t source, uint64_t offset);
/* From now until omrt_input_stop whatever arrives for the current thread is noted, in order; or the last such
 * notes. They are kept by the caller. */
struct omrt_input_notes {
  struct omrt_input_notes *next;
  int thread;
  uint32_t n;
  struct {
    uint32_t source;
    uint64_t offset, len;
  } part[8]; /* that follow one another; what goes on in the same place is one part */
};
void omrt_input_note(struct omrt_input_notes *n);
void omrt_input_stop(struct omrt_input_notes *n);
/* The byte at place `at` of what arrived; 0: none. */
uint32_t omrt_input_noted(const struct omrt_input_notes *n, uint64_t at);
#endif
