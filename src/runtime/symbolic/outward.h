/* symbolic/outward.h: calls of code that is not followed. Whatever of the inputs may get there is said in the
 * trace, as a LOST step with the place: what the code makes of it is not known. Nothing is taken for harmless
 * because nobody thought of it: only functions that build/symbolic_outward.c names are trusted not to look.
 */
#ifndef OMRT_SYMBOLIC_OUTWARD_H
#define OMRT_SYMBOLIC_OUTWARD_H
#include <stdbool.h>
#include <stdint.h>

/* Functions of the program that know the protocol of abi_symbolic.h, as each module lists them. */
void omrt_outward_followed(const void *const *functions, uint32_t n);
/* Bytes of an input arrived: is the thread in code that is not followed? Then that read them. */
void omrt_outward_arrived(void);
/* Something went to the kernel, or came from it, in a way that nobody follows: at the call that the thread is
 * in. */
void omrt_outward_unseen(const char *why);
void omrt_outward_modelled(uint32_t site);             /* a model begins: what is not seen happens there */
void omrt_outward_say(uint32_t site, const char *why); /* not followed, once a place */
#endif
