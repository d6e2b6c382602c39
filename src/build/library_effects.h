/* build/library_effects.h: what functions of the C library do to the memory that their arguments point to,
 * where they have no model of their own (runtime/library_calls.def). The call stays as it is; the runtime is
 * told before and behind it. The little language of the texts is the runtime's:
 * runtime/libc/library_effects.h. */
#ifndef OMEN_BUILD_LIBRARY_EFFECTS_H
#define OMEN_BUILD_LIBRARY_EFFECTS_H

struct omen_library_effects {
  const char *name;
  const char *types; /* as in instrument_calls.c; f: float */
  const char *before, *behind;
};

/* The function of that name, or NULL. */
const struct omen_library_effects *omen_library_effects(const char *name);
#endif
