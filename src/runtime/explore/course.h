/* The course of a live run as one number: which threads made which events, in which order, and who went on
 * where. Two runs of one course differ in nothing that scheduling decides, as long as nobody was switched
 * away between two events (accesses are no events). */
#ifndef OMRT_EXPLORE_COURSE_H
#define OMRT_EXPLORE_COURSE_H
#include "record/events.h"
#include <stdint.h>
struct omrt_fiber;

void omrt_course_event(enum omen_ev ev);                /* of the current fiber */
void omrt_course_switch(const struct omrt_fiber *next); /* goes on, in place of the current one */
uint64_t omrt_course(void);
#endif
