/* omen cc, omen c++, and the linker that clang is told to use: all thin, see build/driver.h. */
#include "build/driver.h"
#include "cli/cli.h"

int omen_cmd_cc(int argc, char **argv) { return omen_driver_compile(false, argc, argv); }
int omen_cmd_cxx(int argc, char **argv) { return omen_driver_compile(true, argc, argv); }
