/* Libraries that are opened in a world of memory: the descriptor's file is the variant, as it lies in the
 * recording. See syscall/library.c. */
#include "runtime/explore/contained.h"
#include "runtime/explore/world.h"
#include "runtime/rt.h"
#include "runtime/syscall/libraries.h"
#include "runtime/syscall/library.h"
#include <sys/mman.h>
#include <sys/syscall.h>

static struct omen_node *nodes; /* of variants */

static int64_t read_node(void *arg, uint64_t at, void *to, uint64_t len) {
  return omen_node_read(arg, at, to, len);
}

static const uint8_t *map_file(int64_t library, uint64_t len) {
  long fd = omen_libraries_open(library);
  if (fd < 0 || !len) return NULL;
  long got = OMEN_SYS6(SYS_mmap, omen_reserve(len), len, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);
  OMEN_SYS1(SYS_close, fd);
  return got < 0 ? NULL : (const uint8_t *)got;
}

static struct omen_node *node_of(int64_t library) {
  for (struct omen_node *n = nodes; n; n = n->next)
    if (n->library == library) return n;
  struct stat st;
  if (omen_library_stat(library, &st)) return NULL;
  struct omen_node *n = omen_node_new(st.st_mode);
  n->st = st;
  n->image = map_file(library, (uint64_t)st.st_size);
  n->base_len = n->image ? (uint64_t)st.st_size : 0;
  n->library = library;
  n->next = nodes;
  nodes = n;
  return n;
}

void omen_world_library(int64_t fd, int64_t library) {
  struct omen_desc *d = omen_desc_at((uint64_t)fd);
  if (!d || d->kind != OMEN_D_FILE || !d->node || !d->node->base) return;
  if (library < 0 && omen_library_noted(read_node, d->node))
    library = omen_ask_library(d->node->base, &d->node->st);
  struct omen_node *n = library > 0 ? node_of(library) : NULL;
  if (n) d->node = n;
}
