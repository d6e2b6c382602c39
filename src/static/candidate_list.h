/* Candidates: pairs as people see them, by places in the source. Private to static/. */
#ifndef OMEN_STATIC_CANDIDATE_LIST_H
#define OMEN_STATIC_CANDIDATE_LIST_H
#include "ir/debug_names.h"
#include "static/racing_pairs.h"
#include <jansson.h>

/* The whole document, with the `most` likeliest. Sorts the pairs. */
json_t *omen_candidates_json(struct omen_scan_state *a, struct omen_pairs *pairs, size_t most,
                             struct omen_ir_names *names);
#endif
