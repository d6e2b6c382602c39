/* Numbers that the processor makes: rdrand and rdseed of instrumented code (build/instrument_random.c), and
 * std::random_device, which uses them inside of libstdc++. They are asked of the kernel, by a system call
 * like any of the program's: it is recorded, replayed, and answered in explorations. */
#include "runtime/abi.h"
#include "runtime/rt.h"
#include <errno.h>
#include <sys/random.h>

OMEN_API uint64_t __omen_random(void) {
  uint64_t number = 0; /* on the stack, where replays have it, too */
  int saved = errno;
  if (getrandom(&number, sizeof number, 0) != sizeof number) number = 0;
  errno = saved;
  return number;
}

/* std::random_device::_M_getval() */
OMEN_API unsigned omrt_random_device(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned omrt_random_device(void *device) { return (unsigned)__omen_random(); }
