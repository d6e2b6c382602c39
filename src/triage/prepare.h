/* Variants of all programs below a folder: for a command that is about to run them, each with a time limit
 * that knows nothing of Omen (`omen test`). */
#ifndef OMEN_TRIAGE_PREPARE_H
#define OMEN_TRIAGE_PREPARE_H
#include "base/base.h"

/* Of every program built with omen cc that is there (or of one, where that is named), but for copies in
 * recordings and in the cache; those that are in the cache already cost a look. `jobs` at the same time, 0:
 * one a processor. What cannot be made is left for the run, which says why. Gives the number of programs. */
size_t omen_prepare_below(const char *folder, unsigned jobs, struct omen_progress *progress);
#endif
