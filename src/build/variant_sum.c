/* A sum over all files of a cache entry, kept beside them: an entry's name says what it was made from, but
 * not that it is still as it was made. A disk or a careless hand may change it, and whatever such a variant
 * does would be taken for the program's. No protection against somebody who means harm: who can write the
 * cache can write the sum. */
#include "build/variant_parts.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SUM_NAME "sum"

static int not_hidden(const struct dirent *e) { return e->d_name[0] != '.'; }

/* Names and contents, by name. */
static int add_folder(struct omen_key *k, const char *folder, bool top, struct omen_err *err) {
  struct dirent **all = NULL;
  int n = scandir(folder, &all, not_hidden, alphasort), bad = n < 0;
  for (int i = 0; i < n; i++) {
    struct stat st;
    char *path = omen_format("%s/%s", folder, all[i]->d_name);
    bool own = top && !strcmp(all[i]->d_name, SUM_NAME);
    if (!bad && !own) {
      omen_key_adds(k, all[i]->d_name);
      if (lstat(path, &st))
        bad = -1;
      else
        bad = S_ISDIR(st.st_mode) ? add_folder(k, path, false, err) : omen_key_add_file(k, path, err);
    }
    free(path);
    free(all[i]);
  }
  free(all);
  return bad;
}

static int sum_of(const char *entry, char hex[33], struct omen_err *err) {
  struct omen_key k;
  omen_key_init(&k);
  int bad = add_folder(&k, entry, true, err);
  omen_key_finish(&k, hex);
  return bad;
}

int omen_sum_write(const char *entry, struct omen_err *err) {
  char hex[33], *path = omen_format("%s/" SUM_NAME, entry);
  int bad = sum_of(entry, hex, err) || omen_file_write(path, hex, strlen(hex), err);
  free(path);
  return bad;
}

bool omen_sum_holds(const char *entry) {
  char hex[33], *path = omen_format("%s/" SUM_NAME, entry);
  struct omen_buf text = {0};
  struct omen_err unused;
  bool holds = !omen_file_read(path, &text, &unused) && !sum_of(entry, hex, &unused) &&
               text.len == strlen(hex) && !memcmp(text.data, hex, text.len);
  omen_buf_release(&text);
  free(path);
  return holds;
}
