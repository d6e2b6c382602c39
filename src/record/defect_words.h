/* Defects in words: what one is called, and where it hit, for every form in which people or scripts see it.
 */
#ifndef OMEN_RECORD_DEFECT_WORDS_H
#define OMEN_RECORD_DEFECT_WORDS_H
#include "record/outcome.h"

const char *omen_defect_word(enum omen_defect_kind k);                  /* in files and JSON */
enum omen_consequence omen_defect_consequence(enum omen_defect_kind k); /* of a race that causes it */
const char *omen_defect_what(enum omen_defect_kind k);                  /* what it is */
enum omen_defect_kind omen_defect_find(const char *word);               /* OMEN_DEFECT_KINDS: there is none */
/* Of its own name: heap buffer overflow, double free, ... */
void omen_defect_title(const struct omen_out_defect *d, char *out, size_t cap);
/* "write of 4 bytes"; empty for what is no access. `len` 0: which bytes are meant is not known. */
void omen_defect_act(const struct omen_out_defect *d, char *out, size_t cap);
void omen_defect_access(bool write, uint64_t len, char *out, size_t cap);
/* Where it hit, by `object`: "12 bytes after a block of 40 bytes"; empty: no object is known. */
void omen_defect_hit(const struct omen_out_defect *d, const char *object, char *out, size_t cap);
/* What was done to the object, and by whom: "allocated", "freed", "destroyed", ... */
const char *omen_defect_made(const struct omen_out_defect *d);
const char *omen_defect_gone(const struct omen_out_defect *d);
/* The name by which the same defect is known in all runs of a recording: record/defects.h. */
uint64_t omen_defect_name_of(const struct omen_out_defect *d);
/* NULL: the run did not have it. */
const struct omen_out_defect *omen_outcome_defect(const struct omen_outcome *o, uint64_t name);
#endif
