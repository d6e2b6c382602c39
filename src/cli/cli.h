/* cli/: the command. main() looks the subcommand up in commands.def; each subcommand is a file, and thin. */
#ifndef OMEN_CLI_H
#define OMEN_CLI_H
#define X(name, function, help) int function(int argc, char **argv); /* argv[0] is the subcommand's name */
#include "cli/commands.def"
#undef X
#endif
