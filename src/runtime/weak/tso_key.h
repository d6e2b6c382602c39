/* weak/tso_key.h: the state of a tso machine as one number, for searches (weak.h, omrt_weak_key): what memory
 * and the buffers hold, and what each thread has read so far, which says where it is. How it came to that,
 * and in which order, does not matter to what can come. Inside weak/ only. */
#ifndef OMRT_WEAK_TSO_KEY_H
#define OMRT_WEAK_TSO_KEY_H
#include "runtime/weak/graph.h"

/* The thread's access takes what is in that memory now. */
void omrt_tso_took(struct omrt_weak_thread *t, uint64_t addr, uint64_t len);
void omrt_tso_follow(uint64_t addr, uint64_t len); /* somebody stores there */
void omrt_tso_key_forget(uint64_t addr, uint64_t end);
uint64_t omrt_tso_key(void);
#endif
