/* Keeping checkpoints: see saved_checkpoints.h. A process of its own takes them in, so that the command can
 * wait for the replay; it packs while it receives, and needs little memory whatever their size. Of too many,
 * or too large ones, those go that leave the smallest gaps: what remains is spread over the recording. */
#include "record/saved_checkpoints.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { MOST = 32, LEVEL = 1 };
#define MOST_BYTES (2ull << 30) /* all of them; and never more than half of what the disk has left */

struct kept {
  uint32_t number;
  uint64_t events, bytes;
};
struct keeper {
  const char *dir;
  struct kept kept[MOST + 1];
  size_t n;
  /* the one that is coming */
  bool coming, bad;
  uint32_t number;
  struct omen_buf front;
  size_t front_len; /* 0: not known yet */
  int fd;
  struct omen_saved_file file;
  uint64_t events;
  XXH3_state_t *hash;
  ZSTD_CCtx *pack;
  char *out;
  size_t out_room;
};

static char *path_of(const char *dir, uint32_t number) {
  return omen_format("%s/segments/%06u", dir, number);
}

/* ---- one checkpoint ---- */

static void write_all(struct keeper *k, const void *data, size_t n) {
  const char *p = data;
  while (n && !k->bad) {
    ssize_t w = write(k->fd, p, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0)
      k->bad = true;
    else
      p += w, n -= (size_t)w;
  }
}

static void pack(struct keeper *k, const void *data, size_t n, ZSTD_EndDirective how) {
  ZSTD_inBuffer in = {data, n, 0};
  size_t left;
  if (n) XXH3_64bits_update(k->hash, data, n);
  k->file.rest += n;
  do {
    ZSTD_outBuffer out = {k->out, k->out_room, 0};
    left = ZSTD_compressStream2(k->pack, &out, &in, how);
    if (ZSTD_isError(left)) k->bad = true;
    write_all(k, k->out, out.pos);
    k->file.packed += out.pos;
  } while (!k->bad && (in.pos < in.size || (how == ZSTD_e_end && left)));
}

static void begin(struct keeper *k, uint32_t number) {
  char *path = omen_format("%s/segments/coming", k->dir), *dir = omen_format("%s/segments", k->dir);
  mkdir(dir, 0777);
  if (k->fd >= 0) close(k->fd);
  k->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  k->coming = true;
  k->bad = k->fd < 0;
  k->number = number;
  k->front.len = k->front_len = 0;
  k->file = (struct omen_saved_file){
      .magic = OMEN_SAVED_MAGIC, .version = OMEN_SAVED_VERSION, .size = sizeof k->file};
  XXH3_64bits_reset(k->hash);
  ZSTD_CCtx_reset(k->pack, ZSTD_reset_session_only);
  free(path);
  free(dir);
}

/* The front is whole: room for the head of the file, then the front. */
static void take_front(struct keeper *k) {
  k->file.front = k->front_len;
  k->file.front_hash = XXH3_64bits(k->front.data, k->front_len);
  write_all(k, &k->file, sizeof k->file);
  write_all(k, k->front.data, k->front_len);
}

static void take(struct keeper *k, const char *data, size_t n) {
  struct omen_saved_head h;
  if (k->file.front) return pack(k, data, n, ZSTD_e_continue);
  omen_buf_add(&k->front, data, n);
  if (!k->front_len && k->front.len >= sizeof h) {
    memcpy(&h, k->front.data, sizeof h);
    k->events = h.events;
    k->front_len = sizeof h + h.nthreads * sizeof(struct omen_saved_thread) +
                   h.nmaps * sizeof(struct omen_saved_map) + h.strings;
  }
  if (!k->front_len || k->front.len < k->front_len) return;
  take_front(k);
  pack(k, k->front.data + k->front_len, k->front.len - k->front_len, ZSTD_e_continue);
}

static void drop(struct keeper *k, size_t i) {
  char *path = path_of(k->dir, k->kept[i].number);
  unlink(path);
  free(path);
  memmove(&k->kept[i], &k->kept[i + 1], (--k->n - i) * sizeof *k->kept);
}

/* The last always stays until the next comes. */
static size_t least_missed(const struct keeper *k) {
  size_t least = 0;
  uint64_t smallest = UINT64_MAX;
  for (size_t i = 0; i + 1 < k->n; i++) {
    uint64_t gap = k->kept[i + 1].events - (i ? k->kept[i - 1].events : 0);
    if (gap < smallest) smallest = gap, least = i;
  }
  return least;
}

static uint64_t all_bytes(const struct keeper *k) {
  uint64_t n = 0;
  for (size_t i = 0; i < k->n; i++) n += k->kept[i].bytes;
  return n;
}

static void thin_out(struct keeper *k) {
  struct statvfs disk;
  uint64_t most = MOST_BYTES;
  if (!statvfs(k->dir, &disk)) {
    uint64_t room = (uint64_t)disk.f_bavail * disk.f_frsize + all_bytes(k);
    if (room / 2 < most) most = room / 2;
  }
  while (k->n > MOST || (k->n && all_bytes(k) > most)) drop(k, k->n == 1 ? 0 : least_missed(k));
}

static void end(struct keeper *k) {
  if (!k->file.front) k->bad = true;
  if (!k->bad) pack(k, NULL, 0, ZSTD_e_end);
  k->file.rest_hash = XXH3_64bits_digest(k->hash);
  k->file.own_hash = XXH3_64bits(&k->file, offsetof(struct omen_saved_file, own_hash));
  if (!k->bad && pwrite(k->fd, &k->file, sizeof k->file, 0) != sizeof k->file) k->bad = true;
  if (k->fd >= 0 && close(k->fd)) k->bad = true;
  k->fd = -1;
  k->coming = false;
  char *from = omen_format("%s/segments/coming", k->dir), *to = path_of(k->dir, k->number);
  if (k->bad || rename(from, to))
    unlink(from);
  else {
    k->kept[k->n++] = (struct kept){k->number, k->events, sizeof k->file + k->file.front + k->file.packed};
    thin_out(k);
  }
  free(from);
  free(to);
}

/* ---- the process ---- */

static void take_in(struct keeper *k, int socket) {
  char *buf = omen_xmalloc(1 << 17);
  struct omen_packet p;
  for (ssize_t n; (n = recv(socket, buf, 1 << 17, 0)) != 0;) {
    if (n < 0 && errno == EINTR) continue;
    if (n < (ssize_t)sizeof p) break;
    memcpy(&p, buf, sizeof p);
    if (!k->coming || p.checkpoint != k->number)
      begin(k, p.checkpoint); /* the one before never came to its end */
    if (p.what == OMEN_PACKET_END)
      end(k);
    else if (!k->bad)
      take(k, buf + sizeof p, (size_t)n - sizeof p);
  }
  free(buf);
}

static _Noreturn void keep(const char *dir, int socket, pid_t parent) {
  struct keeper k = {.dir = dir, .fd = -1, .hash = XXH3_createState(), .pack = ZSTD_createCCtx()};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  signal(SIGINT, SIG_IGN); /* the terminal's, meant for the program: the command knows what to do */
  signal(SIGPIPE, SIG_IGN);
  k.out_room = ZSTD_CStreamOutSize();
  k.out = omen_xmalloc(k.out_room);
  if (!k.hash || !k.pack || ZSTD_isError(ZSTD_CCtx_setParameter(k.pack, ZSTD_c_compressionLevel, LEVEL)))
    _exit(1);
  take_in(&k, socket);
  if (k.coming) {
    char *path = omen_format("%s/segments/coming", dir);
    unlink(path);
  }
  _exit(0);
}

int omen_cutter_start(struct omen_cutter *c, const struct omen_recording *r, struct omen_err *err) {
  int pair[2];
  pid_t self = getpid();
  *c = (struct omen_cutter){.socket = -1, .pid = -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
    return omen_fail(err, "socketpair: %s", strerror(errno));
  fflush(NULL);
  c->pid = fork();
  if (c->pid == 0) {
    close(pair[1]);
    keep(r->dir, pair[0], self);
  }
  close(pair[0]);
  if (c->pid < 0) close(pair[1]);
  if (c->pid < 0) return omen_fail(err, "fork: %s", strerror(errno));
  c->socket = pair[1];
  return 0;
}

void omen_cutter_finish(struct omen_cutter *c) {
  int status;
  if (c->pid <= 0) return;
  close(c->socket);
  while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
  *c = (struct omen_cutter){.socket = -1, .pid = -1};
}

/* ---- the folder ---- */

void omen_saved_checkpoints_remove(const struct omen_recording *r) {
  char *dir = omen_format("%s/segments", r->dir);
  omen_rmtree(dir);
  free(dir);
}

int omen_saved_checkpoints_seal(const struct omen_recording *r, struct omen_err *err) {
  char *dir = omen_format("%s/segments", r->dir), *of = omen_format("%s/of", dir);
  char *text = omen_format("%016llx\n", (unsigned long long)omen_recording_identity(r));
  int result = omen_file_exists(dir) ? omen_file_write(of, text, strlen(text), err) : 0;
  free(text);
  free(dir);
  free(of);
  return result;
}
