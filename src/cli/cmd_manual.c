/* omen manual: manual pages and completion scripts, made of the lists that --help is made of. The build
 * writes them all into its share folder, from where they are installed. */
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/manual.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Shows the manual page of a command (or of omen itself), or writes the completion script of a shell.\n"
    "The pages and scripts are those that 'make install' puts in place.";

static const struct {
  const char *shell, *file;
  void (*write)(struct omen_buf *out);
} shells[] = {{"bash", "bash-completion/completions/omen", omen_completion_bash},
              {"zsh", "zsh/site-functions/_omen", omen_completion_zsh},
              {"fish", "fish/vendor_completions.d/omen.fish", omen_completion_fish}};
enum { SHELLS = sizeof shells / sizeof *shells };

static int write_below(const char *dir, const char *name, struct omen_buf *text, struct omen_err *err) {
  char *path = omen_format("%s/%s", dir, name), *slash = strrchr(path, '/');
  *slash = 0;
  int result = omen_mkdirs(path, err);
  *slash = '/';
  if (!result) result = omen_file_write(path, text->data, text->len, err);
  free(path);
  omen_buf_release(text);
  *text = (struct omen_buf){0};
  return result;
}

static int write_all(const char *dir, struct omen_err *err) {
  struct omen_buf text = {0};
  omen_manual_main(&text);
  if (write_below(dir, "man/man1/omen.1", &text, err)) return -1;
  for (size_t i = 0; omen_manual_command(i); i++) {
    const char *name = omen_manual_command(i);
    char *file = omen_format("man/man1/omen-%s.1", name);
    omen_manual_page(name, &text);
    int result = write_below(dir, file, &text, err);
    free(file);
    if (result) return result;
  }
  for (int cxx = 0; cxx < 2; cxx++) { /* the compilers in one word have the same pages */
    omen_buf_addf(&text, ".so man1/omen-%s.1\n", cxx ? "c++" : "cc");
    if (write_below(dir, cxx ? "man/man1/omenc++.1" : "man/man1/omencc.1", &text, err)) return -1;
  }
  for (size_t i = 0; i < SHELLS; i++) {
    shells[i].write(&text);
    if (write_below(dir, shells[i].file, &text, err)) return -1;
  }
  return 0;
}

/* Through `man`, where there is one and somebody reads at a terminal; else as text. */
static int show(struct omen_buf *text) {
  FILE *out =
      isatty(STDOUT_FILENO) && !system("command -v man >/dev/null 2>&1") ? popen("man -l -", "w") : NULL;
  if (out) {
    fwrite(text->data, 1, text->len, out);
    pclose(out);
  } else {
    struct omen_buf plain = {0};
    omen_manual_text(text, &plain);
    fwrite(plain.data, 1, plain.len, stdout);
    omen_buf_release(&plain);
  }
  omen_buf_release(text);
  return fflush(stdout) ? OMEN_EXIT_FAILED : OMEN_EXIT_OK;
}

int omen_cmd_manual(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_MANUAL, "omen manual [COMMAND | bash | zsh | fish]", about, argc,
                            argv, &o);
  struct omen_err err = {0};
  struct omen_buf text = {0};
  if (o.manual_output) {
    if (n) omen_die(OMEN_EXIT_USAGE, "manual: --output writes all pages: without '%s'", argv[0]);
    if (write_all(o.manual_output, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
    return OMEN_EXIT_OK;
  }
  if (n > 1) omen_die(OMEN_EXIT_USAGE, "manual: one command, or one shell: bash, zsh or fish");
  if (!n) {
    omen_manual_main(&text);
    return show(&text);
  }
  for (size_t i = 0; i < SHELLS; i++)
    if (!strcmp(argv[0], shells[i].shell)) {
      shells[i].write(&text);
      return omen_write_to("-", &text, &err) ? OMEN_EXIT_FAILED : OMEN_EXIT_OK;
    }
  for (size_t i = 0; omen_manual_command(i); i++)
    if (!strcmp(argv[0], omen_manual_command(i))) {
      omen_manual_page(argv[0], &text);
      return show(&text);
    }
  omen_die(OMEN_EXIT_USAGE, "manual: no command or shell '%s': 'omen --help' lists the commands", argv[0]);
}
