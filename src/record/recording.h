/* A recording on disk: a folder that holds everything a replay needs.
 *
 *   manifest.json    program, arguments, environment, folder, variant, seed, strategy, limits: manifest.h
 *   program          the variant that ran (a copy: nothing done to a recording reaches the cache)
 *   program.sites    its sites
 *   lib/             instrumented shared libraries and their sites, if there are any
 *   libraries        whose they are: build/libraries.h
 *   segments/        checkpoints of its replay, if it is long: saved_checkpoints.h. Not in the manifest
 *   extras           what the user asked for beyond the run, if anything: extras.h
 *   log, digest      everything that the run could not know by itself, and a check of every event:
 * log_format.h before           what files were before the program changed them: files_before.h outcome how
 * the run went, in text lines: outcome.def outcome.watch, events.raw, stacks.raw    from the watch pass, if
 * there was one (it runs in watch/): rawev.h report.json
 *
 * Of a derived recording (explore/derive.h), which is a contained run, also:
 *   inputs           what the program reads: inputs.h
 *   base.log         the log of the recording that it is derived from
 *   symbolic         of the symbolic variant, what came of following the inputs: symbolic.h
 *   outputs          what the program wrote: rawout.h
 *
 * And of one whose races were judged:
 *   evidence.json    the verdicts: triage/evidence.h
 *   paths/           derived recordings that are evidence: triage/paths.h
 *   predicted/       the same run with other memory watched, if races were predicted and proved
 *                    (triage/predicted.h): a recording with the same files, and beside them
 *                    pairs.json, its predicted races (report/predicted_pairs.h)
 *
 * log, digest, before, outcome and the last three of a derived recording are written by the runtime, all
 * others by the command. A finished recording is never written to again: a replay runs in a scratch folder
 * whose `log` is a link to the recording's, so that recordings may be read-only, moved, and replayed many
 * times at once. */
#ifndef OMEN_RECORD_RECORDING_H
#define OMEN_RECORD_RECORDING_H
#include "record/manifest.h"

struct omen_recording {
  char *dir; /* absolute */
  struct omen_manifest manifest;
  int hold; /* the folder, while it is held; 0: it is not */
};

/* Makes the folder, and holds it until it is sealed or released: no other command replaces it meanwhile.
 * `dir` may be an earlier recording (replaced) or an empty folder, and nothing else that exists. With dir
 * NULL: omen-NAME.rec in the current folder, or the first omen-NAME-N.rec that is free. */
int omen_recording_create(struct omen_recording *r, const char *dir, const char *name, struct omen_err *err);
/* That folder alone, empty; the caller frees its name. */
int omen_recording_make_folder(char **out, const char *name, struct omen_err *err);
/* Copies `from` into the folder as `name`. */
int omen_recording_add(const struct omen_recording *r, const char *from, const char *name,
                       struct omen_err *err);
/* Copies all plain files of the folder `from` into the recording's folder `name`; fine when there is no
 * `from`. */
int omen_recording_add_folder(const struct omen_recording *r, const char *from, const char *name,
                              struct omen_err *err);
/* Writes the manifest as it stands (complete: false). */
int omen_recording_begin(struct omen_recording *r, struct omen_err *err);
/* Did the runtime get everything written? Its log ends with a mark, and its digest has two bytes for each of
 * `events`. */
int omen_recording_whole(const struct omen_recording *r, uint64_t events, struct omen_err *err);
/* Lists and checksums all files and writes the final manifest. */
int omen_recording_seal(struct omen_recording *r, struct omen_err *err);
/* Of a sealed one: what was run and what was recorded of it, as a number. Verdicts do not change it. */
uint64_t omen_recording_identity(const struct omen_recording *r);
/* Opens a recording and checks every file of it. One that was cut off is put right first: recover.h. */
int omen_recording_open(struct omen_recording *r, const char *dir, struct omen_err *err);
void omen_recording_release(struct omen_recording *r);
/* folder_lock.c: keeps other commands out of a folder. -1: another has it; 0: it cannot be locked, and nobody
 * is kept out. */
int omen_folder_lock(const char *dir);
void omen_folder_let_go(int *hold);
bool omen_recording_gone(const struct omen_recording *r); /* removed since it was made, or its manifest was */
/* Takes the folder away: what was made by omen, and the folder itself if nothing else is in it. */
int omen_recording_remove(const char *dir);

/* A scratch folder for a replay of r: in $TMPDIR or /tmp, or (`inside`) in the recording. The caller frees it
 * with omen_scratch_free, which removes it. */
char *omen_scratch_new(const struct omen_recording *r, bool inside, struct omen_err *err);
void omen_scratch_free(char *dir);
/* scratch.c: a new folder in `parent`, locked while this process lives; NULL: errno says why. Those that dead
 * processes left are removed first. */
char *omen_scratch_folder(const char *parent);
void omen_scratch_unlock(const char *dir); /* it is removed, or nobody's from now on */
#endif
