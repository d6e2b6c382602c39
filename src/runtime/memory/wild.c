/* Pointers out of memory that nobody wrote: fresh blocks have a pattern that is no address (allocate.c), so
 * using one faults, and the processor still holds it. */
#include "runtime/abi.h"
#include "runtime/memory/heap.h"
#include "runtime/rt.h"
#include "runtime/outcome_write.h"

#define PATTERN 0xbebebebebebebebeull
#define FIELD (1ull << 20) /* of a structure that it points to */

static bool close_to(uint64_t value, uint64_t pattern) { return value - pattern + FIELD < 2 * FIELD; }

void omrt_heap_fault(const long long *registers, int n) {
  if (!omrt_on) return;
  for (int i = 0; i < n; i++)
    if (close_to((uint64_t)registers[i], PATTERN) ||
        close_to((uint64_t)registers[i] ^ OMEN_SHADOW_XOR, PATTERN) ||
        close_to(OMEN_SHADOW_BACK(registers[i]), PATTERN)) {
      omrt_note("it used a pointer out of memory that nobody had written (fresh blocks of the heap "
                "are filled with 0xbe)");
      return;
    }
}
