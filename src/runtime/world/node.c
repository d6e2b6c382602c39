/* A file's contents and properties: see world.h. Pages are copied into memory when they are first written;
 * until then they are those of the recording's image or of the real file, which is opened for reading, read
 * and closed again, so that no descriptor of it is ever held. */
#include "runtime/world/answers.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/mapped.h"
#include "runtime/world/contained.h"
#include "runtime/world/world.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

enum {
  PAGE = 4096,
  MOST_PAGES = 1 << 18,
  MOST_KEPT = 1 << 20
}; /* 1 GiB: then the disk of an exploration is full */
#define LONGEST (1ull << 36)
static uint64_t next_ino = 0x4f000000, held; /* pages */

void omrt_node_touch(struct omrt_node *n) {
  int64_t now = omrt_world_time(CLOCK_REALTIME);
  n->st.st_mtim = n->st.st_ctim = (struct timespec){now / 1000000000, now % 1000000000};
}

struct omrt_node *omrt_node_new(uint32_t mode) {
  struct omrt_node *n = omrt_alloc(sizeof *n);
  n->st.st_mode = mode;
  n->st.st_nlink = S_ISDIR(mode) ? 2 : 1;
  n->st.st_ino = next_ino++;
  n->st.st_uid = (uid_t)omrt_ask_number(SYS_geteuid);
  n->st.st_gid = (gid_t)omrt_ask_number(SYS_getegid);
  n->st.st_blksize = PAGE;
  omrt_node_touch(n);
  n->st.st_atim = n->st.st_mtim;
  return n;
}

/* A contained run keeps what files have in them, up to a limit each: its replays need no disk. */
static bool take_image(struct omrt_node *n, uint64_t at, uint8_t *to, uint64_t len) {
  uint64_t have;
  if (!omrt_of_contained() || n->base_len > MOST_KEPT || n->unkept) return false;
  n->image = omrt_ask_contents(n->base, MOST_KEPT, &have);
  n->unkept = !n->image;
  if (!n->image) return false;
  if (n->base_len > have) n->base_len = have; /* zeros behind it */
  if (at < have) memcpy(to, n->image + at, len < have - at ? len : have - at);
  return true;
}

/* What lies under the pages. */
static void read_under(struct omrt_node *n, uint64_t at, uint8_t *to, uint64_t len) {
  if (omrt_sym_on) omrt_sym_overwritten(to, len);
  memset(to, 0, len);
  if (at >= n->base_len) return;
  if (len > n->base_len - at) len = n->base_len - at;
  if (n->image) {
    memcpy(to, n->image + at, len);
    return;
  }
  if (!n->base || take_image(n, at, to, len)) return;
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, n->base, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
  if (fd < 0) return;
  for (uint64_t done = 0; done < len;) {
    long got = OMRT_SYS4(SYS_pread64, fd, to + done, len - done, at + done);
    if (got <= 0) break;
    done += (uint64_t)got;
  }
  OMRT_SYS1(SYS_close, fd);
}

static uint8_t *page_of(struct omrt_node *n, uint64_t i) { return i < n->npages ? n->pages[i] : NULL; }

static void grow(struct omrt_node *n, uint64_t pages) {
  if (pages <= n->npages) return;
  uint64_t cap = n->npages ? n->npages : 8;
  while (cap < pages) cap *= 2;
  uint8_t **more = omrt_alloc(cap * sizeof *more);
  if (n->npages) memcpy(more, n->pages, n->npages * sizeof *more);
  omrt_free(n->pages, n->npages * sizeof *more);
  n->pages = more;
  n->npages = cap;
}

static uint8_t *own_page(struct omrt_node *n, uint64_t i) {
  grow(n, i + 1);
  if (!n->pages[i]) {
    if (n->source) omrt_outward_unseen("a file input that is written over");
    n->pages[i] = omrt_alloc(PAGE);
    held++;
    read_under(n, i * PAGE, n->pages[i], PAGE);
  }
  return n->pages[i];
}

int64_t omrt_node_read(struct omrt_node *n, uint64_t at, void *to, uint64_t len) {
  uint64_t size = (uint64_t)n->st.st_size, done = 0;
  if (at >= size) return 0;
  if (len > size - at) len = size - at;
  if (omrt_mode.world) omrt_mapped_fetch(n, at, len);
  while (done < len) {
    uint64_t i = (at + done) / PAGE, off = (at + done) % PAGE;
    uint64_t take = PAGE - off < len - done ? PAGE - off : len - done;
    const uint8_t *page = page_of(n, i);
    if (page) {
      omrt_world_move((uint8_t *)to + done, page + off, take);
    } else {
      while (take < len - done && !page_of(n, (at + done + take) / PAGE)) /* a whole run at once */
        take = take + PAGE < len - done ? take + PAGE : len - done;
      read_under(n, at + done, (uint8_t *)to + done, take);
    }
    done += take;
  }
  return (int64_t)len;
}

int64_t omrt_node_write(struct omrt_node *n, uint64_t at, const void *from, uint64_t len) {
  if (at > LONGEST || len > LONGEST) return -EFBIG;
  if (held + len / PAGE + 2 > MOST_PAGES) return -ENOSPC;
  for (uint64_t done = 0; done < len;) {
    uint64_t off = (at + done) % PAGE, take = PAGE - off < len - done ? PAGE - off : len - done;
    omrt_world_move(own_page(n, (at + done) / PAGE) + off, (const uint8_t *)from + done, take);
    done += take;
  }
  if (len && at + len > (uint64_t)n->st.st_size) n->st.st_size = (int64_t)(at + len);
  n->st.st_blocks = (n->st.st_size + 511) / 512;
  omrt_node_touch(n);
  if (omrt_mode.world) omrt_mapped_show(n, at, len);
  return (int64_t)len;
}

void omrt_node_arrived(struct omrt_node *n, uint64_t at, void *to, uint64_t len) {
  uint8_t *p = to;
  for (uint64_t done = 0, take; n->source && done < len; done += take) {
    uint64_t from = at + done, left = PAGE - from % PAGE;
    take = left < len - done ? left : len - done;
    if (from >= n->base_len) return;
    uint64_t have = n->base_len - from < take ? n->base_len - from : take;
    if (!page_of(n, from / PAGE)) omrt_sym_arrived(n->source - 1, from, p + done, have);
  }
}

void omrt_node_measured(const struct omrt_node *n) {
  if (omrt_sym_on && n && n->source) omrt_sym_measured(n->source - 1, false);
}

int64_t omrt_node_truncate(struct omrt_node *n, uint64_t len) {
  if (len > LONGEST) return -EFBIG;
  if (len < (uint64_t)n->st.st_size) {
    if (len % PAGE && (page_of(n, len / PAGE) || len < n->base_len))
      memset(own_page(n, len / PAGE) + len % PAGE, 0, PAGE - len % PAGE);
    for (uint64_t i = (len + PAGE - 1) / PAGE; i < n->npages; i++) {
      held -= n->pages[i] != NULL;
      omrt_free(n->pages[i], PAGE);
      n->pages[i] = NULL;
    }
    if (n->base_len > len) n->base_len = len;
  }
  uint64_t was = (uint64_t)n->st.st_size;
  n->st.st_size = (int64_t)len;
  n->st.st_blocks = (n->st.st_size + 511) / 512;
  omrt_node_touch(n);
  if (omrt_mode.world && len > was) omrt_mapped_show(n, was, len - was);
  return 0;
}

void omrt_node_learn(struct omrt_node *n, uint64_t at, const void *data, uint64_t len) {
  static uint8_t have[1 << 16];
  if (at > LONGEST || len > LONGEST) return;
  struct timespec was = n->st.st_mtim;
  for (uint64_t done = 0; done < len;) {
    uint64_t take = len - done < sizeof have ? len - done : sizeof have;
    const uint8_t *is = (const uint8_t *)data + done;
    if (omrt_node_read(n, at + done, have, take) != (int64_t)take || memcmp(have, is, take))
      omrt_node_write(n, at + done, is, take);
    done += take;
  }
  n->st.st_mtim = n->st.st_ctim = was;
}
