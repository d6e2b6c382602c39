/* A recording under another memory model, from a recording alone: the same program with the same inputs,
 * contained (explore/derive.h). */
#ifndef OMEN_TRIAGE_OTHER_MODEL_H
#define OMEN_TRIAGE_OTHER_MODEL_H
#include "record/memory.h"
#include "record/recording.h"

/* -1: it could not be made, and nothing is left of it. */
int omen_other_model_record(const struct omen_recording *r, enum omen_memory m, const char *dir,
                            struct omen_err *err);
#endif
