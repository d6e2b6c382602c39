/* What the recorded run knows of its descriptors, so that the kernel need not be asked before every call:
 * what a descriptor leads to stays the same until it is closed; its flags, too, unless the program changes
 * them, or somebody else who has the same open file. So flags are kept of what this process has opened
 * itself, and no child of it and no receiver of a message can have. Recording only. */
#ifndef OMRT_SYSCALL_DESCRIPTOR_FACTS_H
#define OMRT_SYSCALL_DESCRIPTOR_FACTS_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_card;
struct omrt_fd {
  uint64_t dev, ino;
  uint32_t mode; /* as of stat */
};
/* NULL: no such descriptor. Good until the next question. */
const struct omrt_fd *omrt_fd_file(uint64_t fd);
long omrt_fd_flags(uint64_t fd); /* The mode, O_NONBLOCK and O_APPEND are as F_GETFL says; < 0: an error */
/* A file on a disk, say: whoever reads or writes it waits for nobody. */
bool omrt_fd_never_waits(uint64_t fd);
void omrt_fd_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret); /* every call */
#endif
