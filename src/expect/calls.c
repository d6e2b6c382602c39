/* Finds the calls that synchronise: see calls.h. A direct call is the byte E8 and a distance; that the same
 * bytes lead to the same function by chance is as good as impossible. */
#include "expect/calls.h"
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 6 /* of functions around functions */

static const struct {
  const char *name;
  unsigned roles;
  const char *shown;
} known[] = {
#define X(name, role) {#name, OMEN_CALL_##role, #name}, {"__" #name, OMEN_CALL_##role, #name},
#include "expect/sync_calls.def"
#undef X
    {"__omen_atomic_load", OMEN_CALL_OTHER, "atomic load"},
    {"__omen_atomic_store", OMEN_CALL_OTHER, "atomic store"},
    {"__omen_atomic_rmw", OMEN_CALL_OTHER, "atomic read-modify-write"},
    {"__omen_atomic_cas", OMEN_CALL_OTHER, "atomic compare-exchange"},
    {"__omen_fence", OMEN_CALL_OTHER, "fence"}};

struct function {
  uint64_t addr, size;
  const char *name;
};
struct target { /* a function that synchronises */
  uint64_t addr;
  unsigned roles;
  const char *shown;
  bool scanned;
};
struct scan {
  struct omen_calls *out;
  const struct omen_program_names *names;
  struct omen_symbols *symbols;
  uint32_t file;
  Elf *elf;
  struct function *functions;
  size_t nfunctions, cfunctions;
  struct target *targets;
  size_t ntargets, ctargets;
};

bool omen_frame_is_users(const struct omen_frame *f) {
  const char *path = f->path ? f->path : f->file;
  return path && strncmp(path, "/usr/", 5);
}

/* ---- the file's functions ---- */

static void add_target(struct scan *s, uint64_t addr, unsigned roles, const char *shown) {
  for (size_t i = 0; i < s->ntargets; i++)
    if (s->targets[i].addr == addr) return;
  OMEN_GROW(s->targets, s->ntargets, s->ctargets);
  s->targets[s->ntargets++] = (struct target){addr, roles, shown, false};
}

static void see_known(struct scan *s, const char *name, uint64_t addr) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i].name)) add_target(s, addr, known[i].roles, known[i].shown);
}

static void read_symbols(struct scan *s, Elf_Scn *section, const GElf_Shdr *h) {
  Elf_Data *data = elf_getdata(section, NULL);
  size_t n = data && h->sh_entsize ? h->sh_size / h->sh_entsize : 0;
  for (size_t i = 0; i < n; i++) {
    GElf_Sym sym;
    const char *name;
    if (!gelf_getsym(data, (int)i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC || !sym.st_value ||
        sym.st_shndx == SHN_UNDEF || !(name = elf_strptr(s->elf, h->sh_link, sym.st_name)))
      continue;
    OMEN_GROW(s->functions, s->nfunctions, s->cfunctions);
    s->functions[s->nfunctions++] = (struct function){sym.st_value, sym.st_size, name};
    see_known(s, name, sym.st_value);
  }
}

/* A library calls by its table of jumps: one of 16 bytes for each relocation, behind the first. */
static void read_jumps(struct scan *s, const GElf_Shdr *relocations, Elf_Scn *section, uint64_t plt) {
  Elf_Data *data = elf_getdata(section, NULL);
  Elf_Scn *symbols = elf_getscn(s->elf, relocations->sh_link);
  Elf_Data *names = symbols ? elf_getdata(symbols, NULL) : NULL;
  GElf_Shdr h;
  size_t n = data && relocations->sh_entsize ? relocations->sh_size / relocations->sh_entsize : 0;
  if (!names || !gelf_getshdr(symbols, &h)) return;
  for (size_t i = 0; i < n; i++) {
    GElf_Rela r;
    GElf_Sym sym;
    const char *name;
    if (gelf_getrela(data, (int)i, &r) && gelf_getsym(names, (int)GELF_R_SYM(r.r_info), &sym) &&
        (name = elf_strptr(s->elf, h.sh_link, sym.st_name)))
      see_known(s, name, plt + 16 * (i + 1));
  }
}

static int by_address(const void *a, const void *b) {
  const struct function *x = a, *y = b;
  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static void read_file(struct scan *s) {
  Elf_Scn *section = NULL, *jumps = NULL;
  GElf_Shdr h, jump = {0};
  uint64_t plt = 0;
  size_t strings;
  if (elf_getshdrstrndx(s->elf, &strings)) return;
  while ((section = elf_nextscn(s->elf, section))) {
    if (!gelf_getshdr(section, &h)) continue;
    const char *name = elf_strptr(s->elf, strings, h.sh_name);
    if (h.sh_type == SHT_SYMTAB) read_symbols(s, section, &h);
    if (name && !strcmp(name, ".plt")) plt = h.sh_addr;
    if (name && !strcmp(name, ".rela.plt")) jumps = section, jump = h;
  }
  if (plt && jumps) read_jumps(s, &jump, jumps, plt);
  if (s->nfunctions) qsort(s->functions, s->nfunctions, sizeof *s->functions, by_address);
}

static const struct function *function_at(const struct scan *s, uint64_t pc) {
  size_t lo = 0, hi = s->nfunctions;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (s->functions[mid].addr <= pc)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo && pc - s->functions[lo - 1].addr < s->functions[lo - 1].size ? &s->functions[lo - 1] : NULL;
}

/* ---- calls ---- */

static const struct target *target_at(const struct scan *s, uint64_t addr) {
  for (size_t i = 0; i < s->ntargets; i++)
    if (s->targets[i].addr == addr && !s->targets[i].scanned) return &s->targets[i];
  return NULL;
}

static void add_call(struct scan *s, uint64_t pc, const struct target *t) {
  const struct function *f = function_at(s, pc - 1);
  OMEN_GROW(s->out->v, s->out->n, s->out->cap);
  struct omen_call *c = &s->out->v[s->out->n++];
  *c = (struct omen_call){
      .pc = pc, .file = s->file, .roles = t->roles, .calls = t->shown, .function = f ? f->addr : 0};
  omen_symbols_frames(s->symbols, pc, true, &c->frames, &c->nframes, &c->cframes);
}

static void scan_code(struct scan *s, const unsigned char *code, uint64_t size, uint64_t addr) {
  for (uint64_t i = 0; i + 5 <= size; i++) {
    int32_t distance;
    if (code[i] != 0xe8) continue;
    memcpy(&distance, code + i + 1, sizeof distance);
    uint64_t pc = addr + i + 5;
    const struct target *t = target_at(s, pc + (uint64_t)(int64_t)distance);
    if (t) add_call(s, pc, t);
  }
}

/* All code of the program; the runtime's is in a section of its own. */
static void scan_all(struct scan *s) {
  Elf_Scn *section = NULL;
  GElf_Shdr h;
  size_t strings;
  if (elf_getshdrstrndx(s->elf, &strings)) return;
  while ((section = elf_nextscn(s->elf, section))) {
    if (!gelf_getshdr(section, &h) || !(h.sh_flags & SHF_EXECINSTR) || h.sh_type != SHT_PROGBITS) continue;
    const char *name = elf_strptr(s->elf, strings, h.sh_name);
    Elf_Data *data = name && strcmp(name, "omen_text") ? elf_getdata(section, NULL) : NULL;
    if (data && data->d_buf) scan_code(s, data->d_buf, data->d_size, h.sh_addr);
  }
  for (size_t i = 0; i < s->ntargets; i++) s->targets[i].scanned = true;
}

/* What the function around these calls does, as a whole: of the library's it does not matter. */
static bool wraps(const struct scan *s, const struct omen_call *c, unsigned *roles) {
  if (!c->function || !c->nframes) return false;
  *roles = 0;
  for (size_t i = 0; i < s->out->n; i++)
    if (s->out->v[i].function == c->function && s->out->v[i].file == s->file) *roles |= s->out->v[i].roles;
  if (*roles & OMEN_CALL_NEVER) return false;
  return !omen_frame_is_users(&c->frames[c->nframes - 1]) || *roles == OMEN_CALL_TAKES ||
         *roles == OMEN_CALL_GIVES;
}

/* Functions around what was found so far become what is looked for next. */
static bool widen(struct scan *s) {
  size_t before = s->ntargets;
  for (size_t i = 0; i < s->out->n; i++) {
    struct omen_call *c = &s->out->v[i];
    unsigned roles;
    if (c->file != s->file || !wraps(s, c, &roles)) continue;
    c->wraps = true;
    add_target(s, c->function, roles, c->frames[c->nframes - 1].function);
  }
  return s->ntargets > before;
}

static void map_code(struct scan *s, const char *path) {
  size_t n;
  GElf_Phdr h;
  if (elf_getphdrnum(s->elf, &n)) return;
  for (size_t i = 0; i < n; i++)
    if (gelf_getphdr(s->elf, (int)i, &h) && h.p_type == PT_LOAD && h.p_flags & PF_X)
      omen_symbols_add(s->symbols, path, h.p_vaddr & ~4095ull, h.p_vaddr + h.p_memsz, h.p_offset & ~4095ull);
}

static void find_in(struct omen_calls *out, const struct omen_program_names *names, uint32_t file) {
  struct scan s = {.out = out, .names = names, .file = file};
  elf_version(EV_CURRENT);
  s.elf = elf_begin(names->files[file].fd, ELF_C_READ_MMAP, NULL);
  s.symbols = omen_symbols_new(&out->pool);
  if (s.elf && elf_kind(s.elf) == ELF_K_ELF) {
    map_code(&s, names->files[file].path);
    read_file(&s);
    for (int i = 0; i < LEVELS; i++) {
      scan_all(&s);
      if (!widen(&s)) break;
    }
  }
  omen_symbols_free(s.symbols);
  if (s.elf) elf_end(s.elf);
  free(s.functions);
  free(s.targets);
}

int omen_calls_find(struct omen_calls *c, const struct omen_program_names *names, struct omen_err *err) {
  *c = (struct omen_calls){0};
  for (size_t i = 0; i < names->nfiles; i++) find_in(c, names, (uint32_t)i);
  return 0;
}

void omen_calls_release(struct omen_calls *c) {
  for (size_t i = 0; i < c->n; i++) free(c->v[i].frames);
  free(c->v);
  omen_pool_release(&c->pool);
}
