/* Further memory models (`omen triage --memory sc --memory weak`): the program is recorded once more under
 * each, beside the recording (DIR.weak), and judged there. Each race of the report is told its class under
 * every model. */
#ifndef OMEN_CLI_MODELS_H
#define OMEN_CLI_MODELS_H
#include "cli/options.h"
#include "triage/classify_recording.h"

/* True: something is harmful under one of them. What goes wrong on the way is said, and that model left out.
 */
bool omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o);
#endif
