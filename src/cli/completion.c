/* Completion for shells: see manual.h. Options come from the lists; what an option's argument is, from its
 * name there: FILE and DIR are completed as files. */
#include "cli/manual.h"
#include "record/manifest.h"
#include <stdlib.h>
#include <string.h>

static bool is_file(const char *argument) {
  return argument && (!strcmp(argument, "FILE") || !strcmp(argument, "DIR") || !strcmp(argument, "LOG"));
}

/* What stands for several, and those classes and consequences that verdicts.def offers. */
static const char *fail_on(void) {
  static char words[512] = "harmful new-harmful any never";
  static bool made;
#define ADD(word, offered)                                                                                   \
  if (offered && !made) strcat(words, " " word);
#define OMEN_CLASS(symbol, word, severity, harmful, level, tone, title, heading, offered, what, help)        \
  ADD(word, offered)
#define OMEN_CONSEQUENCE(symbol, word, title, offered) ADD(word, offered)
#include "record/verdicts.def"
#undef ADD
  made = true;
  return words;
}

/* The values of an option that has few; NULL: it has none to tell. */
static const char *words(const char *command, const char *option) {
  if (!strcmp(option, "strategy"))
    return
#define X(symbol, word, what) word " "
#include "record/strategies.def"
        "";
  if (!strcmp(option, "format"))
    return !strcmp(command, "trace") ? "bin std perfetto"
                                     : "text json html sarif junit markdown suppressions";
  if (!strcmp(option, "order")) return "primary alternate";
  if (!strcmp(option, "method")) return "portend state";
  if (!strcmp(option, "outside")) return "ordered free";
  if (!strcmp(option, "fail-on")) return fail_on();
  if (!strcmp(option, "filter")) return "tree";
  return NULL;
}

static void each(void (*visit)(struct omen_buf *, size_t, const struct omen_command_info *),
                 struct omen_buf *out) {
  for (size_t i = 0; omen_manual_command(i); i++) {
    struct omen_command_info *info = omen_manual_info(i);
    visit(out, i, info);
    omen_manual_info_free(info);
  }
}

/* ---- bash ---- */

static void bash_command(struct omen_buf *out, size_t i, const struct omen_command_info *info) {
  const char *name = omen_manual_command(i);
  omen_buf_addf(out, "    '%s')\n      opts='--help", name);
  for (size_t k = 0; k < info->n; k++) omen_buf_addf(out, " --%s", info->option[k].name);
  omen_buf_adds(out, "'\n      case $prev in\n");
  for (size_t k = 0; k < info->n; k++) {
    const struct omen_option_info *o = &info->option[k];
    const char *values = words(name, o->name);
    if (!o->argument || is_file(o->argument)) continue;
    omen_buf_addf(out, "        --%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", o->name,
                  values ? values : "");
  }
  omen_buf_adds(out, "      esac ;;\n");
}

void omen_completion_bash(struct omen_buf *out) {
  omen_buf_adds(out, "# bash completion for omen; made by 'omen manual bash'\n_omen() {\n"
                     "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} opts= i\n"
                     "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  for (size_t i = 0; omen_manual_command(i); i++)
    omen_buf_addf(out, "%s%s", i ? " " : "", omen_manual_command(i));
  omen_buf_adds(out, "' -- \"$cur\"))\n    return\n  fi\n"
                     "  for ((i = 2; i < COMP_CWORD; i++)); do # behind -- the program's own words begin\n"
                     "    if [ \"${COMP_WORDS[i]}\" = -- ]; then\n      COMPREPLY=($(compgen -f -- "
                     "\"$cur\"))\n      return\n    fi\n  done\n"
                     "  case ${COMP_WORDS[1]} in\n");
  each(bash_command, out);
  omen_buf_adds(
      out,
      "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$opts\" -- \"$cur\"))\n  else\n"
      "    COMPREPLY=($(compgen -f -- \"$cur\"))\n  fi\n}\ncomplete -o filenames -F _omen omen\n");
}

/* ---- zsh ---- */

static void zsh_text(struct omen_buf *out, const char *s) {
  for (; *s; s++)
    if (*s == '\'')
      omen_buf_adds(out, "'\\''");
    else if (strchr("[]:\\", *s))
      omen_buf_addf(out, "\\%c", *s);
    else
      omen_buf_add(out, s, 1);
}

static void zsh_option(struct omen_buf *out, const char *command, const struct omen_option_info *o) {
  const char *values = words(command, o->name);
  omen_buf_addf(out, " \\\n        '--%s%s[", o->name, o->argument ? "=" : "");
  zsh_text(out, o->help);
  omen_buf_adds(out, "]");
  if (o->argument) {
    omen_buf_adds(out, ":");
    zsh_text(out, o->argument);
    if (values)
      omen_buf_addf(out, ":(%s)", values);
    else
      omen_buf_adds(out, is_file(o->argument) ? ":_files" : ": ");
  }
  omen_buf_adds(out, "'");
}

static void zsh_command(struct omen_buf *out, size_t i, const struct omen_command_info *info) {
  omen_buf_addf(out, "    (%s)\n      _arguments '--help[what it does]'", omen_manual_command(i));
  for (size_t k = 0; k < info->n; k++) zsh_option(out, omen_manual_command(i), &info->option[k]);
  omen_buf_adds(out, " \\\n        '*:file:_files' ;;\n");
}

void omen_completion_zsh(struct omen_buf *out) {
  omen_buf_adds(out, "#compdef omen\n# zsh completion for omen; made by 'omen manual zsh'\n_omen() {\n  "
                     "local -a commands\n  commands=(\n");
  for (size_t i = 0; omen_manual_command(i); i++) {
    omen_buf_addf(out, "    '%s:", omen_manual_command(i));
    zsh_text(out, omen_manual_help(i));
    omen_buf_adds(out, "'\n");
  }
  omen_buf_adds(out, "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
                     "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n");
  each(zsh_command, out);
  omen_buf_adds(out, "  esac\n}\n_omen \"$@\"\n");
}

/* ---- fish ---- */

static void fish_text(struct omen_buf *out, const char *s) {
  omen_buf_adds(out, "'");
  for (; *s; s++) {
    if (*s == '\'' || *s == '\\') omen_buf_adds(out, "\\");
    omen_buf_add(out, s, 1);
  }
  omen_buf_adds(out, "'");
}

static void fish_command(struct omen_buf *out, size_t i, const struct omen_command_info *info) {
  const char *name = omen_manual_command(i);
  omen_buf_addf(out, "complete -c omen -n __fish_use_subcommand -f -a '%s' -d ", name);
  fish_text(out, omen_manual_help(i));
  omen_buf_addf(out, "\ncomplete -c omen -n '__fish_seen_subcommand_from %s' -l help -d 'what it does'\n",
                name);
  for (size_t k = 0; k < info->n; k++) {
    const struct omen_option_info *o = &info->option[k];
    const char *values = words(name, o->name);
    omen_buf_addf(out, "complete -c omen -n '__fish_seen_subcommand_from %s' -l %s", name, o->name);
    if (o->letter) omen_buf_addf(out, " -s %c", o->letter);
    if (o->argument) omen_buf_adds(out, is_file(o->argument) ? " -r -F" : " -x");
    if (values) omen_buf_addf(out, " -a '%s'", values);
    omen_buf_adds(out, " -d ");
    fish_text(out, o->help);
    omen_buf_adds(out, "\n");
  }
}

void omen_completion_fish(struct omen_buf *out) {
  omen_buf_adds(out, "# fish completion for omen; made by 'omen manual fish'\n");
  each(fish_command, out);
}
