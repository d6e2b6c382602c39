/* Libraries that are opened in a world of memory: the descriptor's file is the variant, as it lies in the
 * recording. See syscall/library.c. */
#include "runtime/world/contained.h"
#include "runtime/world/world.h"
#include "runtime/rt.h"
#include "runtime/syscall/libraries.h"
#include "runtime/syscall/library.h"
#include <sys/mman.h>
#include <sys/syscall.h>

static struct omrt_node *nodes; /* of variants */

static int64_t read_node(void *arg, uint64_t at, void *to, uint64_t len) {
  return omrt_node_read(arg, at, to, len);
}

static const uint8_t *map_file(int64_t library, uint64_t len) {
  long fd = omrt_libraries_open(library);
  if (fd < 0 || !len) return NULL;
  long got = OMRT_SYS6(SYS_mmap, omrt_reserve(len), len, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);
  OMRT_SYS1(SYS_close, fd);
  return got < 0 ? NULL : (const uint8_t *)got;
}

static struct omrt_node *node_of(int64_t library) {
  for (struct omrt_node *n = nodes; n; n = n->next)
    if (n->library == library) return n;
  struct stat st;
  if (omrt_library_stat(library, &st)) return NULL;
  struct omrt_node *n = omrt_node_new(st.st_mode);
  n->st = st;
  n->image = map_file(library, (uint64_t)st.st_size);
  n->base_len = n->image ? (uint64_t)st.st_size : 0;
  n->library = library;
  n->next = nodes;
  nodes = n;
  return n;
}

void omrt_world_library(int64_t fd, int64_t library) {
  struct omrt_desc *d = omrt_desc_at((uint64_t)fd);
  if (!d || d->kind != OMRT_D_FILE || !d->node || !d->node->base) return;
  if (library < 0 && omrt_library_noted(read_node, d->node))
    library = omrt_ask_library(d->node->base, &d->node->st);
  struct omrt_node *n = library > 0 ? node_of(library) : NULL;
  if (n) d->node = n;
}
