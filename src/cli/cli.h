/* cli/: the command. main() looks the subcommand up in commands.def; each subcommand is a file, and thin. */
#ifndef OMEN_CLI_H
#define OMEN_CLI_H
#include <stdbool.h>
#define X(name, function, help) int function(int argc, char **argv); /* argv[0] is the subcommand's name */
#include "cli/commands.def"
#undef X
/* What the runtime starts when the program opens a library: not for people. */
int omen_cmd_library(int argc, char **argv);
/* `omen classify` with its options taken already: triage ends with it. The exit code. */
struct omen_options;
/* `predict`: predicted races are looked for, too; those that were found before are told in any case. */
/* `made`: by this command, just now. */
int omen_classify_command(const struct omen_options *o, const char *recording, bool predict, bool made);
#endif
