/* Defects of the program, noted where they happen: record/defects.h has the kinds and the lines of the
 * outcome. A recorded run goes on behind one, as it would without Omen; the same defect is noted once. An
 * exploration ends with the first that the recorded run did not have: there is nothing more to learn from it.
 */
#ifndef OMEN_DEFECT_H
#define OMEN_DEFECT_H
#include "record/defects.h"
#include <stddef.h>
#include <stdint.h>

struct omrt_by { /* who did something to the object, and where; n 0: not known */
  int thread;
  int n;
  const uint64_t *pcs;
};
struct omrt_defect {
  enum omen_defect_kind kind;
  char op; /* r, w; 0: no access */
  uint32_t site;
  uint64_t addr, len;
  const void *frame; /* __builtin_frame_address(0) of the function that the program called */
  const char *place; /* heap, stack, global; NULL: none */
  uint64_t base, size;
  struct omrt_by made, gone;
  struct omrt_by by;                        /* who does it, and where; n 0: the current thread, by `frame` */
  void (*more)(uint32_t number, void *arg); /* writes further lines about it; NULL: there are none */
  void *arg;
  const char *says; /* more for people; NULL: nothing */
};
void omrt_defect(const struct omrt_defect *d);
void omrt_defect_report(void); /* counters */
uint32_t omrt_defect_count(void);
/* A debugger has a breakpoint here; called when there is one (OMEN_FLAG_GDB). 1: the first thread stands
 * before its access; 2: the second is about to make its own; 3: the first, which was held, makes it now;
 * from OMRT_GDB_DEFECT on: a defect. */
void omrt_gdb_stop(int which);
#define OMRT_GDB_DEFECT 16 /* and the kind: omrt_gdb_stop's argument */
#endif
