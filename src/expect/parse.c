/* C expressions, by precedence climbing. Nothing that changes or calls anything is accepted. */
#include "expect/lookup.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200
#define MAX_NAME 256

static struct omen_node *expression(struct omen_compiler *c);
static struct omen_node *unary(struct omen_compiler *c);

/* ---- tokens ---- */

static bool name_char(char ch, bool first) {
  return isalpha((unsigned char)ch) || ch == '_' || ch == '$' || (unsigned char)ch >= 0x80 ||
         (!first && isdigit((unsigned char)ch));
}

static void skip_space(struct omen_compiler *c) {
  while (isspace((unsigned char)c->text[c->at])) c->at++;
}

static bool take(struct omen_compiler *c, const char *token) {
  skip_space(c);
  size_t n = strlen(token);
  if (strncmp(c->text + c->at, token, n)) return false;
  c->at += (int)n;
  return true;
}

/* The word at the place, empty if there is none. Does not go on. */
static size_t word_at(const struct omen_compiler *c, int at, char out[MAX_NAME]) {
  size_t n = 0;
  while (name_char(c->text[at + (int)n], n == 0) && n + 1 < MAX_NAME) n++;
  memcpy(out, c->text + at, n);
  out[n] = 0;
  return n;
}

static bool take_word(struct omen_compiler *c, const char *word) {
  char have[MAX_NAME];
  skip_space(c);
  size_t n = word_at(c, c->at, have);
  if (!n || strcmp(have, word)) return false;
  c->at += (int)n;
  return true;
}

static void *unexpected(struct omen_compiler *c, const char *wanted) {
  skip_space(c);
  if (!c->text[c->at])
    return omen_compiler_error(c, c->at, "the expression ends where %s should come", wanted);
  return omen_compiler_error(c, c->at, "'%c' where %s should come", c->text[c->at], wanted);
}

/* ---- literals ---- */

static struct omen_node *constant(struct omen_compiler *c, const struct omen_ty *t, uint64_t value,
                                  int from) {
  struct omen_node *n = omen_node_new(c, OMEN_NODE_CONST, t, from);
  n->value = value;
  n->to = c->at;
  return n;
}

static struct omen_node *floating(struct omen_compiler *c, int from) {
  char *end;
  double d = strtod(c->text + from, &end);
  uint64_t bits, size = 8;
  memcpy(&bits, &d, sizeof bits);
  c->at = (int)(end - c->text);
  if (*end == 'f' || *end == 'F') {
    float f = (float)d;
    d = (double)f;
    memcpy(&bits, &d, sizeof bits);
    size = 4, c->at++;
  } else if (*end == 'l' || *end == 'L')
    size = 16, c->at++;
  if (name_char(c->text[c->at], false)) return omen_compiler_error(c, from, "that is no number");
  return constant(c, omen_ty_float(c, size), bits, from);
}

static bool suffix(struct omen_compiler *c, bool *is_unsigned, bool *is_long) {
  int longs = 0;
  for (;; c->at++) {
    char ch = (char)tolower((unsigned char)c->text[c->at]);
    if (ch == 'u' && !*is_unsigned)
      *is_unsigned = true;
    else if (ch == 'l' && longs < 2)
      longs++, *is_long = true;
    else
      return !name_char(ch, false) && ch != '.';
  }
}

static struct omen_node *number(struct omen_compiler *c) {
  int from = c->at;
  const char *s = c->text + from;
  bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X'),
       binary = s[0] == '0' && (s[1] == 'b' || s[1] == 'B');
  size_t digits = hex ? 2 + strspn(s + 2, "0123456789abcdefABCDEF.") : strspn(s, "0123456789.");
  if (memchr(s, '.', digits) ||
      (hex ? s[digits] == 'p' || s[digits] == 'P' : !binary && (s[digits] == 'e' || s[digits] == 'E')))
    return floating(c, from);
  char *end;
  errno = 0;
  uint64_t v = binary ? strtoull(s + 2, &end, 2) : strtoull(s, &end, 0);
  bool is_unsigned = false, is_long = false, over = errno == ERANGE;
  c->at = (int)(end - c->text);
  if (end == s + (binary ? 2 : 0) || !suffix(c, &is_unsigned, &is_long))
    return omen_compiler_error(c, from, "that is no number");
  if (over) return omen_compiler_error(c, from, "the number is too large");
  bool decimal = s[0] != '0';
  uint64_t size = is_long || v > UINT32_MAX || (v > INT32_MAX && decimal && !is_unsigned) ? 8 : 4;
  if (!is_unsigned && v > (size == 4 ? (uint64_t)INT32_MAX : (uint64_t)INT64_MAX)) is_unsigned = true;
  return constant(c, omen_ty_int(c, size, !is_unsigned), v, from);
}

static bool escape(struct omen_compiler *c, int *out) {
  static const char from[] = "abfnrtv\\'\"?e", to[] = "\a\b\f\n\r\t\v\\'\"?\033";
  char ch = c->text[c->at++];
  const char *at = ch ? strchr(from, ch) : NULL;
  if (at) return *out = to[at - from], true;
  c->at--;
  char *end;
  if (ch == 'x' && isxdigit((unsigned char)c->text[c->at + 1])) {
    *out = (signed char)strtoul(c->text + c->at + 1, &end, 16);
    return c->at = (int)(end - c->text), true;
  }
  int v = 0, n = 0;
  for (; n < 3 && c->text[c->at] >= '0' && c->text[c->at] <= '7'; n++) v = v * 8 + c->text[c->at++] - '0';
  *out = (signed char)v;
  return n > 0;
}

static struct omen_node *character(struct omen_compiler *c) {
  int from = c->at++, value;
  if (c->text[c->at] == '\\') {
    c->at++;
    if (!escape(c, &value)) return omen_compiler_error(c, from, "that is no character");
  } else if (!c->text[c->at] || c->text[c->at] == '\'')
    return omen_compiler_error(c, from, "that is no character");
  else
    value = (signed char)c->text[c->at++];
  if (c->text[c->at] != '\'') return omen_compiler_error(c, from, "that is no character");
  c->at++;
  return constant(c, omen_ty_int(c, 4, true), (uint64_t)(int64_t)value, from);
}

/* ---- types ---- */

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
static const struct omen_ty *type_name(struct omen_compiler *c) {
  int from = c->at;
  struct specifiers s = {0};
  const struct omen_ty *t = NULL;
  bool any = false;
  for (;;) {
    char word[MAX_NAME];
    skip_space(c);
    size_t n = word_at(c, c->at, word);
    if (!n) break;
    bool tag =
        !strcmp(word, "struct") || !strcmp(word, "union") || !strcmp(word, "enum") || !strcmp(word, "class");
    if (!strcmp(word, "const") || !strcmp(word, "volatile")) {
      c->at += (int)n;
      continue;
    }
    if (tag) {
      c->at += (int)n;
      skip_space(c);
      n = word_at(c, c->at, word);
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
  while (take(c, "*")) t = omen_ty_pointer(c, t);
  return t;
}

/* ---- names ---- */

/* "file.c:" in front of a name. */
static size_t file_prefix(struct omen_compiler *c) {
  const char *s = c->text + c->at;
  size_t n = strcspn(s, ": \t\n?&|()[]!=<>*%^~,;'\"");
  if (!n || s[n] != ':' || s[n + 1] == ':' || !memchr(s, '.', n) || !name_char(s[n + 1], true)) return 0;
  return omen_lookup_is_source(c, s, n) ? n + 1 : 0;
}

/* a::b::name: the name; `scope` gets what stands before it, or is empty. */
static bool qualified(struct omen_compiler *c, char scope[MAX_NAME], char name[MAX_NAME]) {
  scope[0] = 0;
  if (!strncmp(c->text + c->at, "::", 2)) c->at += 2;
  for (;;) {
    size_t n = word_at(c, c->at, name);
    if (!n) return false;
    c->at += (int)n;
    if (strncmp(c->text + c->at, "::", 2)) return true;
    if (strlen(scope) + n + 3 > MAX_NAME) return false;
    if (*scope) strcat(scope, "::");
    strcat(scope, name);
    c->at += 2;
  }
}

static struct omen_node *word_of_language(struct omen_compiler *c, const char *name, int from) {
  if (!strcmp(name, "NULL") || !strcmp(name, "nullptr") || !strcmp(name, "false"))
    return constant(c, omen_ty_int(c, 4, true), 0, from);
  if (!strcmp(name, "true")) return constant(c, omen_ty_int(c, 4, true), 1, from);
  return NULL;
}

static struct omen_node *unknown(struct omen_compiler *c, const struct omen_wanted *w) {
  if (c->failed) return NULL;
  const char *similar = omen_lookup_similar(c, w->name);
  if (c->text[c->at] == '(')
    return omen_compiler_error(c, w->at, "'%s': an invariant cannot call functions", w->name);
  if (similar)
    return omen_compiler_error(c, w->at, "no variable '%s' in this program: '%s' is meant?", w->name,
                               similar);
  return omen_compiler_error(c, w->at, "no global variable or enumeration constant '%s' in this program",
                             w->name);
}

static struct omen_node *variable(struct omen_compiler *c, const struct omen_named *v, int from) {
  struct omen_node *n = v ? omen_expr_place(c, v, from) : NULL;
  c->named = true;
  if (n) n->to = c->at;
  return n;
}

/* function.name, where no variable has the function's name */
static struct omen_node *local(struct omen_compiler *c, struct omen_wanted *w, int from) {
  char inner[MAX_NAME], function[MAX_NAME];
  int back = c->at;
  if (!omen_lookup_has_local(c, w->name) || !take(c, ".")) return unknown(c, w);
  skip_space(c);
  int at = c->at;
  if (!word_at(c, c->at, inner)) return unexpected(c, "a variable's name");
  c->at += (int)strlen(inner);
  strcpy(function, w->name);
  struct omen_wanted in = {
      .scope = NULL, .name = inner, .function = function, .file = w->file, .nfile = w->nfile, .at = at};
  const struct omen_named *v = omen_lookup_variable(c, &in);
  if (v) return variable(c, v, from);
  c->at = back;
  return omen_compiler_error(c, at, "no static variable '%s' in the function '%s'", inner, function);
}

static struct omen_node *name(struct omen_compiler *c) {
  char scope[MAX_NAME], word[MAX_NAME];
  int from = c->at;
  size_t file = file_prefix(c);
  c->at += (int)file;
  int at = c->at;
  if (!qualified(c, scope, word)) return unexpected(c, "a variable's name");
  struct omen_wanted w = {.scope = *scope ? scope : NULL,
                          .name = word,
                          .file = file ? c->text + from : NULL,
                          .nfile = file ? file - 1 : 0,
                          .at = at};
  const struct omen_named *v = omen_lookup_variable(c, &w);
  if (v || c->failed) return variable(c, v, from);
  if ((v = omen_lookup_constant(c, &w))) {
    Dwarf_Die die;
    const struct omen_ty *t = omen_names_die(c->names, v, &die) ? omen_ty_of_die(c, &die) : NULL;
    bool wide = v->value > INT32_MAX || v->value < INT32_MIN;
    t = t && wide ? t : omen_ty_int(c, wide ? 8 : 4, true); /* in C a constant is an int, where it fits */
    return constant(c, t, (uint64_t)v->value, from);
  }
  struct omen_node *n = c->failed ? NULL : word_of_language(c, word, from);
  return n || c->failed ? n : local(c, &w, from);
}

/* ---- operators ---- */

static struct omen_node *parenthesised(struct omen_compiler *c) {
  int from = c->at++;
  const struct omen_ty *t = type_name(c);
  if (c->failed) return NULL;
  if (t) {
    if (!take(c, ")")) return unexpected(c, "')'");
    struct omen_node *n = unary(c);
    n = n ? omen_cast(c, n, t) : NULL;
    if (n && n->kind == OMEN_NODE_CAST) n->from = from;
    return n;
  }
  struct omen_node *n = expression(c);
  if (!n) return NULL;
  if (!take(c, ")")) return unexpected(c, "')'");
  n->from = from;
  n->to = c->at;
  return n;
}

static struct omen_node *size_of(struct omen_compiler *c, int from) {
  const struct omen_ty *t = NULL;
  skip_space(c);
  int back = c->at;
  if (take(c, "(") && (t = type_name(c))) {
    if (!take(c, ")")) return unexpected(c, "')'");
  } else if (c->failed)
    return NULL;
  else {
    c->at = back;
    struct omen_node *n = unary(c);
    if (!n) return NULL;
    if (n->bits) return omen_compiler_error(c, from, "a bit-field has no size");
    t = n->type;
  }
  if (!t->size) return omen_compiler_error(c, from, "the size of that is not known");
  return constant(c, omen_ty_int(c, 8, false), t->size, from);
}

static struct omen_node *primary(struct omen_compiler *c) {
  skip_space(c);
  char ch = c->text[c->at];
  if (ch == '(') return parenthesised(c);
  if (ch == '\'') return character(c);
  if (ch == '"') return omen_compiler_error(c, c->at, "an invariant has no strings");
  if (file_prefix(c)) return name(c);
  if (isdigit((unsigned char)ch) || (ch == '.' && isdigit((unsigned char)c->text[c->at + 1])))
    return number(c);
  int from = c->at;
  if (take_word(c, "sizeof")) return size_of(c, from);
  if (name_char(ch, true) || !strncmp(c->text + c->at, "::", 2)) return name(c);
  return unexpected(c, "a value");
}

static struct omen_node *member(struct omen_compiler *c, struct omen_node *n, bool through) {
  char word[MAX_NAME];
  int from = n->from;
  skip_space(c);
  int at = c->at;
  if (!word_at(c, at, word)) return unexpected(c, "a member's name");
  if (through) {
    int to = n->to;
    if (!(n = omen_deref(c, n, at))) return NULL;
    n->from = from;
    n->to = to;
  } else if (n->type->kind == OMEN_TY_POINTER)
    return omen_compiler_error(c, at, "that is a pointer: '->' and not '.'");
  if (!(n = omen_select(c, n, word, at))) return NULL;
  c->at += (int)strlen(word);
  n->from = from;
  n->to = c->at;
  return n;
}

static struct omen_node *postfix(struct omen_compiler *c) {
  struct omen_node *n = primary(c);
  while (n) {
    int from = n->from;
    skip_space(c);
    int at = c->at;
    if (take(c, "->"))
      n = member(c, n, true);
    else if (c->text[c->at] == '.' && !isdigit((unsigned char)c->text[c->at + 1]) && take(c, "."))
      n = member(c, n, false);
    else if (take(c, "[")) {
      struct omen_node *i = expression(c);
      if (!i) return NULL;
      if (!take(c, "]")) return unexpected(c, "']'");
      if (!(n = omen_index(c, n, i, at + 1))) return NULL;
      n->from = from;
      n->to = c->at;
    } else if (c->text[c->at] == '(')
      return omen_compiler_error(c, c->at, "an invariant cannot call functions");
    else if (!strncmp(c->text + c->at, "++", 2) || !strncmp(c->text + c->at, "--", 2))
      return omen_compiler_error(c, c->at, "an invariant changes nothing: no '%.2s'", c->text + c->at);
    else
      return n;
  }
  return NULL;
}

static struct omen_node *unary_inner(struct omen_compiler *c) {
  skip_space(c);
  int from = c->at;
  if (!strncmp(c->text + from, "++", 2) || !strncmp(c->text + from, "--", 2))
    return omen_compiler_error(c, from, "an invariant changes nothing: no '%.2s'", c->text + from);
  char op = c->text[from];
  if (!op || !strchr("!~-+*&", op)) return postfix(c);
  c->at++;
  struct omen_node *n = unary(c);
  if (!n) return NULL;
  n = op == '*' ? omen_deref(c, n, from) : op == '&' ? omen_address(c, n, from) : omen_unary(c, op, n, from);
  if (n) n->from = from, n->to = c->at;
  return n;
}

static struct omen_node *unary(struct omen_compiler *c) {
  if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
  struct omen_node *n = unary_inner(c);
  c->depth--;
  return n;
}

static const struct {
  const char *op;
  int level;
} operators[] = {{"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6},
                 {"&&", 2}, {"||", 1}, {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},
                 {"*", 10}, {"/", 10}, {"%", 10}, {"&", 5},  {"^", 4},  {"|", 3}};

static int operator_at(struct omen_compiler *c) {
  skip_space(c);
  const char *s = c->text + c->at;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    size_t n = strlen(operators[i].op);
    if (strncmp(s, operators[i].op, n)) continue;
    if (s[n] == '=' && operators[i].level != 6 && operators[i].level != 7) break; /* += and so on */
    return (int)i;
  }
  return -1;
}

static struct omen_node *both(struct omen_compiler *c, enum omen_node_kind kind, struct omen_node *a,
                              struct omen_node *b) {
  a = omen_condition(c, a);
  b = a ? omen_condition(c, b) : NULL;
  if (!b) return NULL;
  struct omen_node *n = omen_node_new(c, kind, omen_ty_int(c, 4, true), a->from);
  n->a = a;
  n->b = b;
  n->to = b->to;
  return n;
}

static struct omen_node *binary(struct omen_compiler *c, int level) {
  struct omen_node *a = unary(c);
  while (a) {
    int i = operator_at(c);
    if (i < 0 || operators[i].level < level) return a;
    int at = c->at;
    c->at += (int)strlen(operators[i].op);
    if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
    struct omen_node *b = binary(c, operators[i].level + 1);
    c->depth--;
    if (!b) return NULL;
    if (operators[i].level <= 2)
      a = both(c, operators[i].level == 2 ? OMEN_NODE_AND : OMEN_NODE_OR, a, b);
    else
      a = omen_binary(c, operators[i].op, a, b, at);
  }
  return NULL;
}

static struct omen_node *conditional(struct omen_compiler *c) {
  struct omen_node *test = binary(c, 1);
  if (!test || !take(c, "?")) return test;
  struct omen_node *a = expression(c);
  if (!a) return NULL;
  if (!take(c, ":")) return unexpected(c, "':'");
  if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
  struct omen_node *b = conditional(c);
  c->depth--;
  return b ? omen_choice(c, test, a, b) : NULL;
}

static struct omen_node *expression(struct omen_compiler *c) {
  if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
  struct omen_node *n = conditional(c);
  while (n && take(c, ",")) {
    struct omen_node *a = omen_value_of(c, n, true), *b = a ? conditional(c) : NULL;
    if (!(b = omen_value_of(c, b, true))) return NULL;
    n = omen_node_new(c, OMEN_NODE_COMMA, b->type, a->from);
    n->a = a;
    n->b = b;
    n->to = b->to;
  }
  c->depth--;
  return n;
}

struct omen_node *omen_parse(struct omen_compiler *c) {
  struct omen_node *n = expression(c);
  if (!n) return NULL;
  skip_space(c);
  if (c->text[c->at] == '=' || (c->text[c->at] && c->text[c->at + 1] == '='))
    return omen_compiler_error(c, c->at, "an invariant changes nothing: '==' compares");
  if (c->text[c->at]) return unexpected(c, "an operator, or the end,");
  return omen_condition(c, n);
}
