#!/bin/bash
# A program that does hardly anything has no CPU time of which the client could take a part: once the budget is used up, the helper is
# seldom awake.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cat >prog.c <<'END2'
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int shared, hits;
static void *work(void *unused) {
  for (int i = 0; i < hits; i++) shared = i; // the site
  return unused;
}
static long wakes(void) { // of all threads but this one
  char path[300], line[200];
  DIR *d = opendir("/proc/self/task");
  long n = 0;
  for (struct dirent *e; (e = readdir(d));) {
    snprintf(path, sizeof path, "/proc/self/task/%s/status", e->d_name);
    FILE *f = *e->d_name == '.' || atoi(e->d_name) == getpid() ? NULL : fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
      if (!strncmp(line, "voluntary_ctxt_switches:", 24)) n += atol(line + 24);
    if (f) fclose(f);
  }
  closedir(d);
  return n;
}
int main(int argc, char **argv) {
  pthread_t t;
  hits = atoi(argv[argc - 1]);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  long before = wakes();
  sleep(4);
  printf("%ld\n", wakes() - before);
  return 0;
}
END2
ship_site -O1
sed -i 's/^task.*/& phase=context instances=all/' out.tasks
n=$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT ./out 200000)
[ "$n" -gt 0 ] && [ "$n" -lt 12 ] || fail "the helper woke up $n times in four seconds: $(cat results)"
grep -q '"hits":[1-9]' results || fail "no hits: $(cat results)"
finish
