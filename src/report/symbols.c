/* Code addresses to functions and lines: see symbols.h. Data addresses are in variables.c. */
#include "report/symbols.h"
#include "report/cxxname.h"
#include "report/dwarf.h"
#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char *__cxa_demangle(const char *mangled, char *out, size_t *len, int *status); /* libstdc++ */

/* Debug information that is not in the file itself, as a distribution has it for its libraries: nobody asks
 * for lines in the C library, it is there on some machines only, and unpacking it took most of a report's
 * time. */
static int no_debuginfo(Dwfl_Module *m, void **user, const char *name, Dwarf_Addr base, const char *file,
                        const char *link, GElf_Word crc, char **out) {
  (void)m, (void)user, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)out;
  return -1;
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = no_debuginfo,
    .section_address = dwfl_offline_section_address,
};

struct omen_symbols *omen_symbols_new(struct omen_pool *pool) {
  struct omen_symbols *s = omen_xcalloc(1, sizeof *s);
  s->pool = pool;
  s->dwfl = dwfl_begin(&callbacks);
  if (!s->dwfl) OMEN_BUG("libdwfl: %s", dwfl_errmsg(-1));
  dwfl_report_begin(s->dwfl);
  return s;
}

void omen_symbols_free(struct omen_symbols *s) {
  if (!s) return;
  dwfl_end(s->dwfl);
  for (size_t i = 0; i < s->nfiles; i++) free(s->files[i].path);
  for (size_t i = 0; i < s->nmodules; i++) {
    free(s->modules[i].globals);
    free(s->modules[i].units);
    for (size_t k = 0; k < s->modules[i].nlisted; k++) free(s->modules[i].listed[k].list);
    free(s->modules[i].listed);
  }
  for (size_t i = 0; i < s->nknown; i++) free(s->known[i].frames);
  omen_table_release(&s->by_address);
  free(s->known);
  free(s->modules);
  free(s->files);
  free(s);
}

/* Where the file's address 0 is, given that its bytes from `offset` on are at `start`. */
static bool load_bias(int fd, uint64_t start, uint64_t offset, uint64_t *bias) {
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  size_t n = 0;
  bool found = false;
  if (elf && elf_kind(elf) == ELF_K_ELF && !elf_getphdrnum(elf, &n))
    for (size_t i = 0; i < n && !found; i++) {
      GElf_Phdr ph;
      if (!gelf_getphdr(elf, (int)i, &ph) || ph.p_type != PT_LOAD) continue;
      uint64_t page = ph.p_offset & ~4095ull;
      if (offset < page || offset >= ph.p_offset + ph.p_filesz || !(ph.p_flags & PF_X)) continue;
      *bias = start - offset - (ph.p_vaddr - ph.p_offset);
      found = true;
    }
  if (elf) elf_end(elf);
  return found;
}

/* A library that was closed and opened again is there twice, at two places. */
static bool added(const struct omen_symbols *s, const char *file, uint64_t bias) {
  for (size_t i = 0; i < s->nfiles; i++)
    if (s->files[i].bias == bias && !strcmp(s->files[i].path, file)) return true;
  return false;
}

void omen_symbols_add(struct omen_symbols *s, const char *file, uint64_t start, uint64_t end,
                      uint64_t offset) {
  elf_version(EV_CURRENT);
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  uint64_t bias;
  if (fd < 0) return;
  if (!load_bias(fd, start, offset, &bias) || added(s, file, bias)) {
    close(fd);
    return;
  }
  OMEN_GROW(s->files, s->nfiles, s->cfiles);
  s->files[s->nfiles++] = (struct omen_symbol_file){omen_xstrdup(file), bias};
  if (!dwfl_report_elf(s->dwfl, file, file, fd, bias, true)) close(fd);
}

struct omen_module *omen_symbols_module(struct omen_symbols *s, uint64_t addr) {
  if (!s->ready) dwfl_report_end(s->dwfl, NULL, NULL);
  s->ready = true;
  Dwfl_Module *mod = dwfl_addrmodule(s->dwfl, addr);
  if (!mod) return NULL;
  for (size_t i = 0; i < s->nmodules; i++)
    if (s->modules[i].module == mod) return &s->modules[i];
  OMEN_GROW(s->modules, s->nmodules, s->cmodules);
  struct omen_module *m = &s->modules[s->nmodules++];
  *m = (struct omen_module){.module = mod};
  m->dwarf = dwfl_module_getdwarf(mod, &m->bias);
  return m;
}

/* ---- which compilation unit an address is from ---- */

static int by_start(const void *a, const void *b) {
  const struct omen_unit *x = a, *y = b;
  return x->lo < y->lo ? -1 : x->lo > y->lo;
}

void omen_units_sort(struct omen_unit *list, size_t n) {
  if (n) qsort(list, n, sizeof *list, by_start);
}

const struct omen_unit *omen_units_find(const struct omen_unit *list, size_t n, uint64_t addr) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (list[mid].lo <= addr)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo && addr < list[lo - 1].hi ? &list[lo - 1] : NULL;
}

/* From the units' own ranges: clang writes no .debug_aranges, on which libdwfl relies. */
static void list_units(struct omen_module *m) {
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  m->units_listed = true;
  while (m->dwarf && !dwarf_get_units(m->dwarf, cu, &cu, NULL, NULL, &die, NULL)) {
    Dwarf_Addr base, lo, hi;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &lo, &hi)) > 0;) {
      if (lo >= hi || !lo) continue; /* 0: code that the linker left out */
      OMEN_GROW(m->units, m->nunits, m->cunits);
      m->units[m->nunits++] = (struct omen_unit){lo, hi, dwarf_dieoffset(&die)};
    }
  }
  omen_units_sort(m->units, m->nunits);
}

static bool find_unit(struct omen_module *m, uint64_t addr, Dwarf_Die *cu) {
  if (!m->units_listed) list_units(m);
  const struct omen_unit *u = omen_units_find(m->units, m->nunits, addr);
  return u && dwarf_offdie(m->dwarf, u->die, cu);
}

/* ---- names ---- */

/* NULL when it is no mangled name, or one of a newer mangling than libstdc++ knows. */
static char *demangle(const char *name) {
  int status;
  return strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, &status);
}

static const char *shortened(struct omen_symbols *s, const char *name) {
  struct omen_buf shorter = {0};
  omen_cxxname_shorten(name, &shorter);
  const char *kept = omen_pool_str(s->pool, shorter.data);
  omen_buf_release(&shorter);
  return kept;
}

static const char *function_name(struct omen_symbols *s, const char *name) {
  char *plain = demangle(name);
  if (!plain) return omen_pool_str(s->pool, name);
  const char *kept = shortened(s, plain);
  free(plain);
  return kept;
}

const char *omen_symbols_demangled(struct omen_symbols *s, const char *name) {
  char *plain = demangle(name);
  if (plain) omen_cxxname_untag(plain);
  const char *kept = omen_pool_str(s->pool, plain ? plain : name);
  free(plain);
  return kept;
}

static const char *string_attr(Dwarf_Die *die, unsigned name) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, name, &a) ? dwarf_formstring(&a) : NULL;
}

const char *omen_symbols_die_name(struct omen_symbols *s, Dwarf_Die *die) {
  int tag = dwarf_tag(die);
  bool function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
  const char *linkage = string_attr(die, DW_AT_linkage_name), *name = string_attr(die, DW_AT_name);
  char *plain = linkage ? demangle(linkage) : NULL;
  bool known = plain != NULL;
  free(plain);
  if (known) return function ? function_name(s, linkage) : omen_symbols_demangled(s, linkage);
  if (name && function && linkage) return shortened(s, name);
  return name ? omen_pool_str(s->pool, name) : NULL;
}

/* The path without "x/..", as in /usr/lib/gcc/x86_64-linux-gnu/12/../../../../include; links are not looked
 * at. */
char *omen_symbols_clean(const char *path) {
  char *out = omen_xstrdup(path);
  for (char *up; (up = strstr(out, "/../"));) {
    char *from = up;
    while (from > out && from[-1] != '/') from--;
    if (from == up || (up - from == 2 && from[0] == '.' && from[1] == '.')) break;
    memmove(from, up + 4, strlen(up + 4) + 1);
  }
  return out;
}

/* The path as the compiler was given it: without the folder it ran in. */
void omen_symbols_place(struct omen_symbols *s, Dwarf_Die *cu, const char *path, const char **file,
                        const char **full) {
  Dwarf_Attribute a;
  const char *dir = dwarf_attr(cu, DW_AT_comp_dir, &a) ? dwarf_formstring(&a) : NULL;
  *file = *full = NULL;
  if (!path) return;
  char *clean = omen_symbols_clean(path);
  size_t n = dir ? strlen(dir) : 0;
  const char *rel = clean;
  if (n && !strncmp(clean, dir, n) && clean[n] == '/') rel = clean + n + 1;
  while (rel[0] == '.' && rel[1] == '/') rel += 2;
  *file = omen_pool_str(s->pool, rel);
  *full = path[0] == '/' || !n ? omen_pool_str(s->pool, clean) : omen_pool_fmt(s->pool, "%s/%s", dir, clean);
  free(clean);
}

static struct omen_frame *push(struct omen_frame **frames, size_t *n, size_t *cap) {
  OMEN_GROW(*frames, *n, *cap);
  struct omen_frame *f = &(*frames)[(*n)++];
  *f = (struct omen_frame){0};
  return f;
}

static int int_attr(Dwarf_Die *die, unsigned name) {
  Dwarf_Attribute a;
  Dwarf_Word v;
  return dwarf_attr_integrate(die, name, &a) && !dwarf_formudata(&a, &v) && v <= INT32_MAX ? (int)v : 0;
}

/* By hand: libdw's own function takes file 0, which DWARF 5 has, for none. */
int omen_symbols_line(struct omen_symbols *s, Dwarf_Die *die, unsigned file_attr, unsigned line_attr,
                      const char **file, const char **full) {
  Dwarf_Die cu;
  Dwarf_Files *files;
  size_t nfiles;
  int index = int_attr(die, file_attr);
  const char *path = NULL;
  *file = *full = NULL;
  if (!dwarf_diecu(die, &cu, NULL, NULL)) return 0;
  if (!dwarf_getsrcfiles(&cu, &files, &nfiles) && (size_t)index < nfiles)
    path = dwarf_filesrc(files, (size_t)index, NULL, NULL);
  if (path && strcmp(path, "???")) omen_symbols_place(s, &cu, path, file, full);
  return int_attr(die, line_attr);
}

/* After the innermost inlined function, the place is that of the call. */
static void place_of_call(struct omen_symbols *s, Dwarf_Die *inlined, struct omen_frame *at) {
  at->line = omen_symbols_line(s, inlined, DW_AT_call_file, DW_AT_call_line, &at->file, &at->path);
  at->column = int_attr(inlined, DW_AT_call_column);
}

/* Walks from the innermost scope outwards; a frame for every function met. Returns how many. */
static size_t frames_from_scopes(struct omen_symbols *s, struct omen_module *m, Dwarf_Die *cu, uint64_t addr,
                                 struct omen_frame at, struct omen_frame **frames, size_t *n, size_t *cap) {
  Dwarf_Die *chain = NULL;
  size_t made = 0, length = omen_scopes_at(m, cu, addr, &chain);
  for (size_t i = 0; i < length; i++) {
    int tag = dwarf_tag(&chain[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    const char *name = omen_symbols_die_name(s, &chain[i]);
    at.function = name ? name : "(unnamed)";
    at.inlined = tag == DW_TAG_inlined_subroutine;
    if (!at.line) /* code that the optimiser made of several lines: at least the file is known */
      omen_symbols_line(s, &chain[i], DW_AT_decl_file, DW_AT_decl_line, &at.file, &at.path);
    *push(frames, n, cap) = at;
    made++;
    if (!at.inlined) break;
    place_of_call(s, &chain[i], &at);
  }
  free(chain);
  return made;
}

static const char *module_name(struct omen_symbols *s, const struct omen_module *m) {
  const char *path = dwfl_module_info(m->module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  const char *slash = path ? strrchr(path, '/') : NULL;
  return omen_pool_str(s->pool, slash ? slash + 1 : path);
}

static void remember(struct omen_symbols *s, uint64_t key, const struct omen_frame *frames, size_t n) {
  OMEN_GROW(s->known, s->nknown, s->cknown);
  struct omen_address_frames *k = &s->known[s->nknown++];
  *k = (struct omen_address_frames){omen_xcalloc(n, sizeof *frames), n};
  memcpy(k->frames, frames, n * sizeof *frames);
  omen_table_put(&s->by_address, key, s->nknown);
}

static void look_up(struct omen_symbols *s, uint64_t addr, uint64_t pc, struct omen_frame **frames, size_t *n,
                    size_t *cap) {
  struct omen_frame at = {0};
  struct omen_module *m = omen_symbols_module(s, addr);
  const char *symbol = NULL;
  if (m) {
    at.module = module_name(s, m);
    GElf_Addr bias;
    if (dwfl_module_getelf(m->module, &bias)) at.offset = addr - bias;
    Dwarf_Die cu;
    if (find_unit(m, addr - m->bias, &cu)) {
      Dwarf_Line *line = dwarf_getsrc_die(&cu, addr - m->bias);
      if (line) {
        dwarf_lineno(line, &at.line);
        dwarf_linecol(line, &at.column);
        omen_symbols_place(s, &cu, dwarf_linesrc(line, NULL, NULL), &at.file, &at.path);
      }
      if (frames_from_scopes(s, m, &cu, addr - m->bias, at, frames, n, cap)) return;
    }
    symbol = dwfl_module_addrname(m->module, addr);
  }
  at.function = symbol ? function_name(s, symbol) : omen_pool_fmt(s->pool, "0x%llx", (unsigned long long)pc);
  *push(frames, n, cap) = at;
}

void omen_symbols_frames(struct omen_symbols *s, uint64_t pc, bool is_return, struct omen_frame **frames,
                         size_t *n, size_t *cap) {
  uint64_t addr = pc - (is_return && pc ? 1 : 0), key = addr << 1 | is_return;
  uint64_t number = omen_table_get(&s->by_address, key);
  size_t first = *n;
  if (number) {
    const struct omen_address_frames *k = &s->known[number - 1];
    for (size_t i = 0; i < k->n; i++) *push(frames, n, cap) = k->frames[i];
    return;
  }
  look_up(s, addr, pc, frames, n, cap);
  remember(s, key, *frames + first, *n - first);
}
