/* An input's folder in the corpus of omen explore:
 *
 *   args      the arguments, each closed by a zero byte     (without the program's name)
 *   stdin     standard input
 *   env       NAME=VALUE of the variables that were varied, each closed by a zero byte
 *   files/N   contents of the files that were varied; `names` says which, a line each
 *   stdout, stderr    what the program wrote
 *   run.sh    runs the ordinary program with all this
 *   what      what happened, for people */
#include "record/defect_words.h"
#include "triage/corpus.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct place {
  const char *dir; /* the input's folder */
  struct omen_err *err;
};

static int put(const struct place *p, const char *name, const void *data, size_t n) {
  char *path = omen_format("%s/%s", p->dir, name);
  int result = omen_file_write(path, data ? data : "", n, p->err);
  free(path);
  return result;
}
/* A word for bash, whatever its bytes. */
static void word(struct omen_buf *out, const uint8_t *bytes, size_t n) {
  bool plain = true;
  for (size_t i = 0; i < n; i++) plain &= isprint(bytes[i]) != 0;
  if (plain) {
    char *text = omen_xstrndup((const char *)bytes, n), *quoted = omen_shell_word(text);
    omen_buf_adds(out, quoted);
    free(text);
    free(quoted);
    return;
  }
  omen_buf_adds(out, "$'");
  for (size_t i = 0; i < n; i++)
    if (isprint(bytes[i]) && bytes[i] != '\'' && bytes[i] != '\\')
      omen_buf_add(out, &bytes[i], 1);
    else
      omen_buf_addf(out, "\\%03o", bytes[i]);
  omen_buf_adds(out, "'");
}

static int write_files(const struct place *p, const struct omen_inputs *in) {
  struct omen_buf names = {0};
  unsigned n = 0;
  int result = 0;
  for (size_t i = 0; i < in->n && !result; i++) {
    const struct omen_input *f = &in->list[i];
    if (f->kind != OMEN_INPUT_FILE) continue;
    char *name = omen_format("files/%u", n++), *folder = omen_format("%s/files", p->dir);
    result = omen_mkdirs(folder, p->err) || put(p, name, f->bytes, f->len);
    omen_buf_addf(&names, "%s\n", f->name);
    free(name);
    free(folder);
  }
  if (!result && n) result = put(p, "files/names", names.data, names.len);
  omen_buf_release(&names);
  return result;
}
/* The number of the file that an argument names; -1: none. */
static int file_named(const struct omen_inputs *in, const char *cwd, const char *argument) {
  char *absolute = *argument == '/' ? omen_xstrdup(argument) : omen_format("%s/%s", cwd, argument);
  char *real = realpath(absolute, NULL);
  int n = 0, found = -1;
  for (size_t i = 0; i < in->n; i++) {
    if (in->list[i].kind != OMEN_INPUT_FILE) continue;
    if (!strcmp(in->list[i].name, absolute) || (real && !strcmp(in->list[i].name, real))) found = n;
    n++;
  }
  free(absolute);
  free(real);
  return found;
}

static void script_arguments(struct omen_buf *s, const struct omen_recording *base,
                             const struct omen_inputs *in, char **argv) {
  for (size_t i = 1; argv[i]; i++) {
    int file = file_named(in, base->manifest.cwd, argv[i]);
    omen_buf_adds(s, " ");
    if (file >= 0)
      omen_buf_addf(s, "\"$here/files/%d\"", file);
    else
      word(s, (const uint8_t *)argv[i], strlen(argv[i]));
  }
}
static void script_inputs(struct omen_buf *s, const struct omen_recording *base, const struct omen_inputs *in,
                          char **argv) {
  for (size_t i = 0; i < in->n; i++) {
    const struct omen_input *v = &in->list[i];
    bool passed = false;
    for (size_t k = 1; argv[k] && v->kind == OMEN_INPUT_FILE; k++)
      passed |= file_named(&(struct omen_inputs){.list = (struct omen_input *)v, .n = 1}, base->manifest.cwd,
                           argv[k]) >= 0;
    if (omen_input_unset(v)) {
      omen_buf_addf(s, "unset %s\n", v->name);
    } else if (v->kind == OMEN_INPUT_ENV) {
      omen_buf_addf(s, "export %s=", v->name);
      word(s, v->bytes, v->len);
      omen_buf_adds(s, "\n");
    } else if (v->kind == OMEN_INPUT_FILE && !passed)
      omen_buf_addf(
          s, "echo \"run.sh: the program reads %s itself: put the file there that files/names says\" >&2\n",
          v->name);
    else if (v->kind == OMEN_INPUT_SOCKET)
      omen_buf_addf(s, "echo \"run.sh: what connection %s receives is not played here\" >&2\n", v->name);
  }
}
static int write_script(const struct place *p, const struct omen_recording *base,
                        const struct omen_inputs *in, char **argv) {
  struct omen_buf s = {0};
  bool has_stdin = false;
  for (size_t i = 0; i < in->n; i++) has_stdin |= in->list[i].kind == OMEN_INPUT_STDIN;
  omen_buf_adds(&s, "#!/usr/bin/env bash\n# Runs the program with this input.\n"
                    "here=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\n");
  omen_buf_adds(&s, "cd ");
  word(&s, (const uint8_t *)base->manifest.cwd, strlen(base->manifest.cwd));
  omen_buf_adds(&s, " || exit\n");
  script_inputs(&s, base, in, argv);
  omen_buf_adds(&s, "exec ");
  word(&s, (const uint8_t *)base->manifest.program, strlen(base->manifest.program));
  script_arguments(&s, base, in, argv);
  omen_buf_adds(&s, has_stdin ? " < \"$here/stdin\"\n" : "\n");
  int result = put(p, "run.sh", s.data, s.len);
  char *path = omen_format("%s/run.sh", p->dir);
  if (!result) chmod(path, 0755);
  free(path);
  omen_buf_release(&s);
  return result;
}

static int write_inputs(const struct place *p, const struct omen_inputs *in, char **argv) {
  struct omen_buf args = {0}, env = {0};
  int result = 0;
  for (size_t i = 1; argv[i]; i++) omen_buf_add(&args, argv[i], strlen(argv[i]) + 1);
  result = put(p, "args", args.data, args.len);
  for (size_t i = 0; i < in->n && !result; i++) {
    const struct omen_input *v = &in->list[i];
    if (v->kind == OMEN_INPUT_STDIN) result = put(p, "stdin", v->bytes, v->len);
    if (v->kind != OMEN_INPUT_ENV || omen_input_unset(v)) continue;
    omen_buf_addf(&env, "%s=", v->name);
    omen_buf_add(&env, v->bytes, v->len);
    omen_buf_add(&env, "", 1);
  }
  if (!result && env.len) result = put(p, "env", env.data, env.len);
  omen_buf_release(&args);
  omen_buf_release(&env);
  return result || write_files(p, in) ? -1 : 0;
}
static int write_results(const struct place *p, const struct omen_corpus_input *e) {
  struct omen_buf text[2] = {{0}, {0}}, what = {0};
  for (uint32_t k = 0; k < 2; k++) omen_result_text(&e->result, k + 1, &text[k]);
  char *end = omen_corpus_input_end(e);
  omen_buf_addf(&what, "%s\n", end);
  for (size_t i = 0; i < e->result.outcome.ndefects; i++) {
    char title[256];
    omen_defect_title(&e->result.outcome.defects[i], title, sizeof title);
    omen_buf_addf(&what, "%s\n", title);
  }
  if (e->why) omen_buf_adds(&what, "found: ");
  if (e->why && e->parent >= 0) omen_buf_addf(&what, "from input %03u, ", (unsigned)e->parent);
  if (e->why) omen_buf_adds(&what, e->why);
  if (e->at) omen_buf_addf(&what, " (%s)", e->at);
  if (e->why) omen_buf_adds(&what, "\n");
  if (e->bad)
    omen_buf_addf(&what, "failure %016llx: the first input that shows it has a recording, for omen replay\n",
                  (unsigned long long)e->failure);
  int result = put(p, "stdout", text[0].data, text[0].len) || put(p, "stderr", text[1].data, text[1].len) ||
               put(p, "what", what.data, what.len);
  free(end);
  omen_buf_release(&what);
  for (int k = 0; k < 2; k++) omen_buf_release(&text[k]);
  return result;
}

int omen_corpus_add(const char *folder, const struct omen_recording *base, const struct omen_corpus_input *e,
                    struct omen_err *err) {
  char **argv, **env;
  struct place p = {folder, err};
  omen_inputs_strings(e->inputs, base->manifest.argv, base->manifest.env, &argv, &env);
  int result = omen_mkdirs(folder, err) || write_inputs(&p, e->inputs, argv) ||
               write_script(&p, base, e->inputs, argv) || write_results(&p, e);
  omen_strings_free(argv);
  omen_strings_free(env);
  return result ? -1 : 0;
}
