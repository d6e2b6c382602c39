/* symbolic/may_read.h: does any byte that depends on inputs lie where code that is not followed could read
 * it?
 */
#ifndef OMRT_SYMBOLIC_MAY_READ_H
#define OMRT_SYMBOLIC_MAY_READ_H
#include <stdbool.h>
#include <stdint.h>

/* From these n addresses (numbers that may be some), each with the size of its object or 0, by the pointers
 * that lie there, and so on. More than can be looked at counts as yes. */
enum omrt_reach {
  OMRT_REACH_GIVEN,   /* it has no memory of its own: what it is given is all */
  OMRT_REACH_KEPT,    /* and what its library was given before, and kept */
  OMRT_REACH_ANYWHERE /* it is the program's own code */
};
bool omrt_reaches(const void *callee, const uint64_t *from, uint32_t n, enum omrt_reach how);
bool omrt_reach_any(void); /* is there any such byte, besides strings of the command line? */
/* Of the command line and the environment: what lies from here on is nobody's stack. */
void omrt_reach_strings_begin(const void *at);
/* A string of the command line or the environment, with its room. */
void omrt_reach_string(const char *text, uint64_t room);
#endif
