/* The watch log's records: see rawfile.h. Blocks are found by going from head to head; where they begin is
 * remembered. */
#include "trace/rawfile.h"
#include "record/packed_events.h"
#include <stdlib.h>
#include <string.h>

struct omen_rawfile {
  struct omen_bytes *in;
  bool packed;
  uint64_t *block; /* where it begins; all up to the one read last, and the one behind it */
  size_t nblocks, cblocks;
  uint64_t next; /* block to be read */
  size_t skip;   /* records of it that are not wanted */
  uint64_t loaded;
  size_t n; /* records of the loaded block; 0: none is */
  struct omen_rawev record[OMEN_PACKED_RECORDS];
  struct omen_packing packing;
  uint8_t bytes[OMEN_PACKED_RECORDS * OMEN_PACKED_MOST];
};

static int damaged(const struct omen_rawfile *f, uint64_t block, struct omen_err *err) {
  return omen_fail(err, "%s: record %llu: the log is damaged or cut off", f->in->path,
                   (unsigned long long)block * OMEN_PACKED_RECORDS);
}

static void begins(struct omen_rawfile *f, uint64_t at) {
  OMEN_GROW(f->block, f->nblocks, f->cblocks);
  f->block[f->nblocks++] = at;
}

struct omen_rawfile *omen_rawfile_input(struct omen_bytes *in, struct omen_err *err) {
  struct omen_rawfile *f = omen_xcalloc(1, sizeof *f);
  char head[8];
  size_t got;
  f->in = in;
  if (omen_bytes_peek(in, head, sizeof head, &got, err)) return omen_rawfile_close(f), NULL;
  f->packed = got == sizeof head && !memcmp(head, OMEN_PACKED_HEAD, sizeof head);
  begins(f, f->packed ? sizeof head : 0);
  return f;
}

struct omen_rawfile *omen_rawfile_open(const char *path, struct omen_err *err) {
  struct omen_bytes *in = omen_bytes_file(path, err);
  return in ? omen_rawfile_input(in, err) : NULL;
}

/* 1: there is a block at the input's place; 0: the end. */
static int head(struct omen_rawfile *f, uint64_t block, struct omen_packed_block *h, struct omen_err *err) {
  size_t got;
  if (omen_bytes_full(f->in, h, sizeof *h, &got, err)) return -1;
  if (!got) return 0;
  if (got < sizeof *h || !h->records || h->records > OMEN_PACKED_RECORDS || h->bytes > sizeof f->bytes)
    return damaged(f, block, err);
  bool last = f->in->pos + h->bytes >= f->in->size;
  return h->records == OMEN_PACKED_RECORDS || last ? 1 : damaged(f, block, err);
}

static int load_packed(struct omen_rawfile *f, uint64_t block, struct omen_err *err) {
  struct omen_packed_block h;
  size_t got;
  f->in->pos = f->block[block];
  f->n = 0;
  f->loaded = block;
  int there = head(f, block, &h, err);
  if (there <= 0) return there;
  if (omen_bytes_full(f->in, f->bytes, h.bytes, &got, err)) return -1;
  if (got < h.bytes ||
      !omen_unpack(&f->packing, f->bytes, h.bytes, f->record, h.records, block * OMEN_PACKED_RECORDS))
    return damaged(f, block, err);
  f->n = h.records;
  if (block + 1 == f->nblocks) begins(f, f->in->pos);
  return 1;
}

/* What stands in the slots is known from the blocks of its group before. */
static int load_group(struct omen_rawfile *f, uint64_t block, struct omen_err *err) {
  uint64_t from = block - block % OMEN_PACKED_GROUP;
  if (f->n && f->loaded < block && f->loaded >= from) from = f->loaded + 1;
  for (; from < block; from++) {
    int there = load_packed(f, from, err);
    if (there <= 0) return there;
  }
  return load_packed(f, block, err);
}

static int load_plain(struct omen_rawfile *f, uint64_t block, struct omen_err *err) {
  size_t got;
  if (omen_bytes_full(f->in, f->record, sizeof f->record, &got, err)) return -1;
  if (got % sizeof *f->record)
    return omen_fail(err, "%s: record %llu: the log is cut off", f->in->path,
                     (unsigned long long)(block * OMEN_PACKED_RECORDS + got / sizeof *f->record));
  f->n = got / sizeof *f->record;
  return f->n > 0;
}

/* 1: it is loaded; 0: there is no such block. */
static int load(struct omen_rawfile *f, uint64_t block, struct omen_err *err) {
  if (f->n && f->loaded == block) return 1;
  while (f->packed && block >= f->nblocks) {
    struct omen_packed_block h;
    f->in->pos = f->block[f->nblocks - 1];
    int there = head(f, f->nblocks - 1, &h, err);
    if (there <= 0) return there;
    begins(f, f->in->pos + h.bytes);
  }
  if (f->packed) return load_group(f, block, err);
  f->in->pos = block * sizeof f->record;
  f->n = 0;
  f->loaded = block;
  return load_plain(f, block, err);
}

long omen_rawfile_next(struct omen_rawfile *f, const struct omen_rawev **records, uint64_t *first,
                       struct omen_err *err) {
  int there = load(f, f->next, err);
  if (there <= 0) return there;
  size_t skip = f->skip < f->n ? f->skip : f->n;
  *records = f->record + skip;
  *first = f->next * OMEN_PACKED_RECORDS + skip;
  f->next++;
  f->skip = 0;
  return (long)(f->n - skip);
}

void omen_rawfile_seek(struct omen_rawfile *f, uint64_t number) {
  f->next = number / OMEN_PACKED_RECORDS;
  f->skip = number % OMEN_PACKED_RECORDS;
}

int omen_rawfile_at(struct omen_rawfile *f, uint64_t number, struct omen_rawev *e, struct omen_err *err) {
  size_t i = number % OMEN_PACKED_RECORDS;
  int there = number > INT64_MAX / (int64_t)sizeof *e ? 0 : load(f, number / OMEN_PACKED_RECORDS, err);
  if (there < 0) return -1;
  if (!there || i >= f->n)
    return omen_fail(err, "%s: no event %llu", f->in->path, (unsigned long long)number);
  *e = f->record[i];
  return 0;
}

uint64_t omen_rawfile_bytes(const struct omen_rawfile *f) { return f->in->pos; }

void omen_rawfile_close(struct omen_rawfile *f) {
  if (!f) return;
  omen_bytes_close(f->in);
  free(f->block);
  free(f);
}
