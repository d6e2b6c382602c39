/* Reading the ELF file of a program in the field, and its table of accesses. */
#include "field/image.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void take_text(Elf *elf, struct omen_image *out) {
  size_t n = 0, size = 0;
  const char *file = elf_rawfile(elf, &size);
  if (elf_getphdrnum(elf, &n) || !file) return;
  for (size_t i = 0; i < n && !out->text.len; i++) {
    GElf_Phdr p;
    if (!gelf_getphdr(elf, (int)i, &p) || p.p_type != PT_LOAD || !(p.p_flags & PF_X)) continue;
    if (p.p_offset > size || p.p_filesz > size - p.p_offset) continue;
    omen_buf_add(&out->text, file + p.p_offset, p.p_filesz);
    out->text_address = p.p_vaddr;
  }
}

static void take_build_id(Elf_Data *data, struct omen_image *out) {
  GElf_Nhdr note;
  size_t name, desc;
  for (size_t at = 0; data && (at = gelf_getnote(data, at, &note, &name, &desc)) > 0;)
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && note.n_descsz <= sizeof out->build_id) {
      memcpy(out->build_id, (char *)data->d_buf + desc, note.n_descsz);
      out->build_id_size = note.n_descsz;
    }
}

static void take_sections(Elf *elf, struct omen_image *out) {
  size_t names_at;
  if (elf_getshdrstrndx(elf, &names_at)) return;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr sh;
    const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(elf, names_at, sh.sh_name) : NULL;
    if (name && sh.sh_type == SHT_NOTE) take_build_id(elf_getdata(scn, NULL), out);
    if (!name || strcmp(name, OMEN_WATCH_SECTION) || sh.sh_type != SHT_PROGBITS) continue;
    Elf_Data *data = elf_rawdata(scn, NULL);
    if (data && data->d_buf && !out->table.len) omen_buf_add(&out->table, data->d_buf, data->d_size);
  }
}

/* A library has no linker to ask for either, but is no PIE. */
static bool is_static(Elf *elf, const GElf_Ehdr *h) {
  size_t n = 0;
  bool pie = false;
  elf_getphdrnum(elf, &n);
  for (size_t i = 0; i < n; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(elf, (int)i, &p) && p.p_type == PT_INTERP) return false;
  }
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr sh;
    GElf_Dyn d;
    if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_DYNAMIC) continue;
    Elf_Data *data = elf_getdata(scn, NULL);
    for (int i = 0; data && gelf_getdyn(data, i, &d) && d.d_tag != DT_NULL; i++)
      pie |= d.d_tag == DT_FLAGS_1 && d.d_un.d_val & DF_1_PIE;
  }
  return h->e_type == ET_EXEC || pie;
}

int omen_image_read(const char *path, struct omen_image *out, struct omen_err *err) {
  *out = (struct omen_image){0};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return omen_fail(err, "%s: %s", path, strerror(errno));
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  GElf_Ehdr h;
  bool fits = elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &h) && h.e_machine == EM_X86_64 &&
              (h.e_type == ET_EXEC || h.e_type == ET_DYN);
  if (fits) take_text(elf, out);
  if (fits) take_sections(elf, out);
  if (fits) out->is_static = is_static(elf, &h);
  elf_end(elf);
  close(fd);
  if (!fits || !out->text.len) return omen_fail(err, "%s: not a program or library for x86-64", path);
  return 0;
}

void omen_image_release(struct omen_image *i) {
  omen_buf_release(&i->text);
  omen_buf_release(&i->table);
  *i = (struct omen_image){0};
}

void omen_watch_table_read(const struct omen_image *i, struct omen_watch_table *t) {
  size_t n = i->table.len / sizeof *t->entries;
  *t = (struct omen_watch_table){.entries = omen_xcalloc(n + 1, sizeof *t->entries)};
  for (size_t k = 0; k < n; k++) {
    struct omen_watch_entry e;
    memcpy(&e, i->table.data + k * sizeof e, sizeof e);
    if (e.mark == OMEN_WATCH_MARK && e.address - i->text_address < i->text.len) t->entries[t->n++] = e;
  }
}

void omen_watch_table_release(struct omen_watch_table *t) {
  free(t->entries);
  *t = (struct omen_watch_table){0};
}
