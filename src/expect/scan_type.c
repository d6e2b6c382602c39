/* The name of a type in an expression: words of the language, and types of the program. */
#include "expect/scan.h"
#include <string.h>

static const struct {
  const char *name;
  uint8_t size;
  bool is_signed;
} well_known[] = {{"int8_t", 1, true},    {"uint8_t", 1, false},  {"int16_t", 2, true},
                  {"uint16_t", 2, false}, {"int32_t", 4, true},   {"uint32_t", 4, false},
                  {"int64_t", 8, true},   {"uint64_t", 8, false}, {"size_t", 8, false},
                  {"ssize_t", 8, true},   {"intptr_t", 8, true},  {"uintptr_t", 8, false},
                  {"ptrdiff_t", 8, true}, {"time_t", 8, true},    {"off_t", 8, true}};

struct specifiers {
  int longs, shorts, chars, ints, floats, doubles, voids, bools, is_unsigned, is_signed;
};

static bool specifier(struct specifiers *s, const char *word) {
  static const char *const words[] = {"long", "short", "char",     "int",    "float", "double",
                                      "void", "_Bool", "unsigned", "signed", "bool"};
  int *counts[] = {&s->longs, &s->shorts, &s->chars,       &s->ints,      &s->floats, &s->doubles,
                   &s->voids, &s->bools,  &s->is_unsigned, &s->is_signed, &s->bools};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(word, words[i])) return ++*counts[i], true;
  return false;
}

static const struct omen_ty *specified(struct omen_compiler *c, const struct specifiers *s) {
  if (s->voids) return omen_ty_void(c);
  if (s->floats) return omen_ty_float(c, 4);
  if (s->doubles) return omen_ty_float(c, s->longs ? 16 : 8);
  struct omen_ty *t = omen_compiler_new(c, sizeof *t);
  t->kind = OMEN_TY_INT;
  t->is_bool = s->bools > 0;
  t->is_char = s->chars > 0;
  t->size = s->bools || s->chars ? 1 : s->shorts ? 2 : s->longs ? 8 : 4;
  t->is_signed = !s->is_unsigned && !s->bools;
  return t;
}

static const struct omen_ty *named_type(struct omen_compiler *c, const char *name) {
  for (size_t i = 0; i < sizeof well_known / sizeof *well_known; i++)
    if (!strcmp(name, well_known[i].name)) return omen_ty_int(c, well_known[i].size, well_known[i].is_signed);
  size_t i = 0;
  Dwarf_Die die;
  const struct omen_named *t = omen_names_find(&c->names->types, NULL, name, &i);
  return t && omen_names_die(c->names, t, &die) ? omen_ty_of_die(c, &die) : NULL;
}

/* A type at the place, with its stars; NULL without an error: there is none, and nothing was taken. */
const struct omen_ty *omen_scan_type(struct omen_compiler *c) {
  int from = c->at;
  struct specifiers s = {0};
  const struct omen_ty *t = NULL;
  bool any = false;
  for (;;) {
    char word[OMEN_MAX_NAME];
    omen_scan_space(c);
    size_t n = omen_scan_word_at(c, c->at, word);
    if (!n) break;
    bool tag =
        !strcmp(word, "struct") || !strcmp(word, "union") || !strcmp(word, "enum") || !strcmp(word, "class");
    if (!strcmp(word, "const") || !strcmp(word, "volatile")) {
      c->at += (int)n;
      continue;
    }
    if (tag) {
      c->at += (int)n;
      omen_scan_space(c);
      n = omen_scan_word_at(c, c->at, word);
      if (!(t = n ? named_type(c, word) : NULL))
        return omen_compiler_error(c, c->at, "no type '%s' in this program", word);
    } else if (t || !specifier(&s, word)) {
      struct omen_wanted w = {.name = word, .at = c->at};
      if (t || any || omen_lookup_variable(c, &w) || !(t = named_type(c, word))) break;
    } else
      any = true;
    c->at += (int)n;
  }
  if (!t && any) t = specified(c, &s);
  if (!t) {
    c->at = from;
    return NULL;
  }
  while (omen_scan_take(c, "*")) t = omen_ty_pointer(c, t);
  return t;
}
