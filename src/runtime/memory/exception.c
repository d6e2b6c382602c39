/* C++ exceptions that travel between threads (std::exception_ptr, std::future) are counted by atomics inside
 * libstdc++, which is not instrumented: the thread that drops the last reference comes after all others, but
 * no clock knows. So the free of an exception is no access. Weak: a program that has libstdc++ linked in
 * statically keeps its own. */
#include "runtime/abi.h"
#include "runtime/memory/heap.h"
#include <dlfcn.h>

void __cxa_free_exception(void *exception);

int omrt_heap_quiet;

OMEN_API __attribute__((weak)) void __cxa_free_exception(void *exception) {
  static void (*real)(void *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "__cxa_free_exception");
  if (!real) return; /* only libstdc++ calls this, so it is there */
  omrt_heap_quiet++;
  real(exception);
  omrt_heap_quiet--;
}
