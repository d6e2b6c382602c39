/* omen: looks the subcommand up and hands over. */
#include "base/base.h"
#include "base/stack.h"
#include "build/driver.h"
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
               "  omen cc -g -pthread prog.c -o prog && omen triage -- ./prog\n");
}

/* Names under which omen is one thing only: for build systems that want the compiler in one word, and for
 * clang, which starts its linker that way, and for the runtime. No dash: CMake would take it for a
 * cross-compiler's prefix and look for omen-llvm-ar. */
static const struct command other_names[] = {{"omencc", omen_cmd_cc, NULL},
                                             {"omenc++", omen_cmd_cxx, NULL},
                                             {"ld", omen_driver_link, NULL},
                                             {"omen-library", omen_cmd_library, NULL}};

static _Noreturn void no_command(const char *name) {
  const char *names[sizeof commands / sizeof *commands], *meant;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) names[i] = commands[i].name;
  if ((meant = omen_word_similar(name, names, sizeof names / sizeof *names)))
    omen_die(OMEN_EXIT_USAGE, "no command '%s': is '%s' meant? 'omen --help' lists them", name, meant);
  omen_die(OMEN_EXIT_USAGE, "no command '%s': 'omen --help' lists them", name);
}

static int command(int argc, char **argv) {
  const char *self = argc && strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argc ? argv[0] : "";
  for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
    if (!strcmp(self, other_names[i].name)) return other_names[i].run(argc, argv);
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
  no_command(name);
}

int main(int argc, char **argv) { return omen_on_large_stack(command, argc, argv); }
