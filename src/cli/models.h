/* Further memory models (`omen triage --memory sc --memory weak`, `omen classify --memory weak REC`): the
 * program is recorded once more under each, beside the recording (DIR.weak), judged there, and all is told in
 * one report (triage/model_join.h). */
#ifndef OMEN_CLI_MODELS_H
#define OMEN_CLI_MODELS_H
#include "cli/options.h"
#include "triage/classify_recording.h"
#include "triage/model_join.h"

/* Those of a recording that is there: its own first, whatever was asked for. */
void omen_models_of(struct omen_models *m, const struct omen_recording *r, const struct omen_options *o);
/* `derived`: the others are made from the recording alone. What goes wrong on the way is said, and that model
 * left out. */
void omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o, bool derived,
                       struct omen_models *m);
#endif
