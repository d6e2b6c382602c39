/* Included before a litmus program by tests/litmus/native: its main becomes a function that native.c calls
 * again and again, its threads run in threads that are there already, and what it prints is counted.
 * Zero-initialised variables go into a section of their own, which is cleared before each call.
 *
 * The compiler keeps the order of the program: before and behind each atomic operation stands a barrier for
 * it (no instruction). So what is seen is the machine's. Plain variables of these programs do not race: their
 * order among themselves cannot be seen. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

int native_create(pthread_t *t, const void *attributes, void *(*work)(void *), void *arg);
int native_join(pthread_t t, void **result);
__attribute__((format(printf, 1, 2))) int native_print(const char *format, ...);
int litmus_main(void);

#define main litmus_main
#define printf native_print
#define pthread_create native_create
#define pthread_join native_join

#define KEPT atomic_signal_fence(memory_order_seq_cst)
#define IN_ORDER(operation)                                                                                  \
  ({                                                                                                         \
    KEPT;                                                                                                    \
    __typeof__(operation) value_ = operation;                                                                \
    KEPT;                                                                                                    \
    value_;                                                                                                  \
  })
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_compare_exchange_strong_explicit
#define atomic_load_explicit(at, order) IN_ORDER(__c11_atomic_load(at, order))
#define atomic_load(at) atomic_load_explicit(at, memory_order_seq_cst)
#define atomic_store_explicit(at, value, order) IN_ORDER((__c11_atomic_store(at, value, order), 0))
#define atomic_store(at, value) atomic_store_explicit(at, value, memory_order_seq_cst)
#define atomic_exchange_explicit(at, value, order) IN_ORDER(__c11_atomic_exchange(at, value, order))
#define atomic_fetch_add_explicit(at, value, order) IN_ORDER(__c11_atomic_fetch_add(at, value, order))
#define atomic_compare_exchange_strong_explicit(at, expected, value, order, failure)                         \
  IN_ORDER(__c11_atomic_compare_exchange_strong(at, expected, value, order, failure))
#pragma clang section bss = "litmus_bss"
__attribute__((
    used)) static int native_always; /* else a program whose variables are all removed has no such section */
