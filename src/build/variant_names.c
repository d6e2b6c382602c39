/* Names by which libraries without bitcode may reach what the program, or an instrumented library, defines:
 * all that they define or need themselves. The dynamic linker gives them the program's in place of their own.
 */
#include "build/variant_parts.h"
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

static void add_names(Elf *elf, Elf_Scn *scn, const GElf_Shdr *sh, struct omen_buf *out) {
  Elf_Data *data = elf_getdata(scn, NULL);
  GElf_Sym s;
  for (int i = 1; data && gelf_getsym(data, i, &s); i++) {
    const char *name = elf_strptr(elf, sh->sh_link, s.st_name);
    if (name && *name && GELF_ST_BIND(s.st_info) != STB_LOCAL) omen_buf_addf(out, "%s\n", name);
  }
}

static int add_library(const char *path, struct omen_buf *out, struct omen_err *err) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return omen_fail(err, "%s cannot be read", path);
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
  for (Elf_Scn *scn = NULL; elf && (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr sh;
    if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_DYNSYM) add_names(elf, scn, &sh, out);
  }
  elf_end(elf);
  close(fd);
  return 0;
}

int omen_names_of_others(const struct omen_libs *libs, struct omen_buf *out, struct omen_err *err) {
  int bad = 0;
  for (size_t i = 0; i < libs->n && !bad; i++)
    if (!libs->v[i].instrument) bad = add_library(libs->v[i].path, out, err);
  omen_buf_adds(out, "");
  return bad;
}
