/* Names that stand for more than the module says: the linker sends a symbol to another (--wrap, --defsym) or
 * lays variables side by side, assembly names symbols, a library has a definition of its own beside the
 * program's, and code that is not here finds the program's symbols by their names. */
#include "static/program.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static LLVMValueRef by_name(const struct omen_program *p, const char *name) {
  LLVMValueRef v = LLVMGetNamedFunction(p->m, name);
  if (!v) v = LLVMGetNamedGlobal(p->m, name);
  return v ? v : LLVMGetNamedGlobalAlias(p->m, name, strlen(name));
}

LLVMValueRef omen_also(const struct omen_program *p, LLVMValueRef v) {
  uint64_t other;
  return omen_map_get(&p->also, v, &other) ? (LLVMValueRef)(uintptr_t)other : NULL;
}

/* "A=B": where A is used it may be B. A line each; changes the text. */
static void stand_for(struct omen_program *p, char *line, char *equals) {
  *equals = 0;
  LLVMValueRef v = by_name(p, line), other = by_name(p, equals + 1);
  *equals = '=';
  if (v && other && v != other) omen_map_put(&p->also, v, (uintptr_t)other);
}

static void let_out(struct omen_program *p, LLVMValueRef v) {
  if (!LLVMIsAGlobalAlias(v)) omen_object_of(p, v);
  omen_pt_step(&p->pt, omen_node_of(p, v), p->outside, 0, 1);
}

/* Libraries find the program's functions and variables by their names: its own operator new, or what it calls
 * as libc does. */
static void read_names(struct omen_program *p, char *names) {
  char *rest, *equals;
  for (char *n = names ? strtok_r(names, "\n", &rest) : NULL; n; n = strtok_r(NULL, "\n", &rest)) {
    if ((equals = strchr(n, '='))) {
      stand_for(p, n, equals);
      continue;
    }
    LLVMValueRef v = by_name(p, n);
    if (v && !LLVMIsDeclaration(v) && omen_has_name(v) && strcmp(n, "main")) let_out(p, v);
  }
}

/* ---- calls that stay ---- */

/* What is called by that name may be another function: no call of it is inlined, or left out because this one
 * does nothing. */
static void keep_calls(struct omen_program *p, LLVMValueRef f) {
  unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6),
           never = LLVMGetEnumAttributeKindForName("noinline", 8),
           always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, memory);
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, always);
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(p->c, never, 0));
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
    if (LLVMIsAInstruction(LLVMGetUser(u)) && omen_is_call(LLVMGetUser(u)))
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(u), LLVMAttributeFunctionIndex, memory);
}

void omen_keep_renamed(struct omen_program *p, const char *names) {
  for (const char *s = names; s && *s; s += strcspn(s, "\n"), s += *s == '\n') {
    size_t n = strcspn(s, "=\n");
    char *name = s[n] == '=' ? omen_xstrndup(s, n) : NULL;
    LLVMValueRef f = name ? LLVMGetNamedFunction(p->m, name) : NULL;
    if (f) keep_calls(p, f);
    free(name);
  }
}

/* ---- assembly ---- */

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* What assembly names it may use, and make another name of: what is only declared here may be any of these.
 */
static void read_assembly(struct omen_program *p, const char *text, size_t n) {
  for (size_t i = 0, end; i < n; i = end + 1) {
    for (end = i; end < n && in_name(text[end]); end++) continue;
    char *word = omen_xstrndup(text + i, end - i);
    LLVMValueRef v = end > i ? by_name(p, word) : NULL;
    if (v && LLVMIsDeclaration(v)) omen_may_be_outside(p, omen_node_of(p, v));
    if (v) let_out(p, v);
    free(word);
  }
}

static void find_assembly(struct omen_program *p) {
  size_t n;
  const char *text = LLVMGetModuleInlineAsm(p->m, &n);
  if (text && n) read_assembly(p, text, n);
  for (uint32_t i = 0; i < p->nfns; i++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->fns[i].value); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
        if (!omen_is_call(v) || !LLVMIsAInlineAsm(LLVMGetCalledValue(v))) continue;
        text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(v), &n);
        if (text && n) read_assembly(p, text, n);
      }
}

/* ---- what the linker lays out ---- */

/* A section's name, if the symbol is its beginning or end; "": that of all data; NULL: it is neither. */
static const char *section_of(const char *name) {
  static const char *const data[] = {"__data_start", "data_start", "edata",       "_edata",
                                     "end",          "_end",       "__bss_start", "__executable_start"};
  if (!strncmp(name, "__start_", 8)) return name + 8;
  if (!strncmp(name, "__stop_", 7)) return name + 7;
  for (size_t i = 0; i < sizeof data / sizeof *data; i++)
    if (!strcmp(name, data[i])) return "";
  return NULL;
}

/* The symbol is declared and points to the beginning or the end of what lies in a section: all of that may be
 * reached from there. */
void omen_between_symbols(struct omen_program *p, const char *name, uint32_t to) {
  const char *section = section_of(name);
  for (LLVMValueRef g = section ? LLVMGetFirstGlobal(p->m) : NULL; g; g = LLVMGetNextGlobal(g)) {
    const char *s = LLVMGetSection(g);
    if (LLVMIsDeclaration(g) || LLVMIsThreadLocal(g) || (*section && (!s || strcmp(s, section)))) continue;
    omen_pt_points(&p->pt, to, omen_pt_loc(&p->pt, omen_object_of(p, g), 0, 1));
  }
}

void omen_other_names(struct omen_program *p, char *names) {
  read_names(p, p->twins.data);
  read_names(p, names);
  find_assembly(p);
}
