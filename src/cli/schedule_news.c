/* See schedule_news.h. */
#include "cli/schedule_news.h"
#include "triage/campaign.h"
#include <stdlib.h>

static bool is_known_memory(const struct omen_schedule_news *k, const struct omen_out_racy *r) {
  for (size_t i = 0; i < k->n; i++)
    if (r->addr < k->memory[i].addr + k->memory[i].len && k->memory[i].addr < r->addr + r->len) return true;
  return false;
}

bool omen_schedule_news_likely(const struct omen_schedule_news *k, const struct omen_outcome *o) {
  for (size_t i = 0; i < o->nracy; i++)
    if (!omen_table_has(&k->sites, o->racy[i].site) || !is_known_memory(k, &o->racy[i])) return true;
  return false;
}

static void learn_memory(struct omen_schedule_news *k, const struct omen_outcome *o) {
  uint32_t n;
  struct omen_watch *ranges = omen_watch_ranges(o, &n);
  for (uint32_t i = 0; i < n; i++) {
    OMEN_GROW(k->memory, k->n, k->cap);
    k->memory[k->n++] = ranges[i];
  }
  free(ranges);
}

size_t omen_schedule_news_learn(struct omen_schedule_news *k, const struct omen_report *report) {
  size_t fresh = 0;
  char base[24];
  for (size_t i = 0; i < report->nraces; i++) {
    const struct omen_race *race = &report->races[i];
    bool new = omen_table_put(&k->names, omen_campaign_name(race, base), 1);
    fresh += new && !race->mark.suppressed;
    for (int side = 0; side < 2; side++) omen_table_put(&k->sites, race->access[side].site, 1);
  }
  for (size_t i = 0; i < report->outcome.nracy; i++)
    omen_table_put(&k->sites, report->outcome.racy[i].site, 1);
  learn_memory(k, &report->outcome);
  return fresh;
}

void omen_schedule_news_release(struct omen_schedule_news *k) {
  omen_table_release(&k->sites);
  omen_table_release(&k->names);
  free(k->memory);
  *k = (struct omen_schedule_news){0};
}
