/* What the compiler plugin (build/plugin/) leaves in the bitcode for the instrumenter: calls of
 *   void __omen_mark(i64 value, i64 limit, i32 what)
 * where value, unsigned, must be below limit. Functions in which all such places are marked have the
 * attribute.
 *
 * Functions that the user leaves out (omen cc --omen-exclude) have another attribute; the driver hands the
 * patterns to the plugin in the environment, one a line. */
#ifndef OMEN_BUILD_MARKS_H
#define OMEN_BUILD_MARKS_H
#define OMEN_MARK_NAME "__omen_mark"
#define OMEN_MARKED "omen-marked"
#define OMEN_ATTR_EXCLUDED "omen-excluded"
#define OMEN_ENV_EXCLUDE "OMEN_EXCLUDE"
/* omen cc --omen-ship: objects get the table of accesses (watch_table.h). */
#define OMEN_ENV_SHIP "OMEN_SHIP"
enum omen_mark_kind { OMEN_MARK_READ, OMEN_MARK_WRITE, OMEN_MARK_SHIFT };
#endif
