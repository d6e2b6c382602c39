/* weak/settle.h: the value that the next instruction finds, and what becomes of what it stores. Inside weak/
 * only, but for omrt_weak_settle, which every entry of the runtime calls before it looks at memory. */
#ifndef OMRT_WEAK_SETTLE_H
#define OMRT_WEAK_SETTLE_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_weak_node;
struct omrt_weak_entry;

void omrt_weak_settle(void);
uint64_t omrt_weak_peek(uint64_t addr, uint32_t size);
void omrt_weak_poke(uint64_t addr, uint32_t size, uint64_t value);
/* The next instruction finds this value there; then there is again what is there now. */
void omrt_weak_show(uint64_t addr, uint32_t size, uint64_t value);
/* The next instruction stores: its value becomes the node's, and memory gets its location's newest. */
void omrt_weak_take(struct omrt_weak_node *store);
/* The same for a buffer: memory gets back what is there now. */
void omrt_weak_hold_back(struct omrt_weak_entry *entry);
#endif
