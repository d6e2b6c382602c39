/* Defects of the program, noted where they happen: record/defects.h has the kinds and the lines of the
 * outcome. A recorded run goes on behind one, as it would without Omen; the same defect is noted once. An
 * exploration ends with the first that the recorded run did not have: there is nothing more to learn from it.
 */
#ifndef OMEN_DEFECT_H
#define OMEN_DEFECT_H
#include "record/defects.h"
#include <stddef.h>
#include <stdint.h>

struct omen_by { /* who did something to the object, and where; n 0: not known */
  int thread;
  int n;
  const uint64_t *pcs;
};
struct omen_defect {
  enum omen_defect_kind kind;
  char op; /* r, w; 0: no access */
  uint32_t site;
  uint64_t addr, len;
  const void *frame; /* __builtin_frame_address(0) of the function that the program called */
  const char *place; /* heap, stack, global; NULL: none */
  uint64_t base, size;
  struct omen_by made, gone;
  struct omen_by by;                        /* who does it, and where; n 0: the current thread, by `frame` */
  void (*more)(uint32_t number, void *arg); /* writes further lines about it; NULL: there are none */
  void *arg;
  const char *says; /* more for people; NULL: nothing */
};
void omen_defect(const struct omen_defect *d);
void omen_defect_report(void); /* counters */
#define OMEN_GDB_DEFECT 16     /* and the kind: omen_gdb_stop's argument */
#endif
