/* Reads and writes manifest.json: see manifest.h. Reader and writer stand together so that they change
 * together. */
#include "record/manifest.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define MAX_LIST 1000000 /* arguments, variables or files: more than any system allows */

static const struct strategy {
  const char *word;
} strategies[] = {
#define X(symbol, word, help) {word},
#include "record/strategies.def"
};
#define NSTRATEGIES (sizeof strategies / sizeof *strategies)

const char *omen_strategy_name(uint32_t s) { return s < NSTRATEGIES ? strategies[s].word : NULL; }

int omen_strategy_parse(const char *word, uint32_t *strategy) {
  for (uint32_t i = 0; i < NSTRATEGIES; i++)
    if (!strcmp(strategies[i].word, word)) return *strategy = i, 0;
  return -1;
}

void omen_strings_free(char **list) {
  for (char **s = list; s && *s; s++) free(*s);
  free(list);
}

char **omen_strings_copy(char *const *list) {
  size_t n = 0;
  while (list[n]) n++;
  char **copy = omen_xcalloc(n + 1, sizeof *copy);
  for (size_t i = 0; i < n; i++) copy[i] = omen_xstrdup(list[i]);
  return copy;
}

void omen_manifest_forget_loaded(struct omen_manifest *m) {
  for (size_t i = 0; i < m->nloaded; i++) {
    free(m->loaded[i].name);
    free(m->loaded[i].id);
  }
  free(m->loaded);
  m->loaded = NULL;
  m->nloaded = m->cloaded = 0;
}

void omen_manifest_copy_loaded(struct omen_manifest *to, const struct omen_manifest *from) {
  for (size_t i = 0; i < from->nloaded; i++) {
    OMEN_GROW(to->loaded, to->nloaded, to->cloaded);
    struct omen_manifest_library *l = &to->loaded[to->nloaded++];
    *l = from->loaded[i];
    l->name = omen_xstrdup(l->name);
    l->id = omen_xstrdup(l->id);
  }
}

void omen_manifest_release(struct omen_manifest *m) {
  omen_manifest_forget_loaded(m);
  free(m->omen);
  free(m->program);
  free(m->cwd);
  free(m->recording);
  free(m->variant);
  omen_strings_free(m->argv);
  omen_strings_free(m->env);
  omen_strings_free(m->invariants);
  omen_strings_free(m->without);
  for (size_t i = 0; i < m->nfiles; i++) free(m->files[i].name);
  free(m->files);
  *m = (struct omen_manifest){0};
}

void omen_manifest_add_file(struct omen_manifest *m, const char *name, uint64_t size, uint64_t hash) {
  OMEN_GROW(m->files, m->nfiles, m->cfiles);
  m->files[m->nfiles++] = (struct omen_manifest_file){omen_xstrdup(name), size, hash};
}

/* ---- bytes <-> JSON ---- */

static json_t *bytes_to_json(const char *s) {
  json_t *plain = json_string(s);
  if (plain) return plain;
  struct omen_buf hex = {0};
  for (const unsigned char *p = (const unsigned char *)s; *p; p++) omen_buf_addf(&hex, "%02x", *p);
  json_t *o = json_pack("{s:s}", "hex", hex.data);
  omen_buf_release(&hex);
  return o;
}

static int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/* NULL when it is neither a string nor {"hex": ...}. */
static char *bytes_from_json(const json_t *j) {
  if (json_is_string(j)) {
    if (strlen(json_string_value(j)) != json_string_length(j)) return NULL;
    return omen_xstrdup(json_string_value(j));
  }
  const char *hex = json_string_value(json_object_get(j, "hex"));
  if (!hex || strlen(hex) % 2) return NULL;
  char *out = omen_xmalloc(strlen(hex) / 2 + 1), *p = out;
  for (; *hex; hex += 2) {
    int hi = nibble(hex[0]), lo = nibble(hex[1]);
    if (hi < 0 || lo < 0 || (hi == 0 && lo == 0)) return free(out), NULL;
    *p++ = (char)(hi << 4 | lo);
  }
  *p = 0;
  return out;
}

static json_t *list_to_json(char *const *list) {
  json_t *a = json_array();
  for (; list && *list; list++) json_array_append_new(a, bytes_to_json(*list));
  return a;
}

static char **list_from_json(const json_t *a) {
  size_t n = json_array_size(a);
  if (!json_is_array(a) || n > MAX_LIST) return NULL;
  char **list = omen_xcalloc(n + 1, sizeof *list);
  for (size_t i = 0; i < n; i++)
    if (!(list[i] = bytes_from_json(json_array_get(a, i)))) return omen_strings_free(list), NULL;
  return list;
}

/* 64-bit numbers are hex strings: JSON integers of jansson are signed. */
static json_t *u64_to_json(uint64_t v) {
  char text[24];
  snprintf(text, sizeof text, "%llx", (unsigned long long)v);
  return json_string(text);
}

static bool u64_from_json(const json_t *j, uint64_t *v) {
  const char *s = json_string_value(j);
  if (!s || !*s || strlen(s) > 16) return false;
  *v = 0;
  for (; *s; s++) {
    int d = nibble(*s);
    if (d < 0) return false;
    *v = *v << 4 | (uint64_t)d;
  }
  return true;
}

/* ---- the whole ---- */

static json_t *loaded_to_json(const struct omen_manifest *m) {
  json_t *a = json_array();
  for (size_t i = 0; i < m->nloaded; i++) {
    const struct omen_manifest_library *l = &m->loaded[i];
    json_t *o = json_object();
    json_object_set_new(o, "name", bytes_to_json(l->name));
    json_object_set_new(o, "id", json_string(l->id));
    json_object_set_new(o, "size", u64_to_json(l->size));
    json_object_set_new(o, "inode", u64_to_json(l->inode));
    json_object_set_new(o, "changed", u64_to_json(l->changed));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *to_json(const struct omen_manifest *m) {
  json_t *o = json_object(), *files = json_array();
  for (size_t i = 0; i < m->nfiles; i++) {
    json_t *f = json_object();
    json_object_set_new(f, "name", bytes_to_json(m->files[i].name));
    json_object_set_new(f, "size", u64_to_json(m->files[i].size));
    json_object_set_new(f, "xxh3", u64_to_json(m->files[i].hash));
    json_array_append_new(files, f);
  }
  json_object_set_new(o, "version", json_integer(OMEN_MANIFEST_VERSION));
  json_object_set_new(o, "complete", json_boolean(m->complete));
  json_object_set_new(o, "omen", bytes_to_json(m->omen));
  json_object_set_new(o, "program", bytes_to_json(m->program));
  json_object_set_new(o, "argv", list_to_json(m->argv));
  json_object_set_new(o, "env", list_to_json(m->env));
  json_object_set_new(o, "cwd", bytes_to_json(m->cwd));
  json_object_set_new(o, "recording", bytes_to_json(m->recording));
  json_object_set_new(o, "variant", bytes_to_json(m->variant));
  json_object_set_new(o, "stack_limit", u64_to_json(m->stack_limit));
  json_object_set_new(o, "seed", u64_to_json(m->seed));
  json_object_set_new(o, "quantum", u64_to_json(m->quantum));
  json_object_set_new(o, "pct_steps", u64_to_json(m->pct_steps));
  json_object_set_new(o, "keep_freed", u64_to_json(m->keep_freed));
  json_object_set_new(o, "pct_depth", json_integer(m->pct_depth));
  json_object_set_new(o, "flags", json_integer(m->flags));
  json_object_set_new(o, "strategy", json_string(omen_strategy_name(m->strategy)));
  json_object_set_new(o, "microseconds", json_integer((json_int_t)(m->seconds * 1e6)));
  json_object_set_new(o, "cpu_microseconds", json_integer((json_int_t)(m->cpu_seconds * 1e6)));
  if (m->limited) json_object_set_new(o, "limited", json_true());
  if (m->unheard) json_object_set_new(o, "unheard", json_true());
  if (m->invariants) json_object_set_new(o, "invariants", list_to_json(m->invariants));
  if (m->without) json_object_set_new(o, "without", list_to_json(m->without));
  if (m->made_inode) {
    json_object_set_new(o, "made_inode", u64_to_json(m->made_inode));
    json_object_set_new(o, "made_born", u64_to_json(m->made_born));
  }
  json_object_set_new(o, "loaded", loaded_to_json(m));
  json_object_set_new(o, "files", files);
  return o;
}

/* The one text of a manifest: keys in the order of to_json, then the checksum of the text without it. */
static char *render(json_t *o) {
  json_object_del(o, "checksum");
  char *bare = json_dumps(o, JSON_INDENT(1));
  json_object_set_new(o, "checksum", u64_to_json(XXH3_64bits(bare, strlen(bare))));
  free(bare);
  char *full = json_dumps(o, JSON_INDENT(1)), *text = omen_format("%s\n", full);
  free(full);
  return text;
}

int omen_manifest_write(const struct omen_manifest *m, const char *path, struct omen_err *err) {
  json_t *o = to_json(m);
  char *text = render(o);
  int result = omen_file_write_private(path, text, strlen(text), err); /* it has the environment */
  free(text);
  json_decref(o);
  return result;
}

static bool files_from_json(struct omen_manifest *m, const json_t *a) {
  if (!json_is_array(a) || json_array_size(a) > MAX_LIST) return false;
  for (size_t i = 0; i < json_array_size(a); i++) {
    const json_t *f = json_array_get(a, i);
    char *name = bytes_from_json(json_object_get(f, "name"));
    uint64_t size, hash;
    bool ok = name && u64_from_json(json_object_get(f, "size"), &size) &&
              u64_from_json(json_object_get(f, "xxh3"), &hash);
    /* names stay inside the folder */
    ok = ok && name[0] != '/' && !strstr(name, "..");
    if (ok) omen_manifest_add_file(m, name, size, hash);
    free(name);
    if (!ok) return false;
  }
  return true;
}

static bool loaded_from_json(struct omen_manifest *m, const json_t *a) {
  if (!json_is_array(a) || json_array_size(a) > MAX_LIST) return false;
  for (size_t i = 0; i < json_array_size(a); i++) {
    const json_t *o = json_array_get(a, i);
    OMEN_GROW(m->loaded, m->nloaded, m->cloaded);
    struct omen_manifest_library *l = &m->loaded[m->nloaded++];
    *l = (struct omen_manifest_library){.name = bytes_from_json(json_object_get(o, "name")),
                                        .id = bytes_from_json(json_object_get(o, "id"))};
    if (!l->name || !l->id || !u64_from_json(json_object_get(o, "size"), &l->size) ||
        !u64_from_json(json_object_get(o, "inode"), &l->inode) ||
        !u64_from_json(json_object_get(o, "changed"), &l->changed))
      return false;
  }
  return true;
}

static bool u32_from_json(const json_t *j, uint32_t *v) {
  if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) > UINT32_MAX) return false;
  *v = (uint32_t)json_integer_value(j);
  return true;
}

/* A list that is mostly not there. */
static bool some_from_json(const json_t *o, const char *name, char ***out) {
  const json_t *list = json_object_get(o, name);
  return !list || (*out = list_from_json(list));
}

/* Not in recordings of earlier builds. */
static bool made_from_json(struct omen_manifest *m, const json_t *o) {
  const json_t *inode = json_object_get(o, "made_inode");
  return !inode || (u64_from_json(inode, &m->made_inode) &&
                    u64_from_json(json_object_get(o, "made_born"), &m->made_born));
}

static bool from_json(struct omen_manifest *m, const json_t *o) {
  const char *strategy = json_string_value(json_object_get(o, "strategy"));
  m->complete = json_is_true(json_object_get(o, "complete"));
  m->limited = json_is_true(json_object_get(o, "limited"));
  m->unheard = json_is_true(json_object_get(o, "unheard"));
  m->seconds = (double)json_integer_value(json_object_get(o, "microseconds")) / 1e6;
  m->cpu_seconds = (double)json_integer_value(json_object_get(o, "cpu_microseconds")) / 1e6;
  return (m->omen = bytes_from_json(json_object_get(o, "omen"))) &&
         (m->program = bytes_from_json(json_object_get(o, "program"))) &&
         (m->argv = list_from_json(json_object_get(o, "argv"))) &&
         (m->env = list_from_json(json_object_get(o, "env"))) &&
         (m->cwd = bytes_from_json(json_object_get(o, "cwd"))) &&
         (m->recording = bytes_from_json(json_object_get(o, "recording"))) &&
         (m->variant = bytes_from_json(json_object_get(o, "variant"))) &&
         u64_from_json(json_object_get(o, "stack_limit"), &m->stack_limit) &&
         u64_from_json(json_object_get(o, "seed"), &m->seed) &&
         u64_from_json(json_object_get(o, "quantum"), &m->quantum) &&
         u64_from_json(json_object_get(o, "pct_steps"), &m->pct_steps) &&
         u64_from_json(json_object_get(o, "keep_freed"), &m->keep_freed) &&
         u32_from_json(json_object_get(o, "pct_depth"), &m->pct_depth) &&
         u32_from_json(json_object_get(o, "flags"), &m->flags) &&
         some_from_json(o, "invariants", &m->invariants) && some_from_json(o, "without", &m->without) &&
         strategy && !omen_strategy_parse(strategy, &m->strategy) && made_from_json(m, o) &&
         loaded_from_json(m, json_object_get(o, "loaded")) && files_from_json(m, json_object_get(o, "files"));
}

static int check_version(const json_t *o, const char *where, struct omen_err *err) {
  const json_t *v = json_object_get(o, "version");
  if (!json_is_integer(v)) return omen_fail(err, "%s: not the manifest of a recording", where);
  if (json_integer_value(v) != OMEN_MANIFEST_VERSION)
    return omen_fail(err, "%s: version %lld of the recording format; this omen reads version %d", where,
                     (long long)json_integer_value(v), OMEN_MANIFEST_VERSION);
  return 0;
}

int omen_manifest_parse(struct omen_manifest *m, const char *text, size_t len, const char *where,
                        struct omen_err *err) {
  *m = (struct omen_manifest){0};
  json_error_t why;
  json_t *o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
  if (!json_is_object(o)) {
    json_decref(o);
    return omen_fail(err, "%s: damaged: %s", where, why.text);
  }
  int result = check_version(o, where, err);
  if (!result) {
    char *again = render(o);
    bool same = strlen(again) == len && !memcmp(again, text, len);
    free(again);
    if (!same)
      result = omen_fail(err, "%s: damaged: its checksum does not fit", where);
    else if (!from_json(m, o))
      result = omen_fail(err, "%s: damaged: a field is missing or wrong", where);
    else if (!m->argv[0])
      result = omen_fail(err, "%s: damaged: no arguments", where);
  }
  json_decref(o);
  if (result) omen_manifest_release(m);
  return result;
}

int omen_manifest_read(struct omen_manifest *m, const char *path, struct omen_err *err) {
  *m = (struct omen_manifest){0};
  struct omen_buf text = {0};
  int result = omen_file_read(path, &text, err);
  if (!result) result = omen_manifest_parse(m, text.data, text.len, path, err);
  omen_buf_release(&text);
  return result;
}
