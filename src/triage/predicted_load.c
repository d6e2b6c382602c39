/* Predicted races that were found before: see predicted.h. */
#include "triage/predicted.h"
#include "triage/evidence.h"
#include <stdlib.h>

static char *folder_in(const char *dir) { return omen_format("%s/predicted", dir); }

void omen_predicted_races_forget(const char *dir) {
  char *folder = folder_in(dir);
  if (omen_predicted_there(folder)) omen_recording_remove(folder);
  free(folder);
}

char *omen_predicted_races_evidence(const char *dir, const char *id) {
  char *folder = folder_in(dir);
  if (id && omen_predicted_there(folder) && omen_evidence_there(folder, id)) return folder;
  free(folder);
  return NULL;
}

static int open_there(struct omen_predicted_races *h, const char *folder, struct omen_err *err) {
  if (omen_recording_open(&h->recording, folder, err)) return -1;
  if (!omen_report_build(&h->report, &h->recording, NULL, err)) return 0;
  omen_recording_release(&h->recording);
  return -1;
}

struct omen_predicted_races *omen_predicted_races_load(struct omen_report *report, const char *dir) {
  char *folder = folder_in(dir);
  struct omen_predicted_races *h = NULL;
  struct omen_err err = {0};
  omen_evidence_load_predicted(report, dir);
  if (omen_predicted_there(folder)) {
    h = omen_xcalloc(1, sizeof *h);
    if (open_there(h, folder, &err)) {
      omen_warn("predicted races cannot be told: %s", err.msg);
      free(h);
      h = NULL;
    } else {
      omen_predicted_races_number(report, &h->report);
      omen_evidence_load(&h->report, folder);
      omen_predicted_races_tell(report, &h->report);
    }
  }
  free(folder);
  return h;
}
