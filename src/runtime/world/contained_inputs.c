/* The inputs of a contained run (record/inputs.h): the file is read once, and where the program takes its
 * input from is made of it. */
#include "runtime/rt.h"
#include "record/inputs.h"
#include "runtime/world/contained.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/log.h"
#include "runtime/symbolic/symbolic.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

struct source {
  struct omen_inputs_source s;
  const char *name; /* not terminated */
  const uint8_t *data;
  char *string; /* where the program finds it, if it has room to change; NULL */
};
static struct source *sources;
static uint32_t nsources;
static struct omrt_desc *standard; /* input */

static _Noreturn void damaged(void) { omrt_fatal("%s/inputs is damaged", omrt_config->dir); }

static const uint8_t *map_inputs(uint64_t *size) {
  char path[600];
  omrt_fmt(path, sizeof path, "%s/inputs", omrt_config->dir);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) omrt_fatal("cannot read %s (error %ld)", path, -fd);
  long len = OMRT_SYS3(SYS_lseek, fd, 0, 2 /* SEEK_END */);
  if (len <= 0) damaged();
  void *at = omrt_reserve((size_t)len);
  if (OMRT_SYS6(SYS_mmap, at, len, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) != (long)at)
    omrt_fatal("cannot map %s", path);
  OMRT_SYS1(SYS_close, fd);
  *size = (uint64_t)len;
  return at;
}

void omrt_inputs_load(void) {
  uint64_t size;
  const uint8_t *data = map_inputs(&size);
  struct omen_inputs_reader r = {data, data + size};
  int64_t n = omen_inputs_begin(&r);
  if (n < 0) damaged();
  sources = omrt_alloc(((size_t)n + 1) * sizeof *sources);
  for (nsources = 0; nsources < n; nsources++) {
    struct source *s = &sources[nsources];
    if (!omen_inputs_next(&r, &s->s, &s->name, &s->data)) damaged();
    if (omrt_config->flags & OMEN_FLAG_FOLLOWS) omrt_sym_source(nsources, &s->s, s->name, s->data);
  }
}

static bool is(const struct source *s, const char *name) {
  return strlen(name) == s->s.name_len && !memcmp(s->name, name, s->s.name_len);
}

static const struct source *find(uint32_t kind, const char *name) {
  for (uint32_t i = 0; i < nsources; i++)
    if (sources[i].s.kind == kind && (!name || is(&sources[i], name))) return &sources[i];
  return NULL;
}

static uint32_t number_of(const struct source *s) { return (uint32_t)(s - sources); }

/* ---- arguments and environment ---- */

static uint64_t index_of(const struct source *s) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < s->s.name_len; i++) {
    if (s->name[i] < '0' || s->name[i] > '9' || v > OMEN_INPUTS_MOST) return UINT64_MAX;
    v = v * 10 + (uint64_t)(s->name[i] - '0');
  }
  return s->s.name_len ? v : UINT64_MAX;
}

static char **variable(char **envp, const struct source *s) {
  for (; *envp; envp++)
    if (!strncmp(*envp, s->name, s->s.name_len) && (*envp)[s->s.name_len] == '=') return envp;
  return NULL;
}

struct room {
  char *at, *end;
};

/* The string moves to where it can be longer. */
static void move_string(struct room *r, struct source *s, char **string, uint32_t before) {
  uint64_t need = before + (uint64_t)s->s.room + 1;
  if (need > (uint64_t)(r->end - r->at)) damaged();
  char *to = r->at;
  r->at += need;
  char *from = *string + before;
  uint64_t had = strlen(from);
  memcpy(to, *string, before);
  memcpy(to + before, s->data, s->s.len);
  memset(from, 0, had);
  memcpy(from, s->data, had < s->s.len ? had : s->s.len);
  if (omrt_config->flags & OMEN_FLAG_FOLLOWS) omrt_sym_left(number_of(s), from, had);
  s->string = to + before;
  *string = to;
}

static void place(struct room *r, struct source *s, int argc, char **argv, char **envp) {
  if (!s->s.symbolic) return;
  if (s->s.kind == OMEN_INPUT_ARGV) {
    uint64_t i = index_of(s);
    if (i < (uint64_t)argc) move_string(r, s, &argv[i], 0);
  } else if (s->s.kind == OMEN_INPUT_ENV) {
    char **v = variable(envp, s);
    if (v) move_string(r, s, v, s->s.name_len + 1);
  }
}

void omrt_inputs_place(int argc, char **argv, char **envp) {
  char **last = envp;
  while (*last && last[1]) last++;
  size_t head = strlen(OMEN_INPUTS_ROOM);
  if (!*last || strncmp(*last, OMEN_INPUTS_ROOM, head)) return;
  struct room r = {*last, *last + strlen(*last) + 1};
  memset(r.at, 0, (size_t)(r.end - r.at));
  *last = NULL;
  for (uint32_t i = 0; i < nsources; i++) place(&r, &sources[i], argc, argv, envp);
}

/* ---- standard input ---- */

/* Was it a file, as far as the recorded run asked? */
static bool was_file(void) {
  const uint8_t *at = omrt_log_left();
  struct omrt_logged c;
  while (omrt_log_step(&at, &c)) {
    if (c.a0 != 0) continue;
    bool at_a_place = omrt_card((int)c.nr)->data & OMRT_DATA_AT; /* pread: of no pipe */
    if ((at_a_place || omrt_world_card((int)c.nr)->answer == omrt_answer_lseek) && c.ret >= 0) return true;
    if (!omen_props_tells((int)c.nr) || c.ret || c.n != 1) continue;
    uint64_t len;
    struct stat st;
    const uint8_t *data = omrt_log_piece(&c.pieces, &len);
    if (len != sizeof st) continue;
    memcpy(&st, data, sizeof st);
    return S_ISREG(st.st_mode);
  }
  return false;
}

static void fill(struct omrt_node *n, const struct source *s) {
  n->image = s->data;
  n->base_len = s->s.len;
  n->st.st_size = s->s.len;
  n->st.st_blocks = (n->st.st_size + 511) / 512;
  n->source = number_of(s) + 1;
}

static struct omrt_stream *stream_of(const struct source *s) {
  struct omrt_stream *in = omrt_alloc(sizeof *in);
  in->data = (uint8_t *)s->data; /* nobody writes there: it has no writers */
  in->len = s->s.len;
  in->readers = 1;
  return in;
}

struct omrt_desc *omrt_inputs_stdin(void) {
  const struct source *s = find(OMEN_INPUT_STDIN, NULL);
  if (!s) return NULL;
  bool file = s->s.name_len || was_file();
  struct omrt_desc *d = omrt_desc_new(file ? OMRT_D_FILE : OMRT_D_STREAM, O_RDONLY);
  if (file)
    fill(d->node = omrt_node_new(S_IFREG | 0644), s);
  else
    d->in = stream_of(s);
  if (!file) d->source = number_of(s) + 1;
  return standard = d;
}

/* ---- files, connections ---- */

void omrt_inputs_file(const char *path, struct omrt_node *n) {
  const struct source *s = nsources ? find(OMEN_INPUT_FILE, path) : NULL;
  if (s && S_ISREG(n->st.st_mode)) fill(n, s);
}

uint32_t omrt_inputs_connection(uint32_t number, const uint8_t **data, uint64_t *len) {
  char name[16];
  omrt_fmt(name, sizeof name, "%u", number);
  const struct source *s = nsources ? find(OMEN_INPUT_SOCKET, name) : NULL;
  if (!s) return 0;
  *data = s->data;
  *len = s->s.len;
  return number_of(s) + 1;
}

/* ---- others, in a fork of a run that has not begun ---- */

static void replace(struct source *s) {
  if (s->s.kind == OMEN_INPUT_STDIN && standard && standard->node) fill(standard->node, s);
  if (s->s.kind == OMEN_INPUT_STDIN && standard && standard->in) {
    standard->in->data = (uint8_t *)s->data;
    standard->in->len = s->s.len;
  }
  if (!s->string) return;
  memset(s->string, 0, s->s.room + 1);
  memcpy(s->string, s->data, s->s.len);
}

void omrt_inputs_again(const uint8_t *data, uint64_t size) {
  struct omen_inputs_reader r = {data, data + size};
  if (omen_inputs_begin(&r) != nsources) damaged();
  for (uint32_t i = 0; i < nsources; i++) {
    struct source *s = &sources[i];
    uint32_t kind = s->s.kind, room = s->s.room;
    if (!omen_inputs_next(&r, &s->s, &s->name, &s->data) || s->s.kind != kind) damaged();
    if (s->string && (s->s.room > room || s->s.len > room)) damaged();
    replace(s);
  }
}
