/* Further memory models (`omen triage --memory sc --memory weak`, `omen classify --memory weak REC`): the
 * program is recorded once more under each, beside the recording (DIR.weak), and judged there. Each race of
 * the report is told its class under every model. */
#ifndef OMEN_CLI_MODELS_H
#define OMEN_CLI_MODELS_H
#include "cli/options.h"
#include "record/memory.h"
#include "report/model.h"
#include "triage/classify_recording.h"

/* True: something is harmful under one of them. What goes wrong on the way is said, and that model left out.
 */
struct omen_models { /* what is known under them; the report refers to it */
  struct omen_recording recording[OMEN_MEMORIES];
  struct omen_report report[OMEN_MEMORIES];
  size_t n;
  bool derived; /* they are made from the recording alone: 'omen classify' */
};
/* The models of a recording that is there: its own first, whatever was asked for. The caller frees the list's
 * array. */
struct omen_list omen_models_of(const struct omen_recording *r, const struct omen_options *o);
bool omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o,
                       struct omen_models *kept);
void omen_models_release(struct omen_models *kept);
#endif
