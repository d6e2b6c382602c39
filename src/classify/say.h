/* What went wrong in a run, in a line for people. */
#ifndef OMEN_CLASSIFY_SAY_H
#define OMEN_CLASSIFY_SAY_H
#include "record/outcome.h"

/* The defect of that name, or (0) how the run ended. Returns how it is known that a loop is endless. */
enum omen_endless omen_say_violation(const struct omen_outcome *o, uint64_t defect, char *what, size_t size);
#endif
