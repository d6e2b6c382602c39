/* Recordings that others made in the folder of a campaign, as its runs: see campaign.h. */
#include "triage/campaign.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int foreign(const struct dirent *e) {
  return !strncmp(e->d_name, OMEN_CAMPAIGN_FOREIGN, strlen(OMEN_CAMPAIGN_FOREIGN));
}

void omen_campaign_clear(const struct omen_campaign *c) {
  struct dirent **list;
  int n = scandir(c->dir, &list, foreign, alphasort);
  for (int i = 0; i < n; i++) {
    char *path = omen_format("%s/%s", c->dir, list[i]->d_name);
    omen_rmtree(path);
    free(path);
    free(list[i]);
  }
  if (n >= 0) free(list);
}

void omen_campaign_take(const struct omen_campaign *c, const char *from) {
  struct dirent **list;
  int n = scandir(from, &list, foreign, alphasort);
  for (int i = 0; i < n; i++) {
    char *path = omen_format("%s/%s", from, list[i]->d_name),
         *to = omen_format("%s/%s", c->dir, list[i]->d_name);
    if (rename(path, to)) omen_warn("%s: %s", path, strerror(errno));
    free(path);
    free(to);
    free(list[i]);
  }
  if (n >= 0) free(list);
}

/* Is it whole? What could not be recorded is not. */
static bool whole(const char *path, struct omen_campaign_run *run) {
  struct omen_recording r;
  struct omen_err err = {0};
  if (omen_recording_open(&r, path, &err)) return false;
  run->strategy = r.manifest.strategy;
  run->seed = r.manifest.seed;
  omen_recording_release(&r);
  return true;
}

/* False: it is not whole, and removed. */
static bool adopt(struct omen_campaign *c, const char *name) {
  struct omen_campaign_run r = {0};
  snprintf(r.name, sizeof r.name, "run-%03zu", c->nruns + 1);
  char *path = omen_format("%s/%s", c->dir, name), *to = omen_format("%s/%s", c->dir, r.name);
  bool taken = whole(path, &r) && !rename(path, to);
  if (taken) {
    OMEN_GROW(c->runs, c->nruns, c->cruns);
    c->runs[c->nruns++] = r;
  } else
    omen_rmtree(path);
  free(to);
  free(path);
  return taken;
}

size_t omen_campaign_adopt(struct omen_campaign *c) {
  struct dirent **list;
  int n = scandir(c->dir, &list, foreign, alphasort);
  size_t lost = 0;
  for (int i = 0; i < n; i++) {
    lost += !adopt(c, list[i]->d_name);
    free(list[i]);
  }
  if (n >= 0) free(list);
  return lost;
}
