#!/usr/bin/env bash
# --race-coverage with --symbolic: the search over other inputs heads for the candidates that the recorded run did not reach: a
# race behind a word and a command, among many decisions that lead nowhere, at -O0 and -O2.
# rooms: static symbolic triage, slow
. "$(dirname "$0")/run_common"

python3 - >prog.c <<'P'
print("""#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int deep, noise, wrong;
static void *change(void *at) {
  *(int *)at += 1;
  return at;
}
static void command(char c) {
  pthread_t t;
  switch (c) {
  case 'a': noise++; break;
  case 'b': noise += 2; break;
  case 'k': noise += 3; break;
  case 'q':
    pthread_create(&t, NULL, change, &deep);
    deep += 1;
    pthread_join(t, NULL);
    break;
  case 'z': noise += 4; break;
  }
}
int main(void) {
  char b[128] = {0};
  ssize_t n = read(0, b, sizeof b - 1);
  pthread_t t;
  pthread_create(&t, NULL, change, &wrong);
  pthread_join(t, NULL);
  if (n < 120) return 3;""")
for i in range(8, 120):
    print(f"  if (b[{i}] == {33 + i % 90}) noise += {i} * n;")
print("""  if (b[0] == 'R' && b[1] == 'A' && b[2] == 'C' && b[3] == 'E')
    if (b[4] < b[5]) command(b[6]);
  printf("%d\\n", noise);
  return 0;
}""")
P
head -c 127 /dev/zero | tr '\0' '~' >input
for level in -O0 -O2; do
  "$omen" cc -g $level -pthread prog.c -o prog
  for way in with without; do
    heads=--race-coverage
    [ $way = with ] || heads=
    "$omen" triage --symbolic stdin $heads --runs 1 -o rec-$way --json $way.json -- ./prog <input >/dev/null 2>err || true
  done
  json with.json 'any("deep" in r["location"]["name"] for r in r["races"])'
  json without.json 'not r["races"]' # else the program is too easy to tell
done
done_testing
