/* symbolic/may_read.h: does any byte that depends on inputs lie where code that is not followed could read
 * it?
 */
#ifndef OMRT_SYMBOLIC_MAY_READ_H
#define OMRT_SYMBOLIC_MAY_READ_H
#include <stdbool.h>
#include <stdint.h>

/* From these n addresses (numbers that may be some), by the pointers that lie there, and so on. `anywhere`:
 * the code is the program's own. More than can be looked at counts as yes. */
bool omrt_reaches(const void *callee, const uint64_t *from, uint32_t n, bool anywhere);
/* A string of the command line or the environment, with its room. */
void omrt_reach_string(const char *text, uint64_t room);
#endif
