/* "void app::Cache::touch<std::string>(std::string const&)" to "app::Cache::touch<std::string>": see
 * cxxname.h. */
#include "report/cxxname.h"
#include <ctype.h>
#include <string.h>

#define LONGEST_TEMPLATE 24 /* bytes of template arguments that are shown */

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/* Length of the bracketed text that starts at s, brackets included; 0 when it does not end. Arrows are no
 * brackets. */
static size_t bracketed(const char *s) {
  size_t depth = 0;
  for (size_t i = 0; s[i]; i++) {
    if (strchr("<({[", s[i]))
      depth++;
    else if (strchr(")}]", s[i]) || (s[i] == '>' && !(i && s[i - 1] == '-')))
      depth--;
    if (!depth) return i + 1;
  }
  return 0;
}

/* Length of the operator's name after the word "operator": symbols, or words up to the parameters. */
static size_t operator_name(const char *s) {
  static const char *const symbols[] = {
      "()", "[]", "<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&",
      "||", "++", "--",  "+=",  "-=",  "*=",  "/=", "%=", "^=", "&=", "|=", "->", "+",
      "-",  "*",  "/",   "%",   "^",   "&",   "|",  "~",  "!",  "=",  "<",  ">",  ","};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (starts(s, symbols[i])) return strlen(symbols[i]);
  return *s == ' ' || *s == '"' ? strcspn(s, "(") : 0;
}

static bool at_word(const char *start, const char *p) {
  return p == start || !(isalnum((unsigned char)p[-1]) || p[-1] == '_' || p[-1] == '$');
}

/* One step: appends to out what stands at p and returns the bytes taken; 0: the name has ended. */
static size_t step(const char *start, const char *p, struct omen_buf *out) {
  static const char anonymous[] = "(anonymous namespace)";
  if (starts(p, anonymous)) return omen_buf_adds(out, anonymous), strlen(anonymous);
  if (starts(p, "operator") && at_word(start, p)) {
    size_t n = operator_name(p + 8);
    if (n) return omen_buf_add(out, p, 8 + n), 8 + n;
  }
  if (starts(p, "decltype") && at_word(start, p)) { /* part of a return type, which goes anyway */
    size_t to = strcspn(p, "("), inner = p[to] ? bracketed(p + to) : 0;
    return inner ? to + inner : 0;
  }
  size_t n = strchr("<{[(", *p) ? bracketed(p) : 1;
  if (!n) return 0;
  switch (*p) {
  case '<':
    if (n > LONGEST_TEMPLATE)
      omen_buf_adds(out, "<...>");
    else
      omen_buf_add(out, p, n);
    return n;
  case '(': return 0; /* the parameters */
  case ' ':
    if (p[1] == '<')
      omen_buf_adds(out, " "); /* operator<< <char> */
    else
      out->len = 0; /* what came before was the return type */
    return 1;
  default: omen_buf_add(out, p, n); return n;
  }
}

void omen_cxxname_shorten(const char *demangled, struct omen_buf *out) {
  out->len = 0;
  const char *p = demangled;
  for (size_t n; *p && (n = step(demangled, p, out));) p += n;
  if (!out->len || (*p && *p != '(')) {
    out->len = 0;
    omen_buf_adds(out, demangled);
  }
  omen_buf_add(out, "", 0);
}

void omen_cxxname_untag(char *demangled) {
  static const char tag[] = "[abi:";
  for (char *p = demangled, *end; (p = strstr(p, tag)) && (end = strchr(p, ']'));)
    memmove(p, end + 1, strlen(end));
}
