/* omen: looks the subcommand up and hands over. */
#include "base/base.h"
#include "cli/cli.h"
#include <string.h>

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *help;
} commands[] = {
#define X(name, function, help) {name, function, help},
#include "cli/commands.def"
#undef X
};

static void usage(FILE *out) {
  fprintf(out, "usage: omen COMMAND [ARGUMENTS]\n\n"
               "Tells which data races of a C or C++ program matter, and proves it.\n\n");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
  fprintf(out, "\n'omen COMMAND --help' tells more. Start with:\n"
               "  omen cc -g -pthread prog.c -o prog && omen run -- ./prog\n");
}

int main(int argc, char **argv) {
  if (argc < 2) {
    usage(stderr);
    return OMEN_EXIT_USAGE;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
    usage(stdout);
    return 0;
  }
  if (!strcmp(name, "--version")) {
    puts("omen " OMEN_VERSION);
    return 0;
  }
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(name, commands[i].name)) return commands[i].run(argc - 1, argv + 1);
  omen_die(OMEN_EXIT_USAGE, "no command '%s': 'omen --help' lists them", name);
}
