/* `omen cc`, `omen c++`: clang 19, plus the program's bitcode kept with what it links.
 *
 * Compile steps are one exec of clang with a few flags added, which make it put bitcode beside the machine
 * code (fat LTO objects). Link steps name Omen as clang's linker (--ld-path): clang then calls
 * omen_driver_link with the linker's real command line, which merges the bitcode (a second, symbolic link by
 * lld), wraps it into a carrier object, and runs the real linker with that one more input. Nothing else of
 * clang's behaviour is touched, and so none of it is imitated. */
#ifndef OMEN_BUILD_DRIVER_H
#define OMEN_BUILD_DRIVER_H
#include "base/base.h"

/* argv[0] is ignored; the rest is the compiler's. Becomes clang; returns an exit code only if it cannot.
 * Two requests are its own: `--omen-show FILE` lists what travels with a file, `--omen-extract FILE OUT.bc`
 * writes its bitcode. */
int omen_driver_compile(bool cxx, int argc, char **argv);
/* argv is the linker's, argv[0] ignored. Returns the real linker's exit status. */
int omen_driver_link(int argc, char **argv);

/* An argument list that grows; always NULL-terminated. Owns its strings. */
struct omen_args {
  char **v;
  size_t n, cap;
};
void omen_args_add(struct omen_args *a, const char *s);
void omen_args_addf(struct omen_args *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void omen_args_release(struct omen_args *a);
/* Adds argv with @files expanded (GNU quoting, nested up to a depth); an unreadable @file stays as it is. */
void omen_args_expand(struct omen_args *a, int argc, char **argv);

/* Path of a tool of the toolchain: PATH first, then LLVM 19's own folder. Caller frees; NULL when there is
 * none. */
char *omen_tool_find(const char *name);
/* Folder of the runtime and the linker's stand-in (".../lib/omen"), or NULL with a message. Caller frees. */
char *omen_tool_home(struct omen_err *err);
/* Runs a command to its end. Standard output goes to `out`, standard error to `errors` where given (NULL:
 * inherited). Returns the exit status, 128 + signal, or -1 with a message when it could not be started. */
int omen_tool_run(char *const argv[], struct omen_buf *out, struct omen_buf *errors, struct omen_err *err);
#endif
