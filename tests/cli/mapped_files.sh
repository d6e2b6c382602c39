#!/usr/bin/env bash
# What a program stores into a file that it has mapped is not weighed as output, and so no harmless verdict says that all
# was alike where it was not: mapped to the end, unmapped, and with a file that is gone at the end; twins that leave the same.
# rooms: classify runtime/world, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int *shown;
static volatile int value;
static void *one(void *p) {
  value = 1;
  return p;
}
static void *two(void *p) {
  *shown = p ? value & 2 : value;
  return p;
}
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  size_t size = strchr(how, 'l') ? 20 << 20 : 4096;
  int fd = open("kept", O_RDWR | O_CREAT, 0644);
  if (fd < 0 || ftruncate(fd, (off_t)size)) return 2;
  shown = mmap(0, size, strchr(how, 'p') ? PROT_READ : PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shown == MAP_FAILED || mprotect((void *)shown, size, PROT_READ | PROT_WRITE)) return 3;
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, strchr(how, 's') ? &value : 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (strchr(how, 'u')) munmap((void *)shown, size);
  if (strchr(how, 'g')) unlink("kept");
  return 0;
}
C
compile prog
said() { # HOW WORDS: what the verdict must say; nothing: that all was alike
  "$omen" triage --quiet --json r.json -o rec -- ./prog "$1" >/dev/null 2>&1 || fail "$1: status $?"
  json r.json "[x['class'] for x in r['races']] == ['k-witness-harmless']"
  if [ -n "$2" ]; then
    json r.json "'$2' in r['races'][0]['what'] and '$2' in r['races'][0]['differs']"
  else
    json r.json "r['races'][0]['what'].endswith('end and write alike') and 'differs' not in r['races'][0]"
  fi
}
varies='what they store in mapped files varies'
said x "$varies"
said u "$varies"
said p "$varies"
said s ''
said ug ''
said sl 'what they store in large mapped files is not compared'
done_testing
