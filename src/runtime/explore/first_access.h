/* explore/: the first access of a race, where it is told before it is made, or begins with a library call
 * that tells when it is over: is it still to come? Whoever is to be held behind it goes on until then. */
#ifndef OMRT_EXPLORE_FIRST_ACCESS_H
#define OMRT_EXPLORE_FIRST_ACCESS_H
#include <stdbool.h>
#include <stdint.h>

/* how: OMEN_SITE_INSIDE, _AHEAD or _TOO, or 0: it is made at once; frame: of the function that was told. */
void omrt_first_begin(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame);
void omrt_first_library(void); /* the library call that makes it begins; */
void omrt_first_over(void);    /* another one does; */
/* it is told now. */
void omrt_first_told(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame);
bool omrt_first_pending(void);
bool omrt_first_call(void); /* this system call makes it */
/* An access by that name comes; the same once more is the next time round. */
void omrt_first_again(uint64_t addr, bool write, uint32_t site);
#endif
