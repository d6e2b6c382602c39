/* `omen cc --omen-show FILE` and `omen cc --omen-extract FILE OUT`: what travels with a program or a library.
 */
#include "build/driver_parts.h"
#include <string.h>

static const char *const kind_names[] = {
    [OMEN_PART_LINK] = "link",         [OMEN_PART_MODULE] = "module",   [OMEN_PART_OBJECT] = "object",
    [OMEN_PART_VERSIONS] = "versions", [OMEN_PART_DYNAMIC] = "dynamic", [OMEN_PART_EXPORTS] = "exports"};

static void show(const struct omen_bundle *b) {
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_part *p = &b->parts[i];
    bool named = (size_t)p->kind < sizeof kind_names / sizeof *kind_names && kind_names[p->kind];
    printf("%s %s %zu", named ? kind_names[p->kind] : "unknown", p->name, p->size);
    if (p->kind == OMEN_PART_LINK) printf(" %s", p->data);
    putchar('\n');
  }
}

static int open_bundle(const char *file, struct omen_bundle *b, struct omen_err *err) {
  struct omen_elf e;
  struct omen_err why;
  if (omen_elf_read(file, true, &e, err)) return -1;
  int bad = 0;
  if (!e.bundle.len)
    bad = omen_fail(err, "%s carries no bitcode of 'omen cc'%s", file, e.noted ? ": it was stripped" : "");
  else if (omen_bundle_unpack(e.bundle.data, e.bundle.len, b, &why))
    bad = omen_fail(err, "%s: %s", file, why.msg);
  omen_elf_release(&e);
  return bad;
}

int omen_driver_show(const char *file, const char *extract_to) {
  struct omen_bundle b = {0};
  struct omen_err err;
  int bad = open_bundle(file, &b, &err);
  if (!bad && !extract_to) show(&b);
  if (!bad && extract_to) {
    const struct omen_part *m = omen_bundle_find(&b, OMEN_PART_MODULE);
    bad = m ? omen_file_write(extract_to, m->data, m->size, &err)
            : omen_fail(&err, "%s carries no module ('omen cc --omen-show' tells why)", file);
  }
  if (bad) fprintf(stderr, "omen: %s\n", err.msg);
  omen_bundle_release(&b);
  return bad ? OMEN_EXIT_FAILED : 0;
}
