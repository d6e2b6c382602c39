/* derive REC OUT [WORD...] [-- NAME=VALUE...]: a derived recording of REC (docs/verdicts.md) in OUT, by the
 * very program of REC. WORDs name the inputs as --symbolic does; a NAME gives one of them another value:
 * argv:N, argc, stdin, env:NAME, file:PATH, as far as the words name it. VALUE @FILE is what is in that file.
 * Says how the run ended; with --out FD first, the bytes that went to that descriptor go to standard output.
 * With --symbolic PROGRAM before REC it is run by the symbolic variant of PROGRAM, which REC is a run of. */
#include "explore/derive.h"
#include "explore/explore_parts.h"
#include <stdlib.h>
#include <string.h>

static void set_argc(struct omen_inputs *in, const char *value) {
  uint32_t n = (uint32_t)strtoul(value, NULL, 10);
  struct omen_input *i = omen_inputs_find(in, OMEN_INPUT_ARGC, "");
  if (!i) omen_die(2, "argc is no input");
  omen_inputs_set(i, &n, sizeof n);
  for (uint32_t k = 1; k < n; k++) { /* more than there were */
    char name[16];
    snprintf(name, sizeof name, "%u", k);
    if (!omen_inputs_find(in, OMEN_INPUT_ARGV, name))
      omen_inputs_add(in, OMEN_INPUT_ARGV, name, "", 0, 8, true);
  }
}

static struct omen_input *named(struct omen_inputs *in, const char *name) {
  struct omen_input *i = NULL;
  if (!strncmp(name, "argv:", 5)) i = omen_inputs_find(in, OMEN_INPUT_ARGV, name + 5);
  if (!strcmp(name, "stdin")) i = omen_inputs_find(in, OMEN_INPUT_STDIN, "");
  if (!strncmp(name, "env:", 4)) i = omen_inputs_find(in, OMEN_INPUT_ENV, name + 4);
  if (!strncmp(name, "socket:", 7)) i = omen_inputs_find(in, OMEN_INPUT_SOCKET, name + 7);
  for (size_t k = 0; !i && !strncmp(name, "file:", 5) && k < in->n; k++) { /* by the end of its path */
    const char *path = in->list[k].name;
    size_t n = strlen(path), m = strlen(name + 5);
    if (in->list[k].kind == OMEN_INPUT_FILE && n >= m && !strcmp(path + n - m, name + 5)) i = &in->list[k];
  }
  if (!i) omen_die(2, "%s is no input", name);
  return i;
}

static void set(struct omen_inputs *in, const char *word) {
  const char *equals = strchr(word, '=');
  if (!equals) omen_die(2, "%s: NAME=VALUE is needed", word);
  char *name = omen_xstrndup(word, (size_t)(equals - word));
  struct omen_buf text = {0};
  struct omen_err err;
  if (!strcmp(name, "argc")) {
    set_argc(in, equals + 1);
  } else {
    if (equals[1] != '@')
      omen_buf_adds(&text, equals + 1);
    else if (omen_file_read(equals + 2, &text, &err))
      omen_die(2, "%s", err.msg);
    omen_inputs_set(named(in, name), text.data, text.len);
  }
  omen_buf_release(&text);
  free(name);
}

static void show(const struct omen_recording *r, uint32_t fd) {
  struct omen_result result = {0};
  struct omen_err err;
  char *path = omen_format("%s/outputs", r->dir), *outcome = omen_format("%s/outcome", r->dir);
  if (omen_file_read(outcome, &result.said, &err) || omen_file_read(path, &result.bytes, &err) ||
      omen_result_take(&result, &err))
    omen_die(3, "%s", err.msg);
  struct omen_buf text = {0};
  omen_result_text(&result, fd, &text);
  fwrite(text.data ? text.data : "", 1, text.len, stdout);
  fprintf(stderr, "derive: status %d, %llu events\n", omen_outcome_status(&result.outcome),
          (unsigned long long)omen_outcome_counter(&result.outcome, "events"));
  omen_buf_release(&text);
  omen_result_release(&result);
  free(path);
  free(outcome);
}

int main(int argc, char **argv) {
  uint32_t fd = 1;
  struct omen_err err;
  struct omen_recording base, out;
  if (argc > 2 && !strcmp(argv[1], "--out")) {
    fd = (uint32_t)strtoul(argv[2], NULL, 10);
    argv += 2;
    argc -= 2;
  }
  struct omen_variant symbolic, *by = NULL;
  if (argc > 2 && !strcmp(argv[1], "--symbolic")) {
    if (omen_variant_get(argv[2], OMEN_VARIANT_SYMBOLIC, &symbolic, &err)) omen_die(3, "%s", err.msg);
    by = &symbolic;
    argv += 2;
    argc -= 2;
  }
  if (argc < 3) omen_die(2, "derive REC OUT [WORD...] [-- NAME=VALUE...]");
  if (omen_recording_open(&base, argv[1], &err)) omen_die(3, "%s", err.msg);
  int at = 3;
  while (at < argc && strcmp(argv[at], "--")) at++;
  char **values = at < argc ? argv + at + 1 : argv + argc;
  argv[at] = NULL;
  struct omen_inputs in;
  if (omen_inputs_of(&base, argv + 3, &in, &err)) omen_die(3, "%s", err.msg);
  for (; *values; values++) set(&in, *values);
  struct omen_derivation d = {.base = &base, .inputs = &in, .variant = by};
  if (omen_derive_by(&d, argv[2], &out, &err)) omen_die(3, "%s", err.msg);
  show(&out, fd);
  omen_inputs_release(&in);
  omen_recording_release(&out);
  omen_recording_release(&base);
  if (by) omen_variant_release(by);
  return 0;
}
