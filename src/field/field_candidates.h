/* Candidates: two places of the source that may race. The one door: the JSON of `omen scan` ("candidates") or
 * of `omen triage`, `run` and others ("races"). */
#ifndef OMEN_FIELD_CANDIDATES_H
#define OMEN_FIELD_CANDIDATES_H
#include "base/base.h"
#include "field/sites_file.h"

struct omen_field_place {
  char *file, *path;     /* path: longer, or NULL */
  uint32_t line, column; /* column 0: any */
  bool writes, reads;
};
struct omen_field_candidate {
  char id[OMEN_CANDIDATE_ID];
  char *location;
  struct omen_field_place place[2];
  const char *unwatched; /* why not; NULL: it can be. Written by omen_ship_sites */
};
struct omen_field_candidates {
  struct omen_field_candidate *v;
  size_t n, cap;
};
/* Adds those of the file that are not there yet, by id. */
int omen_field_candidates_read(struct omen_field_candidates *to, const char *path, struct omen_err *err);
void omen_field_candidates_release(struct omen_field_candidates *c);
#endif
