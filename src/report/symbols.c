/* Code addresses to functions and lines: see symbols.h. Data addresses are in variables.c. */
#include "report/symbols.h"
#include "report/dwarf.h"
#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char *__cxa_demangle(const char *mangled, char *out, size_t *len, int *status); /* libstdc++ */

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_build_id_find_debuginfo, /* this machine's own files only: never the network */
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
  for (size_t i = 0; i < s->nfiles; i++) free(s->files[i]);
  for (size_t i = 0; i < s->ntables; i++) free(s->tables[i].globals);
  free(s->tables);
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

void omen_symbols_add(struct omen_symbols *s, const char *file, uint64_t start, uint64_t end,
                      uint64_t offset) {
  elf_version(EV_CURRENT);
  for (size_t i = 0; i < s->nfiles; i++)
    if (!strcmp(s->files[i], file)) return;
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  uint64_t bias;
  if (fd < 0) return;
  if (!load_bias(fd, start, offset, &bias)) {
    close(fd);
    return;
  }
  OMEN_GROW(s->files, s->nfiles, s->cfiles);
  s->files[s->nfiles++] = omen_xstrdup(file);
  if (!dwfl_report_elf(s->dwfl, file, file, fd, bias, true)) close(fd);
}

static void begin(struct omen_symbols *s) {
  if (!s->ready) dwfl_report_end(s->dwfl, NULL, NULL);
  s->ready = true;
}

Dwfl_Module *omen_symbols_module(struct omen_symbols *s, uint64_t addr) {
  begin(s);
  return dwfl_addrmodule(s->dwfl, addr);
}

const char *omen_symbols_demangled(struct omen_symbols *s, const char *name) {
  if (strncmp(name, "_Z", 2)) return omen_pool_str(s->pool, name);
  int status;
  char *plain = __cxa_demangle(name, NULL, NULL, &status);
  const char *kept = omen_pool_str(s->pool, plain ? plain : name);
  free(plain);
  return kept;
}

static const char *string_attr(Dwarf_Die *die, unsigned name) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, name, &a) ? dwarf_formstring(&a) : NULL;
}

const char *omen_symbols_die_name(struct omen_symbols *s, Dwarf_Die *die) {
  const char *linkage = string_attr(die, DW_AT_linkage_name);
  if (!linkage) linkage = string_attr(die, DW_AT_MIPS_linkage_name);
  if (linkage && !strncmp(linkage, "_Z", 2)) return omen_symbols_demangled(s, linkage);
  const char *name = string_attr(die, DW_AT_name);
  return name ? omen_pool_str(s->pool, name) : NULL;
}

/* The path as the compiler was given it: without the folder it ran in. */
void omen_symbols_place(struct omen_symbols *s, Dwarf_Die *cu, const char *path, const char **file,
                        const char **full) {
  Dwarf_Attribute a;
  const char *dir = dwarf_attr(cu, DW_AT_comp_dir, &a) ? dwarf_formstring(&a) : NULL;
  *file = *full = NULL;
  if (!path) return;
  size_t n = dir ? strlen(dir) : 0;
  const char *rel = path;
  if (n && !strncmp(path, dir, n) && path[n] == '/') rel = path + n + 1;
  while (rel[0] == '.' && rel[1] == '/') rel += 2;
  *file = omen_pool_str(s->pool, rel);
  *full = path[0] == '/' || !n ? omen_pool_str(s->pool, path) : omen_pool_fmt(s->pool, "%s/%s", dir, path);
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
  return dwarf_attr(die, name, &a) && !dwarf_formudata(&a, &v) && v <= INT32_MAX ? (int)v : 0;
}

/* After the innermost inlined function, the place is that of the call. */
static void place_of_call(struct omen_symbols *s, Dwarf_Die *cu, Dwarf_Die *inlined, struct omen_frame *at) {
  Dwarf_Files *files;
  size_t nfiles;
  int file = int_attr(inlined, DW_AT_call_file);
  const char *path = NULL;
  if (!dwarf_getsrcfiles(cu, &files, &nfiles) && file >= 0 && (size_t)file < nfiles)
    path = dwarf_filesrc(files, (size_t)file, NULL, NULL);
  omen_symbols_place(s, cu, path, &at->file, &at->path);
  at->line = int_attr(inlined, DW_AT_call_line);
  at->column = int_attr(inlined, DW_AT_call_column);
}

/* Walks from the innermost scope outwards; a frame for every function met. Returns how many. */
static size_t frames_from_scopes(struct omen_symbols *s, Dwarf_Die *cu, uint64_t addr, struct omen_frame at,
                                 struct omen_frame **frames, size_t *n, size_t *cap) {
  Dwarf_Die *scopes = NULL, *chain = NULL;
  size_t made = 0;
  int count = dwarf_getscopes(cu, addr, &scopes), length = 0;
  if (count > 0) length = dwarf_getscopes_die(&scopes[0], &chain);
  for (int i = 0; i < length; i++) {
    int tag = dwarf_tag(&chain[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    const char *name = omen_symbols_die_name(s, &chain[i]);
    at.function = name ? name : "(unnamed)";
    at.inlined = tag == DW_TAG_inlined_subroutine;
    *push(frames, n, cap) = at;
    made++;
    if (!at.inlined) break;
    place_of_call(s, cu, &chain[i], &at);
  }
  free(chain);
  free(scopes);
  return made;
}

void omen_symbols_frames(struct omen_symbols *s, uint64_t pc, bool is_return, struct omen_frame **frames,
                         size_t *n, size_t *cap) {
  uint64_t addr = pc - (is_return && pc ? 1 : 0);
  struct omen_frame at = {0};
  Dwfl_Module *mod = omen_symbols_module(s, addr);
  const char *symbol = NULL;
  if (mod) {
    const char *path = dwfl_module_info(mod, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    const char *slash = path ? strrchr(path, '/') : NULL;
    at.module = omen_pool_str(s->pool, slash ? slash + 1 : path);
    Dwarf_Addr bias;
    Dwarf_Die *cu = dwfl_module_addrdie(mod, addr, &bias);
    Dwarf_Line *line = cu ? dwarf_getsrc_die(cu, addr - bias) : NULL;
    if (line) {
      dwarf_lineno(line, &at.line);
      dwarf_linecol(line, &at.column);
      omen_symbols_place(s, cu, dwarf_linesrc(line, NULL, NULL), &at.file, &at.path);
    }
    if (cu && frames_from_scopes(s, cu, addr - bias, at, frames, n, cap)) return;
    symbol = dwfl_module_addrname(mod, addr);
  }
  at.function =
      symbol ? omen_symbols_demangled(s, symbol) : omen_pool_fmt(s->pool, "0x%llx", (unsigned long long)pc);
  *push(frames, n, cap) = at;
}
