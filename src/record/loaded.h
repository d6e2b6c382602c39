/* Libraries that the dynamic linker loads at a program's start: found out once, when a run is recorded, and
 * named to the linker in every start of the variant (LD_PRELOAD, which the runtime takes away before any code
 * of the program runs). So the linker searches for nothing: it loads the same files in the same order, and
 * never maps /etc/ld.so.cache, whose size would decide where the libraries lie.
 *
 * The list keeps what each library was, so that a replay with another build of one is refused before anything
 * runs. */
#ifndef OMEN_RECORD_LOADED_H
#define OMEN_RECORD_LOADED_H
#include "record/outcome.h"
#include "record/recording.h"

/* Asks the dynamic linker what it would load, and fills the manifest's list. Where that cannot be known the
 * list stays empty: the program is started all the same, and the linker searches. */
void omen_loaded_find(struct omen_recording *r);
/* -1: a library is gone, or is of another build than in the recorded run. */
int omen_loaded_check(const struct omen_recording *r, struct omen_err *err);
/* fits.c: can the recording be replayed here and now? Looks at its libraries, and starts its variant to see
 * where everything comes to lie; nothing of the program runs. -1: the message says in one line what is not as
 * it was, and is empty where the runtime said it. */
int omen_recording_fits(const struct omen_recording *r, struct omen_err *err);
/* -1: this replay ended before the program began, since things lay elsewhere; the same message. */
int omen_recording_elsewhere(const struct omen_recording *r, const struct omen_outcome *o,
                             struct omen_err *err);
/* The environment that the variant is started with: the recorded one, and LD_PRELOAD at its end. The array is
 * the caller's, and so is its last string, *added. NULL: nothing needs to be added. */
char **omen_loaded_environment(const struct omen_manifest *m, char **added);
/* library_identity.c: fills all but the name from the file; -1: errno says why. */
int omen_library_identify(const char *path, struct omen_manifest_library *out);
/* The same file, or one of the same build. */
bool omen_library_same(const char *path, const struct omen_manifest_library *then);
#endif
