// Each thread makes a folder with files in it, renames, links, lists, removes; then the race decides.
// OMEN: verdict last A B class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int last;
static void work(const char *name) {
  MUST(mkdir(name, 0700) == 0);
  MUST(mkdir(name, 0700) < 0);
  int dir = open(name, O_RDONLY | O_DIRECTORY), fd = openat(dir, "first", O_WRONLY | O_CREAT | O_EXCL, 0600);
  MUST(dir >= 0 && fd >= 0);
  MUST(write(fd, "12345", 5) == 5);
  close(fd);
  MUST(renameat(dir, "first", dir, "second") == 0);
  MUST(symlinkat("second", dir, "link") == 0);
  struct stat st;
  MUST(fstatat(dir, "link", &st, 0) == 0 && st.st_size == 5);
  MUST(fstatat(dir, "first", &st, 0) < 0);
  DIR *d = opendir(name);
  int seen = 0;
  for (struct dirent *e; (e = readdir(d));)
    seen += !strcmp(e->d_name, "second") ? 1 : !strcmp(e->d_name, "link") ? 10 : e->d_name[0] == '.' ? 0 : 100;
  closedir(d);
  MUST(seen == 11);
  MUST(rmdir(name) < 0);
  MUST(unlinkat(dir, "second", 0) == 0 && unlinkat(dir, "link", 0) == 0);
  close(dir);
  MUST(rmdir(name) == 0);
}
void *one(void *p) {
  last = 1; // @A
  work("folder.one");
  return p;
}
void *two(void *p) {
  last = 2; // @B
  work("folder.two");
  return p;
}
int main(void) {
  both(one, two);
  if (last == 1) abort();
  return 0;
}
