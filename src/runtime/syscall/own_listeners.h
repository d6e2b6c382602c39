/* syscall/own_listeners.h: can both ends of a connection be in this program? It can if the address that is
 * connected to may be one that the program listens at itself. Known from the program's calls alone, so that a
 * replay knows the same: by port, or by the last part of a name, since one address has many forms. */
#ifndef OMRT_SYSCALL_OWN_LISTENERS_H
#define OMRT_SYSCALL_OWN_LISTENERS_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_card;

void omrt_own_listeners_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret); /* every call */
bool omrt_own_listener_called(uint64_t address, uint64_t len); /* a connect begins: may it be to one's own? */
bool omrt_own_listener_answers(uint64_t fd); /* what is accepted there: may it come from here? */
#endif
