/* What is called while the program's vector registers are live (jump.c saves the others only): general
 * registers alone, as with all files that CMakeLists.txt names beside this one. */
#include "field/client/client.h"
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct omenf_event omenf_events[OMENF_EVENTS];
uint32_t omenf_events_n;

void omenf_event(unsigned task, uint32_t thread, enum omenf_happened what, uint64_t us) {
  omenf_events[omenf_events_n++ % OMENF_EVENTS] =
      (struct omenf_event){.us = us, .thread = thread, .task = (uint16_t)task, .what = (uint16_t)what};
}

_Atomic int64_t omenf_quota_ns;
_Atomic uint64_t omenf_spent_ns;
_Atomic uint32_t omenf_helper_word;

long omenf_futex(_Atomic uint32_t *word, int op, uint32_t value, uint64_t us) {
  struct timespec t = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000) * 1000};
  return syscall(SYS_futex, word, op, value, us ? &t : NULL, NULL, 0);
}

uint64_t omenf_now_us(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_MONOTONIC, &t)) return 0;
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void omenf_count(uint32_t ns) {
  atomic_fetch_add_explicit(&omenf_spent_ns, ns, memory_order_relaxed);
  atomic_fetch_sub_explicit(&omenf_quota_ns, ns, memory_order_relaxed);
}

void omenf_wake_helper(void) {
  if (!atomic_exchange(&omenf_helper_word, 1)) omenf_futex(&omenf_helper_word, FUTEX_WAKE_PRIVATE, 1, 0);
}

/* A site was reached. When the burst is over, the helper may need a processor to end it. */
void omenf_spend(struct omenf_site *s, uint32_t ns) {
  omenf_count(ns);
  bool part_is_over = atomic_fetch_sub_explicit(&s->part_ns, ns, memory_order_relaxed) <= ns;
  bool all_is_over = atomic_load_explicit(&omenf_quota_ns, memory_order_relaxed) <= 0;
  if (part_is_over || all_is_over) omenf_wake_helper();
  if (all_is_over) sched_yield();
}
