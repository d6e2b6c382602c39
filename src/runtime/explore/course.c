/* Summing up the course of a run: see course.h. What an event is about is left out: where the heap has a
 * block, or how much is written, may be what the order of two accesses decides, and is no schedule. */
#include "runtime/explore/course.h"
#include "runtime/sched/sched.h"

static uint64_t course = 0x9e3779b97f4a7c15ull;

static void mix(uint64_t v) {
  course = (course ^ v) * 0xff51afd7ed558ccdull;
  course ^= course >> 32;
}

void omrt_course_event(enum omen_ev ev) { mix((uint64_t)ev << 32 | (uint32_t)omrt_cur->id); }

void omrt_course_switch(const struct omrt_fiber *next) {
  if (next == omrt_cur) return;
  mix(omrt_cur->points << 20);
  mix((uint64_t)next->id << 32 | (uint32_t)omrt_cur->id);
}

uint64_t omrt_course(void) { return course; }
