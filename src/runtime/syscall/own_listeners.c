/* Listeners of the program, and whether it connected to them: see own_listeners.h. */
#include "runtime/syscall/own_listeners.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/fds.h"
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { FDS = 4096 };
struct listener {
  uint64_t key; /* 0: at an address that is not known */
  bool bound, listens, called;
};
static struct listener all[FDS];
static const struct omrt_by_fd table = {all, FDS, sizeof *all};
static bool lost; /* one has a number that is too large: any address may be its */

/* A file's name without its folder: it may be said in many ways. Of an abstract name that begins with 0, too.
 */
static uint64_t name_key(const struct sockaddr_un *un, uint64_t len) {
  uint64_t h = 0xcbf29ce484222325ull, end = len < sizeof *un ? len : sizeof *un;
  uint64_t i = sizeof un->sun_family, from = i;
  for (; i < end && (i == from || un->sun_path[i - from]); i++)
    h = un->sun_path[i - from] == '/' ? 0xcbf29ce484222325ull
                                      : (h ^ (uint8_t)un->sun_path[i - from]) * 0x100000001b3ull;
  return i == from ? 0 : h | 1ull << 32;
}

/* 0: not known, or any. */
static uint64_t key_of(uint64_t address, uint64_t len) {
  const struct sockaddr_in *in = (const void *)address; /* IPv6 has the port at the same place */
  if (len < 4 || !omrt_readable(in, len)) return 0;
  switch (in->sin_family) {
  case AF_INET:
  case AF_INET6: return in->sin_port;
  case AF_UNIX: return name_key((const void *)address, len);
  default: return 0;
  }
}

static void named(struct listener *l, uint64_t address, uint64_t len) {
  l->key = key_of(address, len);
  l->bound = true;
}

void omrt_own_listeners_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  omrt_by_fd_after(&table, c, a, ret);
  bool listens = c->fds == OMRT_FDS_LISTENS, tells = c->order == OMRT_ORDER_TELLS_NAME;
  if (ret < 0 || !(listens || tells || c->fds == OMRT_FDS_BINDS)) return;
  struct listener *l = omrt_by_fd(&table, a[0]);
  lost |= !l && listens;
  if (!l) return;
  if (c->fds == OMRT_FDS_BINDS) named(l, a[1], a[2]);
  if (tells && (l->bound || l->listens) && omrt_readable((void *)a[2], 4)) named(l, a[1], *(uint32_t *)a[2]);
  if (listens) l->listens = true;
}

bool omrt_own_listener_called(uint64_t address, uint64_t len) {
  uint64_t key = key_of(address, len);
  bool found = lost || !key;
  for (int fd = 0; fd < FDS; fd++)
    if (all[fd].listens && (!key || !all[fd].key || all[fd].key == key)) found = all[fd].called = true;
  return found;
}

bool omrt_own_listener_answers(uint64_t fd) {
  const struct listener *l = omrt_by_fd(&table, fd);
  return !l || l->called;
}
