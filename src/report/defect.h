/* What the program did wrong (record/defects.h), put into names: which access, to what, where that came from.
 * Of the recorded run, and of the run that shows what a race does. */
#ifndef OMEN_REPORT_DEFECT_H
#define OMEN_REPORT_DEFECT_H
#include "report/resolve.h"

struct omen_report_by { /* who did something to the object; thread -1: not known */
  int thread;
  const char *did; /* "allocated", "freed", ...; NULL: nothing is known of it */
  struct omen_stack stack;
};

struct omen_report_defect {
  enum omen_defect_kind kind;
  enum omen_consequence consequence;
  const char *what;  /* what it is, of defects.def */
  const char *title; /* heap buffer overflow, double free, ... */
  const char *act;   /* "write of 4 bytes"; "": no access */
  const char *hit;   /* "12 bytes after a block of 40 bytes"; "": no object is known */
  const char *says;  /* more for people; NULL: nothing */
  int thread;
  struct omen_access access; /* known: false for what is no access; place and stack are there all the same */
  const char *place;         /* heap, stack, global; NULL: none */
  const char *object;        /* the variable's name; NULL: it has none */
  const char *scope;         /* the function that it is a local variable of; NULL: none */
  const char *file;          /* where that is defined; NULL: not known */
  int line;
  uint64_t base, size;
  struct omen_report_by made, gone;
  struct omen_hold *waits, *holds; /* of a deadlock */
  size_t nwaits, nholds;
};

/* Belongs to the caller: omen_defect_release. Strings are the resolver's pool's. */
struct omen_report_defect *omen_defect_resolve(struct omen_resolver *v, const struct omen_out_defect *d);
void omen_defect_release(struct omen_report_defect *d); /* NULL is fine */
/* Of the same kind at the same place in the source: in two runs they are one. */
bool omen_defect_same(const struct omen_report_defect *a, const struct omen_report_defect *b);
/* Is one an index that left its array, and the other what came of it, or the same index once more? */
bool omen_defect_by_index(const struct omen_report_defect *first, const struct omen_report_defect *d);
#endif
