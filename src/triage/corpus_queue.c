/* Inputs in the layout of afl-fuzz: see corpus_seeds.h. libFuzzer and honggfuzz take the folder queue/ as it
 * is: to them all files of a folder are inputs. A file is written elsewhere and moved there, because afl-fuzz
 * looks into the folder at any time. */
#include "triage/corpus.h"
#include "triage/corpus_seeds.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder_of(const struct omen_corpus_input *e) {
  return !e->bad ? "queue" : e->result.outcome.end == OMEN_END_ENDLESS ? "hangs" : "crashes";
}
static char *name_of(const struct omen_corpus_input *e, uint32_t first) {
  struct omen_buf b = {0};
  omen_buf_addf(&b, "id:%06u", first + e->number);
  if (e->result.outcome.end == OMEN_END_SIGNAL) omen_buf_addf(&b, ",sig:%02d", e->result.outcome.status);
  if (e->parent >= 0) omen_buf_addf(&b, ",src:%06u", first + (unsigned)e->parent);
  omen_buf_adds(&b, e->why ? ",op:omen" : ",orig:recorded");
  if (e->new_blocks) omen_buf_adds(&b, ",+cov");
  return b.data;
}
int omen_corpus_queue_add(const char *to, uint32_t first, const struct omen_corpus_input *e, size_t source,
                          struct omen_err *err) {
  const struct omen_input *i = &e->inputs->list[source];
  char *folder = omen_format("%s/%s", to, folder_of(e)), *name = name_of(e, first);
  char *path = omen_format("%s/%s", folder, name), *part = omen_format("%s/.part", to);
  int result = omen_mkdirs(folder, err) || omen_file_write(part, i->bytes, i->len, err) ? -1 : 0;
  if (!result && rename(part, path)) result = omen_fail(err, "%s: %s", path, strerror(errno));
  free(path);
  free(part);
  free(name);
  free(folder);
  return result;
}
uint32_t omen_corpus_queue_next(const char *to) {
  static const char *const all[] = {"queue", "crashes", "hangs"};
  uint32_t next = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char *queue = omen_format("%s/%s", to, all[i]);
    DIR *d = opendir(queue);
    unsigned id;
    for (struct dirent *e; d && (e = readdir(d));)
      if (sscanf(e->d_name, "id:%6u", &id) == 1 && id >= next) next = id + 1;
    if (d) closedir(d);
    free(queue);
  }
  return next;
}
