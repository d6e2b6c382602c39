/* What a race is in the source, beyond its id: for knowing it again after its function or its file got
 * another name. Strings belong to the code. */
#ifndef OMEN_REPORT_RACE_CODE_H
#define OMEN_REPORT_RACE_CODE_H
#include "report/model.h"
#include "report/source_lines.h"

/* Of an access, in the user's own code: "write", the function, the base name of the file, the line's text. */
enum { OMEN_CODE_OP, OMEN_CODE_FUNCTION, OMEN_CODE_FILE, OMEN_CODE_TEXT, OMEN_CODE_WORDS };
struct omen_race_code {
  char *word[2][OMEN_CODE_WORDS]; /* of both accesses, in an order that does not depend on the run; NULL:
                                     unknown */
};
struct omen_race_code omen_code_of(struct omen_lines *lines, const struct omen_race *race);
struct omen_race_code omen_code_copy(const struct omen_race_code *c);
void omen_code_release(struct omen_race_code *c);
/* Has the race got another name for its function or file, and is it the same code? What was renamed goes to
 * `what` ("count is tally now"). No code is moved and rewritten at once, and a function whose old name still
 * stands in the file was not renamed: what looks like its race is a new one in a copy. */
bool omen_code_renamed(const struct omen_race_code *was, const struct omen_race_code *now,
                       const struct omen_race *race, char *what, size_t size);
#endif
