/* events.raw, packed (record/packed_events.h) or not, as records: block after block, or by number. */
#ifndef OMEN_TRACE_RAWFILE_H
#define OMEN_TRACE_RAWFILE_H
#include "record/rawev.h"
#include "trace/bytes.h"

struct omen_rawfile;
struct omen_rawfile *omen_rawfile_open(const char *path, struct omen_err *err);
/* Takes the input, also when it fails. */
struct omen_rawfile *omen_rawfile_input(struct omen_bytes *in, struct omen_err *err);
/* The next records, valid until the next call for this file; `*first`: the number of the first. Returns how
 * many; 0: no more; negative: the log is damaged. */
long omen_rawfile_next(struct omen_rawfile *f, const struct omen_rawev **records, uint64_t *first,
                       struct omen_err *err);
/* The next records begin with this one. */
void omen_rawfile_seek(struct omen_rawfile *f, uint64_t number);
/* One record. Neighbours cost little, and so do numbers that ascend; for others up to eight blocks of records
 * are unpacked. */
int omen_rawfile_at(struct omen_rawfile *f, uint64_t number, struct omen_rawev *e, struct omen_err *err);
uint64_t omen_rawfile_bytes(const struct omen_rawfile *f); /* how far it is in the file */
void omen_rawfile_close(struct omen_rawfile *f);
#endif
