/* The text of an expression, piece by piece: what the parser reads. Inside expect/ only. */
#ifndef OMEN_EXPECT_SCAN_H
#define OMEN_EXPECT_SCAN_H
#include "expect/lookup.h"

#define OMEN_MAX_NAME 256

bool omen_scan_name_char(char ch, bool first);
void omen_scan_space(struct omen_compiler *c);
/* Both go on behind what they are given, if it is there. */
bool omen_scan_take(struct omen_compiler *c, const char *token);
bool omen_scan_take_word(struct omen_compiler *c, const char *word);
/* The word at the place, empty if there is none. Does not go on. */
size_t omen_scan_word_at(const struct omen_compiler *c, int at, char out[OMEN_MAX_NAME]);
/* Notes the error; always NULL. */
void *omen_scan_unexpected(struct omen_compiler *c, const char *wanted);

/* NULL: an error was noted. */
struct omen_node *omen_scan_constant(struct omen_compiler *c, const struct omen_ty *t, uint64_t value,
                                     int from);
struct omen_node *omen_scan_number(struct omen_compiler *c);
struct omen_node *omen_scan_character(struct omen_compiler *c);

/* A type at the place, with its stars; NULL without an error: there is none, and nothing was taken. */
const struct omen_ty *omen_scan_type(struct omen_compiler *c);
#endif
