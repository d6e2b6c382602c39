/* Inputs as JSON and as lines for people: see paths.h. */
#include "triage/paths.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Text as it is. A zero in it is no text: JSON has it, readers of JSON in C do not. */
static json_t *bytes_json(const struct omen_input *i) {
  json_t *j = memchr(i->bytes, 0, i->len) ? NULL : json_stringn((const char *)i->bytes, i->len);
  if (j) return j;
  struct omen_buf hex = {0};
  for (size_t k = 0; k < i->len; k++) omen_buf_addf(&hex, "%02x", i->bytes[k]);
  j = json_pack("{s:s}", "hex", hex.data ? hex.data : "");
  omen_buf_release(&hex);
  return j;
}

static void add_named(json_t *all, const char *key, const struct omen_input *i) {
  json_t *group = json_object_get(all, key);
  if (!group) json_object_set_new(all, key, group = json_object());
  json_object_set_new(group, i->name, omen_input_unset(i) ? json_null() : bytes_json(i)); /* null: not set */
}

char *omen_inputs_json(const struct omen_inputs *in, const char *program) {
  json_t *all = json_object(), *argv = json_array();
  json_array_append_new(argv, json_string(program));
  bool any = false;
  for (size_t k = 0; k < in->n; k++) {
    const struct omen_input *i = &in->list[k];
    switch (i->kind) {
    case OMEN_INPUT_ARGC: any = true; break;
    case OMEN_INPUT_ARGV:
      any = true;
      json_array_append_new(argv, bytes_json(i));
      break;
    case OMEN_INPUT_STDIN: json_object_set_new(all, "stdin", bytes_json(i)); break;
    case OMEN_INPUT_ENV: add_named(all, "env", i); break;
    case OMEN_INPUT_FILE: add_named(all, "file", i); break;
    case OMEN_INPUT_SOCKET: add_named(all, "socket", i); break;
    }
  }
  if (any) json_object_set(all, "argv", argv);
  json_decref(argv);
  char *text = json_dumps(all, JSON_COMPACT);
  json_decref(all);
  return text;
}

/* As C would have it in quotes, cut where it gets long. */
static void quoted(struct omen_buf *out, const struct omen_input *i) {
  enum { MOST = 200 };
  omen_buf_adds(out, "\"");
  for (size_t k = 0; k < i->len && k < MOST; k++) {
    unsigned char c = i->bytes[k];
    if (c == '\n')
      omen_buf_adds(out, "\\n");
    else if (c == '\t')
      omen_buf_adds(out, "\\t");
    else if (c == '"' || c == '\\')
      omen_buf_addf(out, "\\%c", c);
    else if (c < 32 || c > 126)
      omen_buf_addf(out, "\\%03o", c);
    else
      omen_buf_addf(out, "%c", c);
  }
  omen_buf_addf(out, i->len > MOST ? "\"... (%zu bytes)" : "\"", i->len);
}

/* In a shell's words; what is no text in the quotes that bash has for it. */
static void argument(struct omen_buf *out, const struct omen_input *i) {
  for (size_t k = 0; k < i->len; k++) {
    if (i->bytes[k] >= 32 && i->bytes[k] <= 126) continue;
    omen_buf_adds(out, " $'");
    for (k = 0; k < i->len; k++) omen_buf_addf(out, "\\x%02x", i->bytes[k]);
    omen_buf_adds(out, "'");
    return;
  }
  char *text = omen_format("%.*s", (int)i->len, (const char *)i->bytes), *word = omen_shell_word(text);
  omen_buf_addf(out, " %s", *text ? word : "''");
  free(text);
  free(word);
}

static void others(struct omen_buf *out, const struct omen_inputs *in) {
  for (size_t k = 0; k < in->n; k++) {
    const struct omen_input *i = &in->list[k];
    if (omen_input_unset(i)) {
      omen_buf_addf(out, "\nenvironment: %s is not set", i->name);
      continue;
    }
    if (i->kind == OMEN_INPUT_STDIN)
      omen_buf_adds(out, "\nstandard input: ");
    else if (i->kind == OMEN_INPUT_ENV)
      omen_buf_addf(out, "\nenvironment: %s=", i->name);
    else if (i->kind == OMEN_INPUT_FILE)
      omen_buf_addf(out, "\nfile %s: ", i->name);
    else if (i->kind == OMEN_INPUT_SOCKET)
      omen_buf_addf(out, "\nconnection %s: ", i->name);
    else
      continue;
    quoted(out, i);
  }
}

char *omen_inputs_lines(const struct omen_inputs *in, const char *program) {
  struct omen_buf out = {0};
  char *word = omen_shell_word(program);
  bool any = false;
  for (size_t k = 0; k < in->n; k++)
    any |= in->list[k].kind == OMEN_INPUT_ARGV || in->list[k].kind == OMEN_INPUT_ARGC;
  if (any) omen_buf_adds(&out, word);
  for (size_t k = 0; k < in->n; k++)
    if (in->list[k].kind == OMEN_INPUT_ARGV) argument(&out, &in->list[k]);
  others(&out, in);
  char *text = omen_xstrdup(out.data ? out.data + (out.data[0] == '\n') : "");
  free(word);
  omen_buf_release(&out);
  return text;
}
