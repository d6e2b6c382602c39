/* Campaigns on the command line: the options that a campaign is made of, and what it found in every form. */
#ifndef OMEN_CLI_CAMPAIGN_DELIVER_H
#define OMEN_CLI_CAMPAIGN_DELIVER_H
#include "cli/deliver.h"
#include "triage/campaign.h"

/* Opens the campaign in `dir` of this program, as the options say: see omen_campaign_open. */
int omen_campaign_open_for(struct omen_campaign *c, const char *dir, char **argv,
                           const struct omen_options *o, bool *resumed, struct omen_err *err);
/* Writes the merged report: to standard error, to report.json, and where the options say. The exit code. */
int omen_campaign_deliver(struct omen_campaign *c, struct omen_delivery *delivery);
/* `omen classify` and `omen report` on the folder of a campaign; the exit code. `predicts`: races that other
 * schedules of its recordings have are looked for, too. */
int omen_campaign_classify(const char *dir, const struct omen_options *o, bool predicts);
int omen_campaign_show(const char *dir, struct omen_delivery *delivery);
#endif
