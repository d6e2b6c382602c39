/* A trace out, as STD text or in the binary format. The names come from the source that the events came from.
 */
#ifndef OMEN_TRACE_WRITER_H
#define OMEN_TRACE_WRITER_H
#include "trace/source.h"

struct omen_writer;
/* "-" is standard output. A file is made beside its target and takes its place when the writer is closed
 * well. */
struct omen_writer *omen_writer_open(const char *path, enum omen_format format, struct omen_err *err);
int omen_writer_add(struct omen_writer *w, const struct omen_source *src, const struct omen_event *ev,
                    size_t n, struct omen_err *err);
/* Finishes the file, or with `give_up` removes it. Frees the writer in any case. */
int omen_writer_close(struct omen_writer *w, bool give_up, struct omen_err *err);
#endif
