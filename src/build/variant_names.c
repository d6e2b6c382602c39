/* Names by which libraries without bitcode may reach what the program, or an instrumented library, defines:
 * all that they define or need themselves. The dynamic linker gives them the program's in place of their own.
 */
#include "build/variant_parts.h"
#include <fcntl.h>
#include <gelf.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- what the linker is told of symbols ---- */

/* The value of the linker's option, behind `=` or in the next word; NULL: it is another option. */
static const char *value_of(json_t *args, size_t i, const char *option) {
  const char *s = json_string_value(json_array_get(args, i));
  size_t n = strlen(option);
  if (!s || *s != '-') return NULL;
  s += strspn(s, "-");
  if (strncmp(s, option, n)) return NULL;
  if (s[n] == '=') return s + n + 1;
  return s[n] ? NULL : json_string_value(json_array_get(args, i + 1));
}

static void add_renamed(json_t *args, size_t i, struct omen_buf *out) {
  static const char *const called[] = {"init", "fini", "e", "entry"};
  const char *s = value_of(args, i, "wrap");
  if (s) omen_buf_addf(out, "%s=__wrap_%s\n__real_%s=%s\n", s, s, s, s);
  if ((s = value_of(args, i, "defsym")) && strchr(s, '=')) omen_buf_addf(out, "%s\n", s);
  for (size_t k = 0; k < sizeof called / sizeof *called; k++)
    if ((s = value_of(args, i, called[k]))) omen_buf_addf(out, "%s\n", s);
}

void omen_names_linked(const struct omen_bundle *b, struct omen_buf *out) {
  const struct omen_part *p = omen_bundle_find(b, OMEN_PART_LINK);
  json_t *j = p ? json_loadb(p->data, p->size, 0, NULL) : NULL, *args = json_object_get(j, "args");
  for (size_t i = 0; i < json_array_size(args); i++) add_renamed(args, i, out);
  omen_buf_adds(out, "");
  json_decref(j);
}
