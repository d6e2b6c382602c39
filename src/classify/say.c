/* What went wrong, in words: see say.h. */
#include "classify/say.h"
#include "record/defect_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Why a run could not prove that it goes round for ever: the runtime's note, if there is one. */
static const char *why_no_proof(const struct omen_outcome *o) {
  for (size_t i = 0; i < o->nnotes; i++)
    if (!strncmp(o->notes[i], "no proof: ", 10)) return o->notes[i] + 10;
  return "the state never came back";
}

/* The evidence is replayed in any case; how is it known that the loop is endless? */
static enum omen_endless say_loop(const struct omen_outcome *o, char *what, size_t size) {
  bool proved = o->endless_by == OMEN_KNOWN_PROVED, repeats = o->endless_by == OMEN_KNOWN_REPEATS;
  snprintf(what, size, "the program goes on for ever (%s%s)",
           proved    ? "proved: every thread that can run goes round and changes nothing"
           : repeats ? "it came back to the same state, and other schedules did not end it"
                     : "by limit, not proved: ",
           proved || repeats ? "" : why_no_proof(o));
  return proved ? OMEN_ENDLESS_PROVED : repeats ? OMEN_ENDLESS_REPEATS : OMEN_ENDLESS_LIMIT;
}

/* "heap use after free: write of 4 bytes in thread T2, 8 bytes inside a block of 40 bytes" */
static void say_defect(const struct omen_out_defect *d, char *what, size_t size) {
  char title[64], act[64], hit[120];
  omen_defect_title(d, title, sizeof title);
  omen_defect_act(d, act, sizeof act);
  const char *place = d->place;
  char *object = omen_format("%s of %llu byte%s",
                             !strcmp(place, "heap")    ? "a block"
                             : !strcmp(place, "stack") ? "a local variable"
                                                       : "a variable",
                             (unsigned long long)d->size, d->size == 1 ? "" : "s");
  omen_defect_hit(d, object, hit, sizeof hit);
  free(object);
  bool by_index = act[0] && !d->len; /* "write at index 4 of an array of 4" */
  const char *says = (!act[0] || by_index) && d->says ? d->says : "";
  snprintf(what, size, "%s:%s%s%s%.90s in thread T%d%s%s", title, act[0] ? " " : "", act,
           !says[0]   ? ""
           : by_index ? " at "
                      : " ",
           says, d->thread, hit[0] ? ", " : "", hit);
}

enum omen_endless omen_say_violation(const struct omen_outcome *o, uint64_t defect, char *what, size_t size) {
  if (defect && omen_outcome_defect(o, defect))
    say_defect(omen_outcome_defect(o, defect), what, size);
  else if (o->end == OMEN_END_SIGNAL)
    snprintf(what, size, "the program dies of signal %d (%s)", o->status, strsignal(o->status));
  else if (o->end == OMEN_END_DEADLOCK)
    snprintf(what, size, "no thread can go on (deadlock)");
  else
    return say_loop(o, what, size);
  return OMEN_ENDLESS_NONE;
}
