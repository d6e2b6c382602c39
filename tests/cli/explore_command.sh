#!/usr/bin/env bash
# omen explore: inputs by the solver, as a corpus that runs natively with the same results; the failures among them
# replay; coverage; arguments, standard input, files and the environment; budgets and errors.
# rooms: cli symbolic triage, slow
. "$(dirname "$0")/run_common"

cat >parse.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int word(const char *line, int *level) {
  const char *eq = strchr(line, '=');
  if (!eq) return -1;
  size_t n = (size_t)(eq - line);
  if (n == 5 && !memcmp(line, "level", 5)) return *level = atoi(eq + 1), 1;
  if (n == 4 && !memcmp(line, "mode", 4)) return strncmp(eq + 1, "slow", 4) ? 2 : 3;
  return 0;
}
int main(void) {
  char line[64];
  int level = 1, slow = 0, n = 0;
  for (; fgets(line, sizeof line, stdin); n++) {
    int r = word(line, &level);
    if (r < 0) return printf("line %d: bad\n", n), 2;
    if (r == 3) slow = 1;
  }
  if (slow && level > 5) printf("%d\n", 100 / (level - 7));
  printf("%d lines, %s\n", n, slow ? "slow" : "fast");
  return 0;
}
C
compile parse -O1
printf 'mode=fast\nlevel=2\n' >in.txt
# native CORPUS: every input that did not fail does the same natively.
native() {
  local d
  for d in "$1"/[0-9]*; do
    grep -q '^exit' "$d/what" || continue
    "$d/run.sh" >out.native 2>err.native
    [ "exit $?" = "$(head -1 "$d/what")" ] || fail "$d: another status natively: $(cat "$d/what")"
    cmp -s out.native "$d/stdout" || fail "$d: writes something else natively"
  done
}
"$omen" explore --symbolic stdin --paths 120 --json parse.json -o parse.corpus ./parse <in.txt >out 2>err
[ $? -eq 1 ] || fail "explore does not end with 1"
prints "2 lines, fast"
says "120 inputs in parse.corpus"
says "make the program fail"
json parse.json "any(d['kind'] == 'division' for i in r['inputs'] for d in i['defects'])"
json parse.json "r['coverage']['blocks']['reached'] == r['coverage']['blocks']['all'] > 10"
json parse.json "r['coverage']['lines']['reached'] == r['coverage']['lines']['all'] > 10"
json parse.json "{i['status'] for i in r['inputs'] if i['end'] == 'exit'} == {0, 2}"
json parse.json "len(r['inputs']) == 120 == len({i['folder'] for i in r['inputs']})"
json parse.json "r['counters']['confirmed'] > 50 and r['counters']['diverged'] == 0"
json parse.json "r['counters']['solver_cached'] > 0 and r['seconds']['solver'] < r['seconds']['all']"
cmp -s parse.json parse.corpus/summary.json || fail "summary.json is not the report"
grep -q "^SF:.*parse.c$" parse.corpus/coverage.info || fail "no coverage of parse.c"
grep -q "^DA:20,[1-9]" parse.corpus/coverage.info || fail "line 20 (the division) is not covered"
native parse.corpus
bad=$(python3 -c "import json; print(next(i['folder'] for i in json.load(open('parse.json'))['inputs'] if i['bad']))")
expect 136 "$omen" replay "parse.corpus/$bad/recording"
expect 136 "$omen" replay --check "parse.corpus/$bad/recording"
says "the replay was the same"
bash -c "parse.corpus/$bad/run.sh; exit \$?" >/dev/null 2>&1
[ $? -eq 136 ] || fail "the failing input does not fail natively"

# Arguments: an option that is not there, a number; an input of its own each.
cat >args.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : -1;
  if (argc > 2 && !strcmp(argv[2], "--tree")) puts("tree");
  if (n == 4711) puts("found");
  if (n < 0) puts("negative");
  return argc;
}
C
compile args -O1
expect 0 "$omen" explore --paths 100 --json args.json -o args.corpus ./args 7
json args.json "any(i['args'][1:2] == ['--tree'] for i in r['inputs'])"
json args.json "any(i['args'] == [] for i in r['inputs'])"
json args.json "r['counters']['diverged'] == 0"
cat args.corpus/*/stdout | grep -q found || fail "4711 is not found"
native args.corpus

# The environment and a file; small enough that all there is is found. How long the file is stands in the way of saying so.
cat >tiny.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  const char *e = getenv("LEVEL");
  FILE *f = fopen(argv[1], "r");
  int c = f ? getc(f) : -2;
  if (e && e[0] == 'q') puts("quiet");
  if (c == 0x7f) puts("elf");
  return argc - 2;
}
C
compile tiny -O1
printf 'abc' >data
LEVEL=v expect 0 "$omen" explore --symbolic env:LEVEL --symbolic "file:$work/data" --budget 60s --json tiny.json -o tiny.corpus ./tiny data
says "nothing is left to try"
says "assumed: the length of $work/data is the same"
json tiny.json "not r['exhausted'] and len(r['limits']) == 1 and len(r['inputs']) >= 4"
LEVEL=v expect 0 "$omen" explore --symbolic env:LEVEL --budget 60s --json level.json -o level.corpus ./tiny data
says "no more are to be found"
json level.json "r['exhausted'] and not r['limits']"
cat tiny.corpus/*/stdout | sort | uniq | tr '\n' ' ' | grep -q "elf quiet" || fail "not all paths of tiny"
native tiny.corpus
[ "$(cat data)" = abc ] || fail "the file was written to"

# What is in the way.
expect 2 "$omen" explore
one_line
expect 2 "$omen" explore --symbolic nonsense ./tiny data
expect 4 "$omen" explore -o none.corpus ./not-there
mkdir full && touch full/mine
expect 3 "$omen" explore -o full ./tiny data
says "neither empty nor a corpus"
[ -e full/mine ] || fail "somebody's file is gone"
touch tiny.corpus/mine
expect 0 "$omen" explore --paths 1 -o tiny.corpus ./tiny data
[ -e tiny.corpus/mine ] && [ ! -e tiny.corpus/003 ] || fail "an earlier corpus is not replaced as it should be"
# Killed: what there was is kept.
"$omen" explore -q --jobs 1 --symbolic stdin --budget 100s -o killed.corpus ./parse <in.txt >/dev/null 2>&1 &
pid=$!
for ((i = 0; i < 600; i++)); do [ -s killed.corpus/summary.json ] && [ -d killed.corpus/004 ] && break; sleep 0.1; done
kill -9 $pid && wait $pid 2>/dev/null
json killed.corpus/summary.json "len(r['inputs']) > 0 and r['coverage']['blocks']['reached'] > 5"
grep -q "^DA:" killed.corpus/coverage.info || fail "a killed exploration has no coverage"
done_testing
