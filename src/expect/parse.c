/* C expressions, by precedence climbing. Nothing that changes or calls anything is accepted. */
#include "expect/scan.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200

static struct omen_node *expression(struct omen_compiler *c);
static struct omen_node *unary(struct omen_compiler *c);

/* ---- names ---- */

/* "file.c:" in front of a name. */
static size_t file_prefix(struct omen_compiler *c) {
  const char *s = c->text + c->at;
  size_t n = strcspn(s, ": \t\n?&|()[]!=<>*%^~,;'\"");
  if (!n || s[n] != ':' || s[n + 1] == ':' || !memchr(s, '.', n) || !omen_scan_name_char(s[n + 1], true))
    return 0;
  return omen_lookup_is_source(c, s, n) ? n + 1 : 0;
}

/* a::b::name: the name; `scope` gets what stands before it, or is empty. */
static bool qualified(struct omen_compiler *c, char scope[OMEN_MAX_NAME], char name[OMEN_MAX_NAME]) {
  scope[0] = 0;
  if (!strncmp(c->text + c->at, "::", 2)) c->at += 2;
  for (;;) {
    size_t n = omen_scan_word_at(c, c->at, name);
    if (!n) return false;
    c->at += (int)n;
    if (strncmp(c->text + c->at, "::", 2)) return true;
    if (strlen(scope) + n + 3 > OMEN_MAX_NAME) return false;
    if (*scope) strcat(scope, "::");
    strcat(scope, name);
    c->at += 2;
  }
}

static struct omen_node *word_of_language(struct omen_compiler *c, const char *name, int from) {
  if (!strcmp(name, "NULL") || !strcmp(name, "nullptr") || !strcmp(name, "false"))
    return omen_scan_constant(c, omen_ty_int(c, 4, true), 0, from);
  if (!strcmp(name, "true")) return omen_scan_constant(c, omen_ty_int(c, 4, true), 1, from);
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
  char inner[OMEN_MAX_NAME], function[OMEN_MAX_NAME];
  int back = c->at;
  if (!omen_lookup_has_local(c, w->name) || !omen_scan_take(c, ".")) return unknown(c, w);
  omen_scan_space(c);
  int at = c->at;
  if (!omen_scan_word_at(c, c->at, inner)) return omen_scan_unexpected(c, "a variable's name");
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
  char scope[OMEN_MAX_NAME], word[OMEN_MAX_NAME];
  int from = c->at;
  size_t file = file_prefix(c);
  c->at += (int)file;
  int at = c->at;
  if (!qualified(c, scope, word)) return omen_scan_unexpected(c, "a variable's name");
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
    return omen_scan_constant(c, t, (uint64_t)v->value, from);
  }
  struct omen_node *n = c->failed ? NULL : word_of_language(c, word, from);
  return n || c->failed ? n : local(c, &w, from);
}

/* ---- operators ---- */

static struct omen_node *parenthesised(struct omen_compiler *c) {
  int from = c->at++;
  const struct omen_ty *t = omen_scan_type(c);
  if (c->failed) return NULL;
  if (t) {
    if (!omen_scan_take(c, ")")) return omen_scan_unexpected(c, "')'");
    struct omen_node *n = unary(c);
    n = n ? omen_cast(c, n, t) : NULL;
    if (n && n->kind == OMEN_NODE_CAST) n->from = from;
    return n;
  }
  struct omen_node *n = expression(c);
  if (!n) return NULL;
  if (!omen_scan_take(c, ")")) return omen_scan_unexpected(c, "')'");
  n->from = from;
  n->to = c->at;
  return n;
}

static struct omen_node *size_of(struct omen_compiler *c, int from) {
  const struct omen_ty *t = NULL;
  omen_scan_space(c);
  int back = c->at;
  if (omen_scan_take(c, "(") && (t = omen_scan_type(c))) {
    if (!omen_scan_take(c, ")")) return omen_scan_unexpected(c, "')'");
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
  return omen_scan_constant(c, omen_ty_int(c, 8, false), t->size, from);
}

static struct omen_node *primary(struct omen_compiler *c) {
  omen_scan_space(c);
  char ch = c->text[c->at];
  if (ch == '(') return parenthesised(c);
  if (ch == '\'') return omen_scan_character(c);
  if (ch == '"') return omen_compiler_error(c, c->at, "an invariant has no strings");
  if (file_prefix(c)) return name(c);
  if (isdigit((unsigned char)ch) || (ch == '.' && isdigit((unsigned char)c->text[c->at + 1])))
    return omen_scan_number(c);
  int from = c->at;
  if (omen_scan_take_word(c, "sizeof")) return size_of(c, from);
  if (omen_scan_name_char(ch, true) || !strncmp(c->text + c->at, "::", 2)) return name(c);
  return omen_scan_unexpected(c, "a value");
}

static struct omen_node *member(struct omen_compiler *c, struct omen_node *n, bool through) {
  char word[OMEN_MAX_NAME];
  int from = n->from;
  omen_scan_space(c);
  int at = c->at;
  if (!omen_scan_word_at(c, at, word)) return omen_scan_unexpected(c, "a member's name");
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
    omen_scan_space(c);
    int at = c->at;
    if (omen_scan_take(c, "->"))
      n = member(c, n, true);
    else if (c->text[c->at] == '.' && !isdigit((unsigned char)c->text[c->at + 1]) && omen_scan_take(c, "."))
      n = member(c, n, false);
    else if (omen_scan_take(c, "[")) {
      struct omen_node *i = expression(c);
      if (!i) return NULL;
      if (!omen_scan_take(c, "]")) return omen_scan_unexpected(c, "']'");
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
  omen_scan_space(c);
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
  omen_scan_space(c);
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
  if (!test || !omen_scan_take(c, "?")) return test;
  struct omen_node *a = expression(c);
  if (!a) return NULL;
  if (!omen_scan_take(c, ":")) return omen_scan_unexpected(c, "':'");
  if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
  struct omen_node *b = conditional(c);
  c->depth--;
  return b ? omen_choice(c, test, a, b) : NULL;
}

static struct omen_node *expression(struct omen_compiler *c) {
  if (++c->depth > MAX_DEPTH) return omen_compiler_error(c, c->at, "the expression is too complex");
  struct omen_node *n = conditional(c);
  while (n && omen_scan_take(c, ",")) {
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
  omen_scan_space(c);
  if (c->text[c->at] == '=' || (c->text[c->at] && c->text[c->at + 1] == '='))
    return omen_compiler_error(c, c->at, "an invariant changes nothing: '==' compares");
  if (c->text[c->at]) return omen_scan_unexpected(c, "an operator, or the end,");
  return omen_condition(c, n);
}
