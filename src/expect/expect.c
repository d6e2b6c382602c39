/* Puts the block together: see expect.h. */
#include "expect/expect.h"
#include "expect/invariant.h"
#include "expect/without.h"
#include <stdlib.h>
#include <string.h>

struct block {
  struct omen_extras head;
  struct omen_buf invariants, ops, terms, sites, text;
};

static void add_invariant(struct block *b, const char *text, const struct omen_code *code) {
  uint32_t at = (uint32_t)b->text.len, n = (uint32_t)strlen(text);
  struct omen_invariant v = {at, n, b->head.ops, code->nops, b->head.terms, code->nterms};
  omen_buf_add(&b->invariants, &v, sizeof v);
  omen_buf_add(&b->ops, code->ops, code->nops * sizeof *code->ops);
  for (uint32_t i = 0; i < code->nterms; i++) {
    struct omen_invariant_term t = {at + code->terms[i].text, code->terms[i].ntext};
    omen_buf_add(&b->terms, &t, sizeof t);
  }
  omen_buf_add(&b->text, text, n);
  b->head.invariants++;
  b->head.ops += code->nops;
  b->head.terms += code->nterms;
  b->head.text = (uint32_t)b->text.len;
}

static int add_invariants(struct block *b, struct omen_program_names *names, char *const *list,
                          struct omen_err *err) {
  struct omen_code *code = omen_xcalloc(1, sizeof *code);
  int result = 0;
  for (; !result && list && *list; list++) {
    struct omen_err why = {0};
    if (b->head.invariants == OMEN_INVARIANTS)
      result = omen_fail(err, "--invariant: at most %d", OMEN_INVARIANTS);
    else if (omen_compile(names, *list, code, &why)) {
      char *shown = omen_xstrndup(*list, 200);
      for (char *p = shown; *p; p++)
        if ((unsigned char)*p < ' ' || (unsigned char)*p > '~') *p = '?';
      result = omen_fail(err, "--invariant '%s': %s", shown, why.msg);
      free(shown);
    } else
      add_invariant(b, *list, code);
  }
  free(code);
  return result;
}

static int finish(struct block *b, const struct omen_program_names *names, struct omen_buf *out,
                  struct omen_err *err) {
  struct omen_buf modules = {0};
  for (size_t i = 0; i < names->nfiles; i++) {
    struct omen_extra_module m = {0};
    snprintf(m.name, sizeof m.name, "%s", names->files[i].name);
    omen_buf_add(&modules, &m, sizeof m);
  }
  b->head.magic = OMEN_EXTRAS_MAGIC;
  b->head.version = OMEN_EXTRAS_VERSION;
  b->head.modules = (uint32_t)names->nfiles;
  b->head.size = (uint32_t)(sizeof b->head + modules.len + b->invariants.len + b->ops.len + b->terms.len +
                            b->sites.len + b->text.len);
  omen_buf_add(out, &b->head, sizeof b->head);
  struct omen_buf *parts[] = {&modules, &b->invariants, &b->ops, &b->terms, &b->sites, &b->text};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i]->len) omen_buf_add(out, parts[i]->data, parts[i]->len);
    if (parts[i] == &modules) omen_buf_release(parts[i]);
  }
  return out->len > OMEN_EXTRAS_LIMIT ? omen_fail(err, "--invariant, --without: too much of it") : 0;
}

int omen_expect(const char *program, const char *libraries, char *const *invariants, char *const *without,
                struct omen_buf *out, struct omen_err *err) {
  if (!(invariants && *invariants) && !(without && *without)) return 0;
  struct omen_program_names names;
  struct block b = {0};
  int result = omen_program_names(&names, program, libraries, err);
  if (!result) result = add_invariants(&b, &names, invariants, err);
  if (!result && without && *without) {
    result = omen_without(&names, without, &b.sites, err);
    b.head.sites = (uint32_t)(b.sites.len / sizeof(struct omen_extra_site));
  }
  if (!result) result = finish(&b, &names, out, err);
  struct omen_buf *parts[] = {&b.invariants, &b.ops, &b.terms, &b.sites, &b.text};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) omen_buf_release(parts[i]);
  omen_program_names_release(&names);
  return result;
}
