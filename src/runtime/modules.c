/* Shared libraries of the program that are instrumented: their site numbers, and where their code is. */
#include "runtime/abi.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include <elf.h>
#include <link.h>
#include <string.h>

/* Libraries register from their constructors, when nothing of the runtime may be ready yet: no allocation
 * here. */
#define MODULES 256
static struct {
  uint32_t base, count;
  uint64_t code_lo, code_hi;
  char name[240];
} module[MODULES];
static uint32_t modules, next_base;
extern struct r_debug _r_debug __attribute__((weak));

/* The part of the library's code that this address belongs to; false: none. */
static bool code_of(const struct link_map *m, uint64_t pc, uint64_t *lo, uint64_t *hi) {
  const Elf64_Ehdr *eh = (const void *)m->l_addr;
  if (!m->l_addr || m->l_addr > pc || !omrt_page_readable(m->l_addr) || memcmp(eh->e_ident, ELFMAG, 4))
    return false;
  const Elf64_Phdr *ph = (const void *)(m->l_addr + eh->e_phoff);
  for (int i = 0; i < eh->e_phnum; i++) {
    uint64_t from = m->l_addr + ph[i].p_vaddr, to = from + ph[i].p_memsz;
    if (ph[i].p_type != PT_LOAD || !(ph[i].p_flags & PF_X) || pc < from || pc >= to) continue;
    *lo = from;
    *hi = to;
    return true;
  }
  return false;
}

/* The code of the library that this address belongs to. */
static void find_code(uint64_t pc, uint64_t *lo, uint64_t *hi) {
  for (const struct link_map *m = &_r_debug ? _r_debug.r_map : NULL; m; m = m->l_next)
    if (code_of(m, pc, lo, hi)) return;
}

static bool has_code(const struct link_map *m, uint64_t pc) {
  uint64_t lo, hi;
  return code_of(m, pc, &lo, &hi);
}

extern const char __start_omen_text[] __attribute__((weak)), __stop_omen_text[] __attribute__((weak));

static const char *library_name(const struct link_map *m) {
  const char *slash = strrchr(m->l_name, '/');
  return slash ? slash + 1 : m->l_name;
}

/* The C or C++ library, or one that belongs to them. */
static bool is_system(const struct link_map *m) {
  static const char *const names[] = {"libc.so.",      "libm.so.",      "libpthread.so.", "libdl.so.",
                                      "librt.so.",     "libresolv.so.", "libutil.so.",    "libgcc_s.so.",
                                      "libstdc++.so.", "ld-linux",      "libatomic.so.",  "libomp.so",
                                      "libgomp.so"};
  const char *name = library_name(m);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i]))) return true;
  return false;
}

bool omrt_system_code(uint64_t pc) {
  if (pc >= (uint64_t)__start_omen_text && pc < (uint64_t)__stop_omen_text) return true;
  for (const struct link_map *m = &_r_debug ? _r_debug.r_map : NULL; m; m = m->l_next)
    if (has_code(m, pc)) return is_system(m);
  return false;
}

/* The executable has its header at its beginning, wherever that is. */
static const Elf64_Ehdr *header_of(const struct link_map *m) {
  extern const char __executable_start[] __attribute__((weak, visibility("hidden")));
  bool executable = m == _r_debug.r_map;
  const Elf64_Ehdr *eh = executable ? (const void *)__executable_start : (const void *)m->l_addr;
  return eh && omrt_page_readable((uint64_t)eh) && !memcmp(eh->e_ident, ELFMAG, 4) ? eh : NULL;
}

void omrt_modules_each(omrt_segment_visit *visit, void *arg) {
  for (const struct link_map *m = &_r_debug ? _r_debug.r_map : NULL; m; m = m->l_next) {
    const Elf64_Ehdr *eh = header_of(m);
    const Elf64_Phdr *ph = eh ? (const void *)((const char *)eh + eh->e_phoff) : NULL;
    for (int i = 0; ph && i < eh->e_phnum; i++) {
      uint64_t from = m->l_addr + ph[i].p_vaddr;
      struct omrt_segment s = {from, from + ph[i].p_memsz, ph[i].p_flags & PF_W, is_system(m)};
      if (ph[i].p_type == PT_LOAD) visit(&s, arg);
    }
  }
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A string that is the text. Linkers let shorter strings be the ends of longer ones: of glibc's names these
 * two. */
static bool has_word(const char *at, const char *end, const char *text, size_t n) {
  bool may_end = (n == 4 && !memcmp(text, "PATH", n)) || (n == 7 && !memcmp(text, "CHARSET", n));
  const char *from = at;
  for (; n && at + n < end && (at = memchr(at, *text, (size_t)(end - at) - n)); at++)
    if ((!at[n] || at[n] == '=') && !memcmp(at, text, n) && (may_end || at == from || !is_letter(at[-1])))
      return true;
  return false;
}

/* In what it only reads. */
static bool knows(const struct link_map *m, const char *text, size_t n) {
  const Elf64_Ehdr *eh = (const void *)m->l_addr;
  if (!m->l_addr || !omrt_page_readable(m->l_addr) || memcmp(eh->e_ident, ELFMAG, 4)) return false;
  const Elf64_Phdr *ph = (const void *)(m->l_addr + eh->e_phoff);
  for (int i = 0; i < eh->e_phnum; i++) {
    const char *from = (const char *)m->l_addr + ph[i].p_vaddr;
    if (ph[i].p_type == PT_LOAD && !(ph[i].p_flags & PF_W) && has_word(from, from + ph[i].p_memsz, text, n))
      return true;
  }
  return false;
}

const char *omrt_system_word(const char *text, size_t n) {
  for (const struct link_map *m = &_r_debug ? _r_debug.r_map : NULL; m; m = m->l_next)
    if (is_system(m) && knows(m, text, n)) return library_name(m);
  return NULL;
}

bool omrt_module_code(uint64_t pc) {
  for (uint32_t i = 0; i < modules; i++)
    if (pc >= module[i].code_lo && pc < module[i].code_hi) return true;
  return false;
}

bool omrt_module_system(uint64_t pc) {
  for (const struct link_map *m = &_r_debug ? _r_debug.r_map : NULL; m; m = m->l_next)
    if (has_code(m, pc)) return is_system(m);
  return false;
}

static bool registered(const char *soname, uint32_t sites, uint32_t *at) {
  for (*at = 0; *at < modules; ++*at)
    if (module[*at].count == sites && soname && !strncmp(module[*at].name, soname, sizeof module[0].name - 1))
      return true;
  return false;
}

OMEN_API uint32_t __omen_module_register(const char *soname, uint32_t sites) {
  if (!modules && !next_base) next_base = __omen_exe_sites;
  uint32_t base = next_base, at;
  uint64_t pc = (uint64_t)__builtin_return_address(0);
  if (registered(soname, sites, &at)) { /* it was closed, and opened again */
    find_code(pc, &module[at].code_lo, &module[at].code_hi);
    return module[at].base;
  }
  next_base += sites;
  if (modules < MODULES) {
    module[modules].base = base;
    module[modules].count = sites;
    find_code(pc, &module[modules].code_lo, &module[modules].code_hi);
    strncpy(module[modules].name, soname ? soname : "?", sizeof module[0].name - 1);
    modules++;
  }
  return base;
}

void omrt_modules_report(void) {
  for (uint32_t i = 0; i < modules; i++) omrt_line_module(module[i].base, module[i].count, module[i].name);
}
