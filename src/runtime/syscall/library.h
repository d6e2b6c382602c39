/* Libraries that the program opens while it runs (dlopen): those that were built with `omen cc` are opened as
 * their variants. See library.c. */
#ifndef OMRT_SYSCALL_LIBRARY_H
#define OMRT_SYSCALL_LIBRARY_H
#include "runtime/syscall/fds.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_desc;
struct stat;

/* At start: where the dynamic linker is, and the environment that the command gets. */
void omrt_library_init(uint64_t linker, char **envp);
/* The variant that stands behind this descriptor, by its number in the lists; 0: none. */
int64_t omrt_library_at(uint64_t fd);
void omrt_library_closed(struct omrt_fds which);
/* Maps the variant's file as `a` (mmap's arguments) says, at `at` if that is not 0. */
int64_t omrt_library_map(int64_t library, uint64_t at, const uint64_t a[6]);
/* It was mapped at `at`: `a` as above. */
void omrt_library_mapped(int64_t library, uint64_t at, const uint64_t a[6]);
/* The program unmaps this. True: it was code of a variant, whose addresses are not used again. */
bool omrt_library_unmapped(uint64_t at, uint64_t len);
void omrt_library_report(void); /* where those that are closed were mapped */

/* ---- for a world in memory: world/world_library.c ---- */

/* The variant of the library at that path, found or made; 0: it goes in as it is. */
int64_t omrt_library_choose(const char *path, const struct stat *st);
int64_t omrt_library_stat(int64_t library, struct stat *st);
/* Was it built with `omen cc`? `read` gives bytes of the file. */
bool omrt_library_noted(int64_t (*read)(void *arg, uint64_t at, void *to, uint64_t len), void *arg);
#endif
