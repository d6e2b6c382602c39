/* Using checkpoints: see saved_checkpoints.h. Any bytes may be in these files: what does not fit is not used.
 */
#include "record/saved_checkpoints.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#define FRONT_LIMIT (64ull << 20)

struct saved {
  char *path;
  struct omen_saved_file file;
  struct omen_buf front;
  struct omen_saved_head head;
  bool damaged, no_show; /* no_show: what was written before is not known */
};
struct omen_saved_checkpoints {
  const struct omen_recording *recording;
  struct saved *at; /* by events */
  size_t n, capacity;
  int unpacked, memory; /* the one in `memory`; -1 */
  bool said;
};

uint64_t omen_saved_checkpoints_events(const struct omen_saved_checkpoints *s, int i) {
  return s->at[i].head.events;
}

/* Once a recording: more would not help. */
static void refuse(struct omen_saved_checkpoints *s, const char *path, const char *why) {
  if (!s->said) omen_warn("%s: %s: not used, replays begin earlier", path, why);
  s->said = true;
}

/* ---- reading the front ---- */

static const struct omen_saved_thread *threads_of(const struct saved *g) {
  return (const void *)(g->front.data + sizeof g->head);
}
static const struct omen_saved_map *maps_of(const struct saved *g) {
  return (const void *)(threads_of(g) + g->head.nthreads);
}
static const char *names_of(const struct saved *g) { return (const char *)(maps_of(g) + g->head.nmaps); }

static bool well_formed(struct saved *g) {
  const struct omen_saved_head *h = &g->head;
  memcpy(&g->head, g->front.data, sizeof g->head);
  if (h->magic != OMEN_SAVED_MAGIC || h->version != OMEN_SAVED_VERSION || h->size != sizeof *h) return false;
  if (h->nmaps > OMEN_SAVED_MAPS || h->strings > OMEN_SAVED_STRINGS || !h->strings) return false;
  uint64_t len = sizeof *h + (uint64_t)h->nthreads * sizeof(struct omen_saved_thread) +
                 (uint64_t)h->nmaps * sizeof(struct omen_saved_map) + h->strings;
  if (len != g->file.front || names_of(g)[h->strings - 1]) return false;
  for (uint32_t i = 0; i < h->nmaps; i++)
    if (maps_of(g)[i].name >= h->strings) return false;
  return true;
}

static bool read_front(struct saved *g) {
  struct omen_saved_file *f = &g->file;
  struct stat st;
  int fd = open(g->path, O_RDONLY | O_CLOEXEC);
  bool good = fd >= 0 && !fstat(fd, &st) && pread(fd, f, sizeof *f, 0) == sizeof *f &&
              f->own_hash == XXH3_64bits(f, offsetof(struct omen_saved_file, own_hash)) &&
              f->magic == OMEN_SAVED_MAGIC && f->version == OMEN_SAVED_VERSION && f->size == sizeof *f &&
              f->front >= sizeof g->head && f->front <= FRONT_LIMIT && f->packed <= (uint64_t)st.st_size &&
              (uint64_t)st.st_size == sizeof *f + f->front + f->packed;
  if (good) {
    g->front.data = omen_xmalloc(f->front + 1);
    g->front.len = f->front;
    good = pread(fd, g->front.data, f->front, sizeof *f) == (ssize_t)f->front &&
           XXH3_64bits(g->front.data, f->front) == f->front_hash && well_formed(g);
  }
  if (fd >= 0) close(fd);
  return good;
}

/* ---- is it of this recording, and can it be used here? ---- */

static bool first_page(const char *path, uint64_t *hash) {
  char page[OMEN_SAVED_PAGE] = {0};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool good = fd >= 0 && read(fd, page, sizeof page) > 0;
  if (fd >= 0) close(fd);
  *hash = omen_saved_hash(1, page, sizeof page);
  return good;
}

/* Libraries of the system, by the pages that have their build ids; what came with the recording is checked
 * with it. The process that becomes the checkpoint looks at all that again, and at its kernel and processor.
 */
static const char *other_library(const struct omen_recording *r, const struct saved *g) {
  size_t own = strlen(r->manifest.recording);
  for (uint32_t i = 0; i < g->head.nmaps; i++) {
    const struct omen_saved_map *m = &maps_of(g)[i];
    const char *name = names_of(g) + m->name;
    uint64_t hash;
    if (m->kind != OMEN_MAP_FILE || !m->first || *name != '/') continue;
    if (!strncmp(name, r->manifest.recording, own) && name[own] == '/') continue;
    if (!first_page(name, &hash) || hash != m->first) return name;
  }
  return NULL;
}

static bool of_this(const struct omen_recording *r, const char *dir) {
  char *path = omen_format("%s/of", dir);
  struct omen_buf text = {0};
  bool same = !omen_file_read(path, &text, NULL) && text.len &&
              strtoull(text.data, NULL, 16) == omen_recording_identity(r);
  omen_buf_release(&text);
  free(path);
  return same;
}

/* How far the file `shown` is what the checkpoints say, checkpoint by checkpoint. */
static void check_shown(struct omen_saved_checkpoints *s, const char *dir) {
  char *path = omen_format("%s/shown", dir);
  struct omen_buf all = {0};
  struct omen_saved_shown head;
  uint64_t at = 0, hash = 0;
  bool bad = omen_file_read(path, &all, NULL) != 0;
  for (size_t i = 0; i < s->n; i++) {
    while (!bad && at < s->at[i].head.shown) {
      bad = all.len - at < sizeof head;
      if (bad) break;
      memcpy(&head, all.data + at, sizeof head);
      bad = head.len > all.len - at - sizeof head;
      if (bad) break;
      hash = omen_saved_hash(hash, &head, sizeof head);
      hash = omen_saved_hash(hash, all.data + at + sizeof head, head.len);
      at += sizeof head + head.len;
    }
    s->at[i].no_show =
        s->at[i].head.shown && (bad || at != s->at[i].head.shown || hash != s->at[i].head.shown_hash);
    if (s->at[i].no_show) refuse(s, path, "damaged");
  }
  omen_buf_release(&all);
  free(path);
}

static int by_events(const void *a, const void *b) {
  const struct saved *x = a, *y = b;
  return x->head.events < y->head.events ? -1 : x->head.events > y->head.events;
}

static void release(struct saved *g) {
  free(g->path);
  omen_buf_release(&g->front);
}

static void add(struct omen_saved_checkpoints *s, char *path, uint64_t watch) {
  struct saved g = {.path = path};
  const char *library = NULL;
  if (!read_front(&g))
    refuse(s, path, "damaged");
  else if (g.head.watch != watch)
    refuse(s, path, "it is not of these races");
  else if ((library = other_library(s->recording, &g))) {
    if (!s->said) omen_warn("%s: %s was another one then: not used, replays begin earlier", path, library);
    s->said = true;
  } else {
    OMEN_GROW(s->at, s->n, s->capacity);
    s->at[s->n++] = g;
    return;
  }
  release(&g);
}

static bool is_image(const char *name) { return strlen(name) == 6 && strspn(name, "0123456789") == 6; }

struct omen_saved_checkpoints *omen_saved_checkpoints_open(const struct omen_recording *r,
                                                           const struct omen_watch *watch, uint32_t watches) {
  char *dir = omen_format("%s/segments", r->dir);
  struct dirent **entries = NULL;
  int n = scandir(dir, &entries, NULL, alphasort);
  struct omen_saved_checkpoints *s = omen_xcalloc(1, sizeof *s);
  uint64_t hash = omen_saved_hash(1, watch, watches * sizeof *watch);
  *s = (struct omen_saved_checkpoints){.recording = r, .unpacked = -1, .memory = -1};
  bool ours = n > 2 && of_this(r, dir);
  if (n > 2 && !ours) refuse(s, dir, "not of this recording");
  for (int i = 0; i < n; i++) {
    if (ours && is_image(entries[i]->d_name)) add(s, omen_format("%s/%s", dir, entries[i]->d_name), hash);
    free(entries[i]);
  }
  free(entries);
  if (s->n) {
    qsort(s->at, s->n, sizeof *s->at, by_events);
    check_shown(s, dir);
  }
  free(dir);
  if (s->n) return s;
  omen_saved_checkpoints_close(s);
  return NULL;
}

void omen_saved_checkpoints_close(struct omen_saved_checkpoints *s) {
  if (!s) return;
  for (size_t i = 0; i < s->n; i++) release(&s->at[i]);
  if (s->memory >= 0) close(s->memory);
  free(s->at);
  free(s);
}

/* ---- choosing ---- */

/* Is that access surely yet to come? As runtime/explore/checkpoint_server.c has it. */
static bool ahead(const struct saved *g, struct omen_plan_place place) {
  for (uint32_t i = 0; i < g->head.nthreads; i++)
    if (threads_of(g)[i].id == place.thread) return threads_of(g)[i].points < place.point;
  return place.thread >= g->head.threads_made;
}

int omen_saved_checkpoints_before(struct omen_saved_checkpoints *s, const struct omen_plan *plan,
                                  bool shown) {
  for (size_t i = s->n; i-- > 0;) {
    const struct saved *g = &s->at[i];
    if (g->damaged || (shown && g->no_show)) continue;
    if (plan->leave.at == OMEN_LEAVE_EVENT ? g->head.events < plan->leave.count
                                           : ahead(g, omen_plan_place(plan)))
      return (int)i;
  }
  return -1;
}

/* ---- unpacking ---- */

static bool write_all(int fd, const void *data, size_t n) {
  const char *p = data;
  while (n) {
    ssize_t w = write(fd, p, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return false;
    p += w, n -= (size_t)w;
  }
  return true;
}

/* What is behind the front, to `to`. */
static bool unpack_rest(const struct saved *g, const char *packed, int to) {
  ZSTD_DCtx *z = ZSTD_createDCtx();
  XXH3_state_t *hash = XXH3_createState();
  size_t room = 1 << 20, left = 1;
  char *buf = omen_xmalloc(room);
  ZSTD_inBuffer in = {packed, g->file.packed, 0};
  uint64_t got = 0;
  bool good = z && hash && !XXH3_64bits_reset(hash);
  while (good && left && got <= g->file.rest) {
    ZSTD_outBuffer out = {buf, room, 0};
    size_t before = in.pos;
    left = ZSTD_decompressStream(z, &out, &in);
    good = !ZSTD_isError(left) && (out.pos || in.pos > before) && write_all(to, buf, out.pos);
    XXH3_64bits_update(hash, buf, out.pos);
    got += out.pos;
  }
  good = good && got == g->file.rest && in.pos == in.size && XXH3_64bits_digest(hash) == g->file.rest_hash;
  ZSTD_freeDCtx(z);
  XXH3_freeState(hash);
  free(buf);
  return good;
}

static bool unpack(const struct saved *g, int to) {
  uint64_t size = sizeof g->file + g->file.front + g->file.packed;
  int fd = open(g->path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  char *at = fd >= 0 && !fstat(fd, &st) && (uint64_t)st.st_size == size
                 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0)
                 : MAP_FAILED;
  bool good = at != MAP_FAILED && write_all(to, g->front.data, g->front.len) &&
              unpack_rest(g, at + sizeof g->file + g->file.front, to);
  if (at != MAP_FAILED) munmap(at, size);
  if (fd >= 0) close(fd);
  return good;
}

int omen_saved_checkpoints_unpack(struct omen_saved_checkpoints *s, int i) {
  if (s->unpacked == i) return s->memory;
  if (s->memory >= 0) close(s->memory);
  s->unpacked = -1;
  s->memory = memfd_create("omen-segment", MFD_CLOEXEC);
  if (s->memory >= 0 && unpack(&s->at[i], s->memory)) {
    s->unpacked = i;
    return s->memory;
  }
  s->at[i].damaged = true;
  refuse(s, s->at[i].path, "damaged");
  return -1;
}

int omen_saved_checkpoints_for(struct omen_saved_checkpoints *s, const struct omen_plan *plan, bool shown) {
  for (int i; s && (i = omen_saved_checkpoints_before(s, plan, shown)) >= 0;) {
    int fd = omen_saved_checkpoints_unpack(s, i);
    if (fd >= 0) return fd;
  }
  return 0;
}
