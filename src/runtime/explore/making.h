/* explore/: the first access of a race, where it is told before it is made, or begins with a library call
 * that tells when it is over: is it still to come? Whoever is to be held behind it goes on until then. */
#ifndef OMEN_MAKING_H
#define OMEN_MAKING_H
#include <stdbool.h>
#include <stdint.h>

/* how: OMEN_SITE_INSIDE or _AHEAD, or 0: it is made at once; frame: of the function that was told. */
void omen_making_begin(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame);
void omen_making_library(void); /* the library call that makes it begins; */
void omen_making_over(void);    /* another one does; */
/* it is told now. */
void omen_making_told(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame);
bool omen_making(void);
bool omen_making_call(void); /* this system call makes it */
/* An access by that name comes; the same once more is the next time round. */
void omen_making_again(uint64_t addr, bool write, uint32_t site);
#endif
