/* What several commands need; see also options.h. */
#ifndef OMEN_CLI_COMMON_H
#define OMEN_CLI_COMMON_H
#include "record/recording.h"

/* Ends with 125 and one line when this kernel cannot run variants. */
void omen_need_kernel(void);
/* Ends with `code` and one line when the recording was not made here by this user (record/made_here.h),
 * unless that is trusted: by --trust, by OMEN_TRUST, or by an answer at the terminal. Before anything of it
 * runs. */
void omen_need_trust(const struct omen_recording *r, bool trust, int code);
/* Ends with `code` and one line when the recording cannot be replayed here and now. */
void omen_need_fit(const struct omen_recording *r, int code);
/* Writes to the file, or to standard output when it is "-". */
int omen_write_to(const char *file, const struct omen_buf *text, struct omen_err *err);
/* --race-coverage: why there is none is said, and no failure. */
struct omen_report;
void omen_cover_races(struct omen_report *report, char **dirs, size_t n);
#endif
