/* Potential deadlocks of a recording, tried: part of omen_classify_recording. */
#ifndef OMEN_TRIAGE_CLASSIFY_INVERSIONS_H
#define OMEN_TRIAGE_CLASSIFY_INVERSIONS_H
#include "explore/explore.h"
#include "triage/classify_recording.h"
#include "triage/evidence.h"
int omen_classify_inversions(const struct omen_classify_job *job, struct omen_explorer *x,
                             struct omen_incidents *incidents, struct omen_evidence *evidence,
                             struct omen_err *err);
#endif
