/* See z3_api.h. */
#include "symbolic/z3_api.h"
#include <dlfcn.h>

static struct omen_z3_api api;
static bool loaded;

static const struct {
  const char *name;
  size_t at;
} functions[] = {
#define X(name) {"Z3_" #name, offsetof(struct omen_z3_api, name)},
    OMEN_Z3_FUNCTIONS(X)
#undef X
};

const struct omen_z3_api *omen_z3_load(struct omen_err *err) {
  if (loaded) return &api;
  void *library = dlopen("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libz3.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    omen_fail(err, "the solver cannot be loaded (Debian's package libz3-4): %s", dlerror());
    return NULL;
  }
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *f = dlsym(library, functions[i].name);
    if (!f) {
      omen_fail(err, "this libz3 has no function %s", functions[i].name);
      dlclose(library);
      return NULL;
    }
    *(void **)((char *)&api + functions[i].at) = f;
  }
  loaded = true;
  return &api;
}
