/* The ELF side of bundles: writing the carrier object, and reading what Omen wants to know of any ELF file.
 */
#include "build/bitcode.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the carrier --- */

enum { C_NULL, C_NOTE, C_RELA, C_BUNDLE, C_PROPERTY, C_STACK, C_SYMTAB, C_STRTAB, C_COUNT };

static const char names[] = "\0" OMEN_SECTION_NOTE "\0.rela" OMEN_SECTION_NOTE "\0" OMEN_SECTION_BUNDLE
                            "\0.note.gnu.property\0.note.GNU-stack\0.symtab\0.strtab";
static uint32_t name_at(const char *name) {
  for (size_t i = 0; i < sizeof names; i++)
    if (names[i] && (i == 0 || !names[i - 1]) && !strcmp(names + i, name)) return (uint32_t)i;
  OMEN_BUG("no section name %s", name);
}

static const uint32_t note[] = {5, 4, 1, 0x4e454d4f /* "OMEN" */, 0, 1};
/* "Indirect branch tracking and shadow stack are fine with me": linkers keep them only if every input says
 * so. */
static const uint32_t property[] = {4, 16, NT_GNU_PROPERTY_TYPE_0, 0x00554e47 /* "GNU" */, 0xc0000002, 4,
                                    3, 0};
/* Section collection follows relocations: this one, of type "none", keeps the bundle with the note. */
static const Elf64_Rela keep = {.r_offset = 0, .r_info = ELF64_R_INFO(1, R_X86_64_NONE), .r_addend = 0};
static const Elf64_Sym symbols[] = {{0},
                                    {.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = C_BUNDLE}};

static void place(struct omen_buf *object, Elf64_Shdr *s, const char *name, uint32_t type, uint64_t flags,
                  uint64_t align, const void *data, size_t size) {
  static const char zeros[16];
  if (object->len % align) omen_buf_add(object, zeros, align - object->len % align);
  *s = (Elf64_Shdr){.sh_name = name_at(name),
                    .sh_type = type,
                    .sh_flags = flags,
                    .sh_addralign = align,
                    .sh_offset = object->len,
                    .sh_size = size};
  omen_buf_add(object, data, size);
}

void omen_bundle_carrier(const struct omen_buf *bundle, bool loaded, struct omen_buf *object) {
  Elf64_Ehdr h = {.e_type = ET_REL,
                  .e_machine = EM_X86_64,
                  .e_version = EV_CURRENT,
                  .e_ehsize = sizeof h,
                  .e_shentsize = sizeof(Elf64_Shdr),
                  .e_shnum = C_COUNT,
                  .e_shstrndx = C_STRTAB};
  memcpy(h.e_ident, ELFMAG, SELFMAG);
  h.e_ident[EI_CLASS] = ELFCLASS64;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  h.e_ident[EI_VERSION] = EV_CURRENT;
  Elf64_Shdr s[C_COUNT] = {0};
  size_t start = object->len;
  omen_buf_add(object, &h, sizeof h);
  place(object, &s[C_NOTE], OMEN_SECTION_NOTE, SHT_NOTE, SHF_ALLOC, 4, note, sizeof note);
  place(object, &s[C_RELA], ".rela" OMEN_SECTION_NOTE, SHT_RELA, SHF_INFO_LINK, 8, &keep, sizeof keep);
  place(object, &s[C_BUNDLE], OMEN_SECTION_BUNDLE, SHT_PROGBITS, 0, 8, bundle->data, bundle->len);
  place(object, &s[C_PROPERTY], ".note.gnu.property", SHT_NOTE, SHF_ALLOC, 8, property, sizeof property);
  place(object, &s[C_STACK], ".note.GNU-stack", SHT_PROGBITS, 0, 1, "", 0);
  place(object, &s[C_SYMTAB], ".symtab", SHT_SYMTAB, 0, 8, symbols, sizeof symbols);
  place(object, &s[C_STRTAB], ".strtab", SHT_STRTAB, 0, 1, names, sizeof names);
  s[C_RELA].sh_link = C_SYMTAB;
  s[C_RELA].sh_info = C_NOTE;
  s[C_RELA].sh_entsize = sizeof keep;
  s[C_SYMTAB].sh_link = C_STRTAB;
  s[C_SYMTAB].sh_info = 2; /* all are local */
  s[C_SYMTAB].sh_entsize = sizeof *symbols;
  if (!loaded) { /* the sections stay, as notes of the object that no linker carries over */
    s[C_NOTE].sh_flags = s[C_PROPERTY].sh_flags = SHF_EXCLUDE;
    s[C_NOTE].sh_type = s[C_PROPERTY].sh_type = SHT_PROGBITS;
    s[C_RELA].sh_type = SHT_NULL;
  }
  while (object->len % 8) omen_buf_add(object, "", 1);
  h.e_shoff = object->len - start;
  omen_buf_add(object, s, sizeof s);
  memcpy(object->data + start, &h, sizeof h);
}

/* --- reading --- */

static char *dynamic_string(Elf *elf, size_t strtab, uint64_t at) {
  const char *s = elf_strptr(elf, strtab, at);
  return s ? omen_xstrdup(s) : NULL;
}

static void replace(char **at, char *value) {
  free(*at);
  *at = value;
}

static void read_dynamic(Elf *elf, Elf_Scn *scn, const GElf_Shdr *sh, struct omen_elf *out, bool *pie) {
  Elf_Data *data = elf_getdata(scn, NULL);
  if (!data) return;
  GElf_Dyn d;
  for (int i = 0; gelf_getdyn(data, i, &d) && d.d_tag != DT_NULL; i++) {
    if (d.d_tag == DT_FLAGS_1) *pie |= (d.d_un.d_val & DF_1_PIE) != 0;
    if (d.d_tag == DT_SONAME) replace(&out->soname, dynamic_string(elf, sh->sh_link, d.d_un.d_val));
    if (d.d_tag == DT_RPATH) replace(&out->rpath, dynamic_string(elf, sh->sh_link, d.d_un.d_val));
    if (d.d_tag == DT_RUNPATH) replace(&out->runpath, dynamic_string(elf, sh->sh_link, d.d_un.d_val));
    if (d.d_tag == DT_NEEDED) {
      char *name = dynamic_string(elf, sh->sh_link, d.d_un.d_val);
      if (!name) continue;
      OMEN_GROW(out->needed, out->needed_n, out->needed_cap);
      out->needed[out->needed_n++] = name;
    }
  }
}

static void read_sections(Elf *elf, bool want_bundle, struct omen_elf *out, bool *pie) {
  size_t names_at;
  if (elf_getshdrstrndx(elf, &names_at)) return;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr sh;
    if (!gelf_getshdr(scn, &sh)) continue;
    const char *name = elf_strptr(elf, names_at, sh.sh_name);
    if (!name) continue;
    if (sh.sh_type == SHT_DYNAMIC) read_dynamic(elf, scn, &sh, out, pie);
    if (!strcmp(name, OMEN_SECTION_NOTE)) out->noted = true;
    if (want_bundle && !strcmp(name, OMEN_SECTION_BUNDLE) && !out->bundle.len && sh.sh_type == SHT_PROGBITS) {
      Elf_Data *data = elf_rawdata(scn, NULL);
      if (data && data->d_buf) omen_buf_add(&out->bundle, data->d_buf, data->d_size);
    }
  }
}

static void read_elf(Elf *elf, bool want_bundle, struct omen_elf *out) {
  GElf_Ehdr h;
  if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &h)) return;
  out->is_elf = true;
  out->is_x86_64 = h.e_machine == EM_X86_64 && h.e_ident[EI_CLASS] == ELFCLASS64;
  out->is_executable_kind = h.e_type == ET_EXEC || h.e_type == ET_DYN;
  bool runs = h.e_type == ET_EXEC;
  size_t segments = 0;
  if (elf_getphdrnum(elf, &segments)) segments = 0;
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(elf, (int)i, &p)) runs |= p.p_type == PT_INTERP;
  }
  read_sections(elf, want_bundle, out, &runs);
  out->shared = !runs;
}

int omen_elf_read(const char *path, bool want_bundle, struct omen_elf *out, struct omen_err *err) {
  *out = (struct omen_elf){0};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return omen_fail(err, "%s: %s", path, strerror(errno));
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  if (elf) read_elf(elf, want_bundle, out);
  elf_end(elf);
  close(fd);
  return 0;
}

void omen_elf_release(struct omen_elf *e) {
  for (size_t i = 0; i < e->needed_n; i++) free(e->needed[i]);
  free(e->needed);
  free(e->soname);
  free(e->rpath);
  free(e->runpath);
  omen_buf_release(&e->bundle);
  *e = (struct omen_elf){0};
}

/* Where in the file the name of the bitcode section stands; 0 when there is none. */
static size_t bitcode_name_at(const void *data, size_t size) {
  elf_version(EV_CURRENT);
  Elf *elf = elf_memory((char *)(uintptr_t)data, size);
  size_t names_at, found = 0;
  GElf_Shdr strings;
  if (elf && elf_kind(elf) == ELF_K_ELF && !elf_getshdrstrndx(elf, &names_at) &&
      gelf_getshdr(elf_getscn(elf, names_at), &strings))
    for (Elf_Scn *scn = NULL; !found && (scn = elf_nextscn(elf, scn));) {
      GElf_Shdr sh;
      const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(elf, names_at, sh.sh_name) : NULL;
      if (name && !strcmp(name, OMEN_SECTION_LTO)) found = strings.sh_offset + sh.sh_name;
    }
  elf_end(elf);
  return found;
}

bool omen_elf_has_bitcode(const void *data, size_t size) {
  if (size >= 4 && !memcmp(data, "BC\xc0\xde", 4)) return true;
  return bitcode_name_at(data, size) != 0;
}

bool omen_elf_hide_bitcode(void *data, size_t size) {
  size_t at = bitcode_name_at(data, size), n = strlen(OMEN_SECTION_LTO);
  if (!at || at >= size || size - at < n) return false;
  ((char *)data)[at + n - 1] = '_';
  return true;
}
