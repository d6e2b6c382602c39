/* What `omen ship` takes out of a program or library: its code, and the table of accesses beside it. */
#ifndef OMEN_FIELD_IMAGE_H
#define OMEN_FIELD_IMAGE_H
#include "build/watch_table.h"
#include "base/base.h"

struct omen_image {
  struct omen_buf text; /* the first executable segment */
  uint64_t text_address;
  bool is_static;        /* a program without a dynamic linker */
  struct omen_buf table; /* section .omen.sites; empty: there is none */
  uint8_t build_id[20];
  size_t build_id_size; /* 0: none */
};
int omen_image_read(const char *path, struct omen_image *out, struct omen_err *err);
void omen_image_release(struct omen_image *i);

struct omen_watch_table {
  struct omen_watch_entry *entries;
  size_t n;
};
/* Any bytes will do: what makes no sense is left out. */
void omen_watch_table_read(const struct omen_image *i, struct omen_watch_table *out);
void omen_watch_table_release(struct omen_watch_table *t);
#endif
