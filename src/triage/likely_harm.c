/* See likely_harm.h. */
#include "triage/likely_harm.h"
#include <string.h>
#include <strings.h>

/* Parts of names. What is as wide as a pointer mostly is one, or a length. */
static const char *const leads[] = {"ptr", "len", "size", "head", "tail", "next", "prev", "index", "top"};
static const char *const guards[] = {"ref",  "count", "free", "done",  "stop", "quit",
                                     "clos", "ready", "init", "state", "lock", "valid"};

static bool named(const char *name, const char *const *parts, size_t n) {
  size_t most = strlen(name);
  for (size_t i = 0; i < n; i++)
    for (size_t at = 0; at + strlen(parts[i]) <= most; at++)
      if (!strncasecmp(name + at, parts[i], strlen(parts[i]))) return true;
  return false;
}

int omen_likely_harm(const struct omen_race *race) {
  const char *name = race->location.name ? race->location.name : "";
  if (race->access[0].size == sizeof(void *) || named(name, leads, sizeof leads / sizeof *leads)) return 3;
  if (named(name, guards, sizeof guards / sizeof *guards)) return 2;
  return race->access[0].write && race->access[1].write;
}
