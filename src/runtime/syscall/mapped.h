/* Files that the program has mapped. The kernel shows in a mapping what is written to the file by its
 * descriptor; a replay's mappings are memory of its own, where somebody has to put it. While recording,
 * what a call changed in mappings is noted with the call, and a replay has it from there. An
 * exploration asks its own files (world/node.c): they are written to shared mappings and read from them. */
#ifndef OMRT_SYSCALL_MAPPED_H
#define OMRT_SYSCALL_MAPPED_H
#include "runtime/log.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_node;

/* A mapping of a file was made at `at`, as mmap's arguments say. `node`: the exploration's file, or NULL. */
void omrt_mapped_add(const uint64_t a[6], uint64_t at, struct omrt_node *node);
/* munmap, or another mapping in its place; mprotect, before it is made (it may be the last time to read what
 * is there) and after; mremap. */
void omrt_mapped_cut(uint64_t lo, uint64_t len);
void omrt_mapped_protecting(uint64_t lo, uint64_t len, int prot);
void omrt_mapped_protect(uint64_t lo, uint64_t len, int prot);
void omrt_mapped_move(uint64_t lo, uint64_t len, uint64_t to, uint64_t new_len);

/* Does it touch a mapped file? The same in a recording and its replays. */
bool omrt_mapped_any(uint64_t lo, uint64_t len);

/* The files, one after the other, into which the program may have stored: exploration; NULL: no more are
 * known. */
enum { OMRT_STORED_MOST = 512 };
struct omrt_node *omrt_mapped_stored(int i);

bool omrt_mapped_holds(uint64_t lo, uint64_t len); /* is it all in one of the mappings? */

/* Recording: the call was made, and changed these mappings. */
int omrt_mapped_pieces(int nr, const uint64_t a[6], int64_t ret, struct omrt_piece *out, int room);
/* And these, from the program's memory: of the same call, to be logged behind it. They are told once. */
const struct omrt_copy *omrt_mapped_copies(int *n);
/* memcpy into the program's memory, which may be a mapping that is only to be read. */
void omrt_mapped_put(void *to, const void *from, uint64_t len);

void omrt_mapped_apart(
    void); /* this process is a fork, or another's image: what it had of /proc is not its own */

/* Exploration: bytes of the file changed, or are about to be read. */
void omrt_mapped_show(struct omrt_node *n, uint64_t at, uint64_t len);
void omrt_mapped_fetch(struct omrt_node *n, uint64_t at, uint64_t len);
#endif
