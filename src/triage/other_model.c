/* Another memory model: see other_model.h. */
#include "triage/other_model.h"
#include "explore/derive.h"
#include "triage/paths_parts.h"

static int derive(const struct omen_recording *r, const struct omen_variant *v, enum omen_memory m,
                  const char *dir, struct omen_err *err) {
  struct omen_inputs same = {0};
  struct omen_buf more = {0};
  struct omen_recording made;
  struct omen_derivation how = {
      .base = r, .inputs = &same, .variant = v, .extras = &more, .other_model = true, .model = m};
  int result = omen_paths_extras(r, v, &more, err) || omen_derive_by(&how, dir, &made, err) ? -1 : 0;
  if (!result) omen_recording_release(&made);
  omen_buf_release(&more);
  return result;
}

int omen_other_model_record(const struct omen_recording *r, enum omen_memory m, const char *dir,
                            struct omen_err *err) {
  struct omen_variant v;
  if (omen_paths_same_program(r, err) || omen_variant_get(r->manifest.program, OMEN_VARIANT_EXACT, &v, err))
    return -1;
  int result = derive(r, &v, m, dir, err);
  omen_variant_release(&v);
  return result;
}
