#!/usr/bin/env bash
# A file that is mapped and written by its descriptor, as LMDB and SQLite do: a replay, and an exploration, see in the
# mapping what was written; and what was stored in a shared mapping is read by the descriptor.
# rooms: runtime/syscall runtime/world, quick
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cat >mapped.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd, racy;
static const char *seen; /* only to be read */
static char *own, *part; /* shared, and private */
static void *first(void *p) {
  racy++;
  return p;
}
static void number(int i, char *to) { snprintf(to, 8, "%07d", i); }
int main(void) {
  fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(!ftruncate(fd, 8192));
  seen = mmap(0, 65536, PROT_READ, MAP_SHARED, fd, 0);
  own = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  part = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  racy++; /* an exploration begins here */
  pthread_join(t, 0);
  char text[8], back[8];
  unsigned sum = 0;
  for (int i = 1; i < 20; i++) {
    number(i * 37, text);
    assert(pwrite(fd, text, 8, i * 16) == 8);
    assert(!memcmp(seen + i * 16, text, 8));
    sum = sum * 31 + (unsigned)seen[i * 16 + 6] + (unsigned)part[i * 16 + 5];
  }
  assert(!ftruncate(fd, 16384) && seen[16383] == 0);
  assert(lseek(fd, 12288, SEEK_SET) == 12288 && write(fd, "behind", 7) == 7 && !strcmp(seen + 12288, "behind"));
  strcpy(own + 4096, "stored");
  assert(pread(fd, back, 7, 4096) == 7 && !strcmp(back, "stored"));
  assert(!mprotect(own, 4096, PROT_READ) && pwrite(fd, "closed", 7, 100) == 7 && !strcmp(own + 100, "closed"));
  assert(!munmap(own, 8192) && pread(fd, back, 7, 4096) == 7 && !strcmp(back, "stored"));
  dprintf(1, "%u %s\n", sum, seen + 12288);
  return 0;
}
C
compile mapped -O1
expect 0 ./mapped && want=$(cat out)
expect 0 "$omen" run -q --json report.json -o rec ./mapped && prints "$want"
json report.json 'r["races"]'
expect 0 "$omen" replay -q rec && prints "$want"
expect 0 "$omen" triage -q --json report.json -o rec2 ./mapped
json report.json 'all(x["class"] == "k-witness-harmless" for x in r["races"])'

# Mapped twice: what is stored at one place is not seen at the other in a replay, and the run says so.
cat >twice.c <<'C'
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int fd = memfd_create("ring", 0);
  if (ftruncate(fd, 8192)) return 1;
  char *a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *b = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, argc > 1 ? 4096 : 0);
  return a == b;
}
C
compile twice
expect 0 "$omen" run -o twice.rec -- ./twice
says "a file is mapped twice"
expect 0 "$omen" run -o apart.rec -- ./twice apart
says_not "a file is mapped twice"
done_testing
