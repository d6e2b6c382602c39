#!/usr/bin/env bash
# omen replay: from the recording alone: moved, read-only, from another folder, with the program and its inputs gone.
# rooms: record runtime, quick
. "$(dirname "$0")/run_common"
export TMPDIR=$work/tmp # nobody else's scratch folders
mkdir "$TMPDIR"
cat >inputs.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static int shared;
static void *work(void *arg) {
  for (int i = 0; i < 50; i++) shared++;
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t[3];
  struct timespec ts;
  char line[64] = "", file[64] = "", cwd[512];
  unsigned random = 0;
  FILE *f = fopen("data.txt", "r");
  if (f && fgets(file, sizeof file, f)) file[strcspn(file, "\n")] = 0;
  if (f) fclose(f);
  f = fopen("/dev/urandom", "r");
  if (!f || fread(&random, sizeof random, 1, f) != 1) return 9;
  fclose(f);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  if (fgets(line, sizeof line, stdin)) line[strcspn(line, "\n")] = 0;
  clock_gettime(CLOCK_REALTIME, &ts);
  printf("%s|%s|%s|%s|%u|%ld.%09ld|%d|%s|%d|%p\n", argv[1], getenv("INPUT"), line, file, random, (long)ts.tv_sec,
         ts.tv_nsec, (int)getpid(), getcwd(cwd, sizeof cwd), shared, (void *)malloc(10));
  return 5;
}
C
compile inputs -O2
echo "from a file" >data.txt
echo "from input" | INPUT=environment "$omen" run --strategy random --seed 3 -o rec -- ./inputs argument >first 2>err
[ $? -eq 5 ] || { fail "run"; cat err; }
grep -q "argument|environment|from input|from a file" first || fail "inputs: $(cat first)"
expect 5 "$omen" replay --check rec
cmp -s out first || fail "replay printed $(cat out), the run $(cat first)"
says "the same in all its"

before=$(find rec -type f -exec cksum {} + | sort)
mkdir -p elsewhere/deep
mv rec elsewhere/deep/moved
rm -rf inputs inputs.c data.txt "$OMEN_CACHE"
chmod -R a-w elsewhere/deep/moved
(cd elsewhere && env -i PATH="$PATH" HOME=/ "$omen" replay deep/moved >../out 2>../err </dev/null)
[ $? -eq 5 ] || { fail "replay of a moved recording"; cat err; }
cmp -s out first || fail "the moved recording printed $(cat out), the run $(cat first)"
chmod -R u+w elsewhere/deep/moved
mv elsewhere/deep/moved rec
[ "$before" = "$(find rec -type f -exec cksum {} + | sort)" ] || fail "replaying changed the recording"
expect 0 "$omen" report rec

# many at once, under another stack limit
for i in 1 2 3 4 5 6; do
  (ulimit -S -s 4096; "$omen" replay rec >out.$i 2>err.$i </dev/null; echo $? >status.$i) &
done
wait
for i in 1 2 3 4 5 6; do
  cmp -s out.$i first && [ "$(cat status.$i)" = 5 ] || { fail "replay $i of several at once"; cat err.$i; }
done
[ -z "$(find "$TMPDIR" -name 'omen-*')" ] || fail "scratch folders are left"
done_testing
