/* memory/hit_object.h: which object of the program an address belongs to, or lies beside: for naming what a
 * bad access hit. The heap knows its blocks (block.h); stack.c and global.c know theirs. */
#ifndef OMRT_MEMORY_HIT_OBJECT_H
#define OMRT_MEMORY_HIT_OBJECT_H
#include "runtime/defect.h"
#include <stdbool.h>
#include <stdint.h>

struct omrt_hit {
  const char *place;   /* heap, stack, global */
  uint64_t base, size; /* of the object; the address may lie before or behind it */
  bool scope;          /* over, because a variable's block was left */
  bool over;           /* it was given back: freed, or the call that it belonged to returned */
  uint32_t over_seg;   /* heap: the segment that freed it, if an access can race with that; 0: none */
  struct omrt_by made, gone;
  const char *says; /* more for people, as in struct omrt_defect; NULL: nothing */
};

/* Asks heap, stack and globals in this order. False: nobody knows the address. */
bool omrt_hit_find(uint64_t addr, struct omrt_hit *out);

bool omrt_heap_object(uint64_t addr, struct omrt_hit *out);
/* The bad byte is the heap's own: outside of blocks, or freed. (Inside of a block may be a stack.) */
bool omrt_heap_owns(uint64_t addr);
/* Bad memory that nobody knows: of the heap, behind all of its blocks. The last one of them. */
bool omrt_heap_behind(uint64_t addr, struct omrt_hit *out);
/* Where there are gaps on stacks and between globals. */
bool omrt_stack_object(uint64_t addr, struct omrt_hit *out);
bool omrt_global_object(uint64_t addr, struct omrt_hit *out);
/* The program uses what lies at addr through a library function (a mutex): a defect if that is bad. */
void omrt_bad_use(const void *addr, uint64_t len, const void *frame);
/* The program makes an access to bad memory, of which `bad` is the first byte: a defect. */
void omrt_bad_access(uint64_t bad, uint64_t addr, uint64_t len, uint32_t kind, uint32_t site,
                     const void *frame);
/* The object that lives at addr. False: nobody knows it, or it is over. */
bool omrt_hit_object(uint64_t addr, uint64_t *base, uint64_t *size);
#endif
