/* What a run of omen explore left, and whether it failed: see corpus_parts.h. */
#include "explore/explore_parts.h"
#include "record/defect_words.h"
#include "triage/corpus_parts.h"
#include <stdlib.h>

bool omen_corpus_result_bad(const struct omen_outcome *o) {
  return o->end == OMEN_END_SIGNAL || o->end == OMEN_END_DEADLOCK || o->end == OMEN_END_ENDLESS ||
         o->end == OMEN_END_DEFECT || o->ndefects;
}
/* Addresses are the same in all runs of a recording. */
uint64_t omen_corpus_result_failure(const struct omen_outcome *o) {
  uint64_t h = ((uint64_t)o->end << 32 | (uint32_t)o->status) + 1;
  if (o->end == OMEN_END_SIGNAL)
    for (size_t i = 0; i < o->crash.n; i++) h = (h ^ o->crash.pc[i]) * 0x9e3779b97f4a7c15ull;
  for (size_t i = 0; i < o->ndefects; i++)
    h = (h ^ omen_defect_name_of(&o->defects[i])) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}
int omen_corpus_result_read(struct omen_result *r, const char *dir) {
  char *outcome = omen_format("%s/outcome", dir), *outputs = omen_format("%s/outputs", dir);
  int result = omen_file_read(outcome, &r->said, NULL) || omen_file_read(outputs, &r->bytes, NULL) ||
               omen_result_take(r, NULL);
  if (result) omen_result_release(r);
  free(outcome);
  free(outputs);
  return result ? -1 : 0;
}
