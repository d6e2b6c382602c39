/* What was asked for, found at the end of the configuration; and where the files that it speaks of are. */
#include "runtime/extras.h"
#include "runtime/rt.h"
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

const struct omen_extras *omen_extras;
extern struct r_debug _r_debug __attribute__((weak));

void omrt_extras_init(void) {
  uint64_t head = sizeof *omrt_config + (uint64_t)omrt_config->watches * sizeof(struct omen_watch) +
                  omrt_config->plan_size;
  if (omrt_config->size == head) return;
  const struct omen_extras *x = (const void *)((const char *)omrt_config + head);
  if (!omen_extras_valid(x, omrt_config->size - head)) omrt_fatal("the configuration is damaged");
  omen_extras = x;
}

static uint64_t base_of_program(void) {
  const Elf64_Phdr *ph = (const void *)getauxval(AT_PHDR);
  uint64_t n = getauxval(AT_PHNUM);
  for (uint64_t i = 0; ph && i < n; i++)
    if (ph[i].p_type == PT_PHDR) return (uint64_t)ph - ph[i].p_vaddr;
  return 0;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool omrt_extras_base(uint32_t module, uint64_t *base) {
  static struct {
    bool known;
    uint64_t base;
  } cache[256];
  if (module >= omen_extras->modules) return false;
  if (!cache[module].known) {
    const char *name = omen_extra_modules(omen_extras)[module].name;
    if (!*name) {
      cache[module].base = base_of_program();
      cache[module].known = true;
    } else if (&_r_debug)
      for (const struct link_map *m = _r_debug.r_map; m && !cache[module].known; m = m->l_next)
        if (m->l_name && !strcmp(base_name(m->l_name), name)) {
          cache[module].base = m->l_addr;
          cache[module].known = true;
        }
  }
  *base = cache[module].base;
  return cache[module].known;
}
