/* Manual pages: see manual.h. */
#include "cli/manual.h"
#include "cli/cli.h"
#include "record/config.h"
#include "record/manifest.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *help;
} commands[] = {
#define X(name, function, help) {name, function, help},
#include "cli/commands.def"
#undef X
};
enum { COMMANDS = sizeof commands / sizeof *commands };

const char *omen_manual_command(size_t i) { return i < COMMANDS ? commands[i].name : NULL; }
const char *omen_manual_help(size_t i) { return commands[i].help; }

static bool compiler(size_t i) { return commands[i].run == omen_cmd_cc || commands[i].run == omen_cmd_cxx; }

struct omen_command_info *omen_manual_info(size_t i) {
  if (!compiler(i)) return omen_command_info(commands[i].run, commands[i].name);
  struct omen_command_info *info = omen_xcalloc(1, sizeof *info);
  info->usage = omen_format("omen %s [options of clang] FILE...", commands[i].name);
  info->about = omen_xstrdup("Compiles and links as clang 19 does, with the same options, and keeps the "
                             "program's bitcode beside its "
                             "machine code. The result is the ordinary program. To be used as CC and CXX: "
                             "CC=\"omen cc\" CXX=\"omen c++\", "
                             "or in one word, omencc and omenc++.");
  return info;
}

void omen_manual_info_free(struct omen_command_info *info) {
  free(info->usage);
  free(info->about);
  free(info);
}

/* ---- man(7) ---- */

/* A line must not begin with a dot or a quote, and dashes are to stay dashes. */
static void text(struct omen_buf *out, const char *s) {
  for (const char *p = s; *p; p++) {
    bool first = p == s || p[-1] == '\n';
    if (first && (*p == '.' || *p == '\'')) omen_buf_adds(out, "\\&");
    if (*p == '-' || *p == '\\')
      omen_buf_addf(out, "\\%c", *p == '\\' ? 'e' : '-');
    else
      omen_buf_add(out, p, 1);
  }
}

static void upper(struct omen_buf *out, const char *s) {
  for (; *s; s++) {
    char c = (char)toupper((unsigned char)*s);
    omen_buf_add(out, &c, 1);
  }
}

/* Paragraphs are parted by empty lines; lines that begin with a space are kept as they are. */
static void paragraphs(struct omen_buf *out, const char *s) {
  char *copy = omen_xstrdup(s), *at = copy, *line;
  bool kept = false;
  while ((line = strsep(&at, "\n"))) {
    bool keep = line[0] == ' ';
    if (keep != kept) omen_buf_adds(out, keep ? ".nf\n" : ".fi\n");
    kept = keep;
    if (!*line)
      omen_buf_adds(out, ".PP\n");
    else {
      text(out, line);
      omen_buf_adds(out, "\n");
    }
  }
  if (kept) omen_buf_adds(out, ".fi\n");
  free(copy);
}

static void head(struct omen_buf *out, const char *page, const char *what) {
  omen_buf_adds(out, ".\\\" Made by 'omen manual' from the lists of options: do not edit.\n.TH ");
  upper(out, page);
  omen_buf_adds(out, " 1 \"\" \"Omen " OMEN_VERSION "\" \"Omen\"\n.SH NAME\n");
  text(out, page);
  omen_buf_adds(out, " \\- ");
  text(out, what);
  omen_buf_adds(out, "\n");
}

static void strategies(struct omen_buf *out) {
  omen_buf_adds(out, ".RS\n");
#define X(symbol, word, what)                                                                                \
  omen_buf_adds(out, ".TP\n.B " word "\n");                                                                  \
  text(out, what);                                                                                           \
  omen_buf_adds(out, "\n");
#include "record/strategies.def"
  omen_buf_adds(out, ".RE\n");
}

static void option(struct omen_buf *out, const struct omen_option_info *o) {
  omen_buf_adds(out, ".TP\n");
  if (o->letter) omen_buf_addf(out, ".BR \\-%c \", \" ", o->letter);
  omen_buf_adds(out, o->letter ? "\\-\\-" : ".B \\-\\-");
  text(out, o->name);
  if (o->argument) {
    omen_buf_adds(out, o->letter ? " \" " : " ");
    text(out, o->argument);
    if (o->letter) omen_buf_adds(out, "\"");
  }
  omen_buf_adds(out, "\n");
  text(out, o->help);
  omen_buf_adds(out, "\n");
  if (!strcmp(o->name, "strategy")) strategies(out);
}

static void see_also(struct omen_buf *out, const char *but) {
  omen_buf_adds(out, ".SH SEE ALSO\n");
  if (but) omen_buf_adds(out, ".BR omen (1)");
  for (size_t i = 0; i < COMMANDS; i++) {
    if (but && !strcmp(but, commands[i].name)) continue;
    omen_buf_addf(out, "%s.BR omen\\-%s (1)", but || i ? ",\n" : "", commands[i].name);
  }
  omen_buf_adds(out, "\n");
}

void omen_manual_page(const char *command, struct omen_buf *out) {
  size_t i = 0;
  while (i < COMMANDS && strcmp(commands[i].name, command)) i++;
  if (i == COMMANDS) return;
  struct omen_command_info *info = omen_manual_info(i);
  char *page = omen_format("omen-%s", command);
  head(out, page, commands[i].help);
  omen_buf_adds(out, ".SH SYNOPSIS\n.B ");
  text(out, info->usage);
  omen_buf_adds(out, "\n.SH DESCRIPTION\n");
  paragraphs(out, info->about);
  if (info->n) omen_buf_adds(out, ".SH OPTIONS\n");
  for (size_t k = 0; k < info->n; k++) option(out, &info->option[k]);
  see_also(out, command);
  free(page);
  omen_manual_info_free(info);
}

void omen_manual_main(struct omen_buf *out) {
  head(out, "omen", "tells which data races of a C or C++ program matter, and proves it");
  omen_buf_adds(out, ".SH SYNOPSIS\n.B omen\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n"
                     "Omen runs a program under its own control, finds its data races, replays the run "
                     "exactly, and shows what\n"
                     "happens when a race goes the other way. A program is built with\n.B omen cc\nor\n.BR "
                     "\"omen c++\" ,\nand then:\n"
                     ".PP\n.nf\n    omen cc \\-g \\-pthread prog.c \\-o prog\n    omen triage \\-\\- "
                     "./prog\n.fi\n.SH COMMANDS\n");
  for (size_t i = 0; i < COMMANDS; i++) {
    omen_buf_addf(out, ".TP\n.BR \"omen %s\" \" (see omen\\-%s(1))\"\n", commands[i].name, commands[i].name);
    text(out, commands[i].help);
    omen_buf_adds(out, "\n");
  }
  omen_buf_adds(out, ".SH \"EXIT STATUS\"\n.B omen run\nand\n.B omen replay\nend as the program ended: its "
                     "status, or 128 + the signal "
                     "that it died of; 124: a deadlock; 125: Omen failed; 126: the program cannot be run; "
                     "127: it is not found.\n"
                     "The others: 0 nothing that counts was found, 1 something was, 2 the command line is "
                     "wrong, 3 Omen failed, 4 the "
                     "program could not be run.\n.SH ENVIRONMENT\n"
                     ".TP\n.B OMEN_OPTIONS\nname=value, with spaces, commas or colons between, as in "
                     "TSAN_OPTIONS: suppressions, exitcode, "
                     "log_path, print_suppressions, color.\n"
                     ".TP\n.B OMEN_TRUST\n1: the same as \\-\\-trust.\n"
                     ".TP\n.B OMEN_CACHE\nthe folder where instrumented variants of programs are kept "
                     "(default: omen in the user's cache).\n"
                     ".TP\n.B NO_COLOR\nif it is set, text reports have no colour.\n");
  see_also(out, NULL);
}
