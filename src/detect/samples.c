/* Instances that stand for the others: see samples.h. */
#include "detect/samples.h"

static void add_kind(struct omen_samples *s, struct omen_sample instance, uint64_t key) {
  for (uint32_t i = 0; i < s->kinds; i++)
    if (s->kind_key[i] == key) return;
  if (s->kinds == OMEN_SAMPLE_KINDS) return;
  s->kind_key[s->kinds] = key;
  s->kind[s->kinds++] = instance;
}

/* When full, every other one is given up: what stays is spread evenly over all that came so far. */
static void add_spread(struct omen_samples *s, struct omen_sample instance) {
  if (!s->stride) s->stride = 1;
  if (s->seen++ % s->stride) return;
  if (s->spreads == OMEN_SAMPLE_SPREAD) {
    for (uint32_t i = 0; i < OMEN_SAMPLE_SPREAD / 2; i++) s->spread[i] = s->spread[2 * i];
    s->spreads = OMEN_SAMPLE_SPREAD / 2;
    s->stride *= 2;
    if ((s->seen - 1) % s->stride) return;
  }
  s->spread[s->spreads++] = instance;
}

void omen_samples_add(struct omen_samples *s, struct omen_sample instance, uint64_t key) {
  add_kind(s, instance, key);
  add_spread(s, instance);
  s->last = instance;
}

static uint32_t put(struct omen_sample *out, uint32_t n, struct omen_sample one) {
  for (uint32_t i = 0; i < n; i++)
    if (out[i].event[0] == one.event[0] && out[i].event[1] == one.event[1]) return n;
  out[n] = one;
  return n + 1;
}

uint32_t omen_samples_take(const struct omen_samples *s, struct omen_sample *out) {
  if (!s->seen) return 0;
  uint32_t n = put(out, 0, s->kind[0]);
  n = put(out, n, s->last);
  for (uint32_t i = 1; i < OMEN_SAMPLE_KINDS || i < s->spreads; i++) {
    if (i < s->kinds) n = put(out, n, s->kind[i]);
    if (i < s->spreads) n = put(out, n, s->spread[(s->spreads / 2 + i) % s->spreads]);
  }
  return n;
}
