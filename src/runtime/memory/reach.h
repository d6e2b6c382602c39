/* memory/reach.h: hidden calls: see reach.c. */
#ifndef OMRT_MEMORY_REACH_H
#define OMRT_MEMORY_REACH_H
struct omrt_fiber;
void omrt_hidden_gone(struct omrt_fiber *f); /* f has ended, perhaps inside of such calls */
void omrt_hidden_report(void);               /* its part of the outcome */
#endif
