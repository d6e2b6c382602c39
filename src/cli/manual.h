/* The manual pages and the completion scripts, from the lists of options.def and commands.def. */
#ifndef OMEN_CLI_MANUAL_H
#define OMEN_CLI_MANUAL_H
#include "base/base.h"
#include "cli/options.h"

const char *omen_manual_command(size_t i); /* NULL: there are no more */
const char *omen_manual_help(size_t i);    /* its line in `omen --help` */
/* What the command can do; the compilers', which are clang's, have no options here. The caller releases. */
struct omen_command_info *omen_manual_info(size_t i);
void omen_manual_info_free(struct omen_command_info *info);

/* manual.c, in man(7). */
void omen_manual_main(struct omen_buf *out);
void omen_manual_page(const char *command, struct omen_buf *out);
/* manual_text.c: such a page as plain text. */
void omen_manual_text(const struct omen_buf *page, struct omen_buf *out);
/* completion.c */
void omen_completion_bash(struct omen_buf *out);
void omen_completion_zsh(struct omen_buf *out);
void omen_completion_fish(struct omen_buf *out);
#endif
