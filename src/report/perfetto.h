/* A run's timeline in the trace-event format that Perfetto and Chrome's tracing page read. */
#ifndef OMEN_REPORT_PERFETTO_H
#define OMEN_REPORT_PERFETTO_H
#include "record/recording.h"
#include "trace/source.h"

/* Events of `src`, one a microsecond: the order is what is known, not the time. `r`: the recording that they
 * are of, for names of threads, locks and places, and for the races; NULL: numbers only. */
int omen_perfetto_write(struct omen_source *src, const struct omen_recording *r, struct omen_buf *out,
                        struct omen_err *err);
#endif
