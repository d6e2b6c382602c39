/* Inside trace/: what the readers of the formats share. Both opens take the input, also when they fail. */
#ifndef OMEN_TRACE_READERS_H
#define OMEN_TRACE_READERS_H
#include "trace/bytes.h"
#include "trace/source.h"

#define OMEN_BIN_MAGIC "OMENTRC1"
void omen_source_init(struct omen_source *s, const struct omen_source_ops *ops, enum omen_format format,
                      const char *path, unsigned flags);
struct omen_source *omen_std_open(struct omen_bytes *in, unsigned flags, struct omen_err *err);
struct omen_source *omen_bin_open(struct omen_bytes *in, unsigned flags, struct omen_err *err);
struct omen_source *omen_rawlog_input(struct omen_bytes *in, unsigned flags, struct omen_err *err);
#endif
