/* The lists of libraries (build/libraries.h) as the runtime reads them: the recording's, and that of the
 * folder that this run writes into, if it is another. A library's number: from 1 in the first, from SECOND on
 * in the other. */
#ifndef OMRT_SYSCALL_LIBRARIES_H
#define OMRT_SYSCALL_LIBRARIES_H
#include <stdbool.h>
#include <stdint.h>
struct stat;

void omrt_libraries_environment(char **envp); /* of the command: kept, whatever the program does to its own */
/* 0: it is not in a list. */
int64_t omrt_libraries_find(const char *path, const struct stat *st);
bool omrt_libraries_has(int64_t library);        /* with a variant */
const char *omrt_libraries_why(int64_t library); /* NULL: it has a variant */
long omrt_libraries_open(int64_t library);       /* the variant's file, for reading; -errno */
/* The line `map` of a mapping of that file, for the outcome. */
void omrt_libraries_map(uint64_t lo, uint64_t hi, uint64_t offset, int64_t library);
/* Has the command make it: after that it is in a list, one way or the other, unless all went wrong. */
void omrt_libraries_make(const char *path);
/* Says once that the library goes in as it is. */
void omrt_libraries_note(const char *path, int64_t library, const char *why);
#endif
