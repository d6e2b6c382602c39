/* The words of verdicts for the HTML report's script, which decides by them: see html.h. The script names a
 * word by its symbol in verdicts.def, so that no word stands in two places. */
#include "record/verdict.h"
#include "report/html.h"
#include <jansson.h>

/* [word, heading, tone, harmful, title], in the order of the list. */
static json_t *classes(void) {
  json_t *list = json_array();
  for (int i = OMEN_CLASS_NONE + 1; i < OMEN_CLASS_COUNT; i++) {
    const struct omen_class_info *c = omen_class_info((enum omen_class)i);
    json_array_append_new(
        list, json_pack("[s,s,s,b,s]", c->word, c->heading, omen_tone_word(c->tone), c->harmful, c->title));
  }
  return list;
}

/* Word to title. */
static json_t *consequences(void) {
  json_t *all = json_object();
  for (int i = OMEN_CONSEQUENCE_NONE + 1; i < OMEN_CONSEQUENCE_COUNT; i++)
    json_object_set_new(all, omen_consequence_word((enum omen_consequence)i),
                        json_string(omen_consequence_title((enum omen_consequence)i)));
  return all;
}

/* Word to what it is. */
static json_t *causes(void) {
  json_t *all = json_object();
#define OMEN_CAUSE(symbol, word, what) json_object_set_new(all, word, json_string(what));
#include "record/verdicts.def"
  return all;
}

/* Symbol to word. */
static json_t *class_symbols(void) {
  json_t *all = json_object();
#define OMEN_CLASS(symbol, word, ...) json_object_set_new(all, #symbol, json_string(word));
#include "record/verdicts.def"
  return all;
}
static json_t *end_symbols(void) {
  json_t *all = json_object();
#define OMEN_END(symbol, word) json_object_set_new(all, #symbol, json_string(word));
#include "record/verdicts.def"
  return all;
}

json_t *omen_html_words(void) {
  return json_pack("{s:o,s:o,s:o,s:o,s:o}", "classes", classes(), "consequences", consequences(), "causes",
                   causes(), "class", class_symbols(), "end", end_symbols());
}
