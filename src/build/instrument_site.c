/* Sites: where in the source an instruction comes from, by its debug location, and what it accesses. */
#include "build/instrument_parts.h"
#include "ir/excerpt.h"
#include "ir/debug_names.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static void put_inlined(struct omen_buf *out, LLVMMetadataRef at, LLVMContextRef c) {
  while (at) {
    struct omen_source_place p;
    omen_source_place_of(c, at, &p);
    omen_buf_addf(out, "%s%s:%s:%u:%u", out->len ? ";" : "", p.function, p.file, p.line, p.column);
    at = LLVMDILocationGetInlinedAt(at);
    omen_source_place_release(&p);
  }
}

LLVMValueRef omen_ins_site_value(struct omen_ins *x, uint32_t site) {
  LLVMValueRef number = omen_ins_u32(x, site);
  return x->o->shared_library || x->pieces.n ? omen_ins_build(x, x->site, &number, 1) : number;
}

/* Do two texts differ only in what stands between brackets? */
static bool same_shape(const char *a, const char *b) {
  for (int depth = 0;;) {
    while (depth && *a && *a != '[' && *a != ']') a++;
    while (depth && *b && *b != '[' && *b != ']') b++;
    if (*a != *b) return false;
    if (!*a) return true;
    depth += (*a == '[') - (*a == ']');
    a++, b++;
  }
}

/* The text of the access. A constant index may be the unroller's: then the source's own words are better. */
static char *text_of(struct omen_ins *x, LLVMValueRef ptr, uint64_t size, const struct omen_source_place *p) {
  char *text = omen_ir_names_expression(&x->names, ptr, size, p);
  const char *bracket = text ? strchr(text, '[') : NULL;
  if (!bracket || !strpbrk(bracket, "0123456789")) return text;
  char *own = omen_excerpt_expression(&x->names.source, p->file, p->line, p->column);
  if (own && same_shape(own, text)) {
    free(text);
    return own;
  }
  free(own);
  return text;
}

static uint64_t mix(uint64_t h, const char *s) {
  for (; s && *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3ull;
  return (h ^ 0xff) * 0x100000001b3ull;
}

static bool same(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* Unrolling and vectorising make many instructions of one access in the source: they are one site. */
static uint32_t add_or_find(struct omen_ins *x, const struct omen_site *s) {
  uint64_t h = mix(mix(mix(mix(0xcbf29ce484222325ull, s->kind), s->file), s->linkage), s->inlined), id;
  h = (h ^ s->line) * 0x9e3779b97f4a7c15ull;
  h = (h ^ s->column ^ (uint64_t)(s->pair >= 0) << 32 ^ (uint64_t)s->pruned << 33) * 0x9e3779b97f4a7c15ull;
  const void *key = (const void *)(uintptr_t)(h | 1);
  if (s->line && omen_map_get(&x->site_ids, key, &id)) {
    struct omen_site *o = &x->sites.sites[id];
    if (same(o->kind, s->kind) && same(o->file, s->file) && same(o->linkage, s->linkage) &&
        same(o->inlined, s->inlined) && o->line == s->line && o->column == s->column && o->pair == s->pair &&
        o->pruned == s->pruned && same_shape(o->text, s->text ? s->text : "")) {
      if (s->size && s->size < o->size) o->size = s->size;
      return (uint32_t)id;
    }
  }
  id = omen_sites_add(&x->sites, s);
  omen_map_put(&x->site_ids, key, id);
  return (uint32_t)id;
}

/* Fills in where in the source `at` is (NULL: only the function is known). The strings are the site's until
 * the place is released and `inlined` is. */
static void locate(struct omen_ins *x, LLVMValueRef fn, LLVMMetadataRef at, struct omen_site *s,
                   struct omen_source_place *p, struct omen_buf *inlined) {
  size_t len;
  if (at) {
    omen_source_place_of(x->c, at, p);
    put_inlined(inlined, LLVMDILocationGetInlinedAt(at), x->c);
    s->file = p->file;
    s->line = p->line;
    s->column = p->column;
    s->function = p->function;
    s->linkage = p->linkage && *p->linkage ? p->linkage : NULL;
  }
  if (!s->function || !*s->function) s->function = LLVMGetValueName2(fn, &len);
  if (!s->linkage) s->linkage = s->function;
  s->inlined = inlined->data;
}

static uint32_t make_site(struct omen_ins *x, LLVMValueRef inst, const char *kind, uint64_t size,
                          LLVMValueRef ptr, int64_t pair) {
  LLVMMetadataRef at = omen_ir_location(inst);
  LLVMSetCurrentDebugLocation2(x->b, at);
  struct omen_site s = {.kind = kind, .size = size, .pair = pair};
  s.pruned = x->o->check_pruned && omen_ins_pruned(x, inst);
  struct omen_source_place p = {0};
  struct omen_buf inlined = {0};
  locate(x, LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)), at, &s, &p, &inlined);
  char *text = ptr ? text_of(x, ptr, size, &p) : NULL;
  s.text = text;
  uint32_t id = add_or_find(x, &s);
  free(text);
  omen_buf_release(&inlined);
  omen_source_place_release(&p);
  return id;
}

uint32_t omen_ins_place_site(struct omen_ins *x, LLVMValueRef fn, LLVMMetadataRef at, const char *kind) {
  struct omen_site s = {.kind = kind, .pair = -1};
  struct omen_source_place p = {0};
  struct omen_buf inlined = {0};
  locate(x, fn, at, &s, &p, &inlined);
  uint32_t id = omen_sites_add(&x->sites, &s);
  omen_buf_release(&inlined);
  omen_source_place_release(&p);
  return id;
}

uint32_t omen_ins_site(struct omen_ins *x, LLVMValueRef inst, const char *kind, uint64_t size,
                       LLVMValueRef ptr) {
  return make_site(x, inst, kind, size, ptr, -1) - x->first_site;
}

uint32_t omen_ins_pair_site(struct omen_ins *x, LLVMValueRef read, LLVMValueRef write, uint64_t size,
                            LLVMValueRef ptr) {
  uint32_t first = make_site(x, read, "r", size, ptr, -1);
  return make_site(x, write, "w", size, ptr, first) - x->first_site;
}

void omen_ins_globals(struct omen_ins *x) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(x->m); g; g = LLVMGetNextGlobal(g)) {
    size_t len;
    const char *linkage = LLVMGetValueName2(g, &len);
    if (LLVMIsDeclaration(g) || !strncmp(linkage, "llvm.", 5) || !strncmp(linkage, "__omen_", 7)) continue;
    struct omen_site_global out = {.linkage = linkage, .name = linkage};
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    if (LLVMTypeIsSized(type)) out.size = LLVMABISizeOfType(x->td, type);
    struct omen_ir_variable v;
    bool known = omen_ir_names_global(&x->names, g, &v);
    if (!known && (LLVMIsGlobalConstant(g) || linkage[0] == '.')) continue;
    if (known) {
      out.name = v.name;
      out.file = v.file;
      out.line = v.line;
    }
    omen_sites_add_global(&x->sites, &out);
    if (known) omen_ir_variable_release(&v);
  }
}
