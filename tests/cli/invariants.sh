#!/usr/bin/env bash
# omen run and triage --invariant: what breaks an invariant is named, with the values; a race that decides over it is
# spec-violated; what is not right in an expression is one line; nothing that is correct is reported.
# rooms: expect runtime/invariant, quick
. "$(dirname "$0")/run_common"

# fmm's time stamps in a small version: they are positive, unless one sees the step while it is negative.
for twin in 0 1; do
  cat >fmm$twin.c <<C
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int interaction_time = 1, step = 1;
static void *build(void *p) {
  if ($twin) pthread_mutex_lock(&lock);
  step = -5;
  step = 1;
  if ($twin) pthread_mutex_unlock(&lock);
  return p;
}
static void *use(void *p) {
  if ($twin) pthread_mutex_lock(&lock);
  interaction_time += step;
  if ($twin) pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, build, 0);
  pthread_create(&t[1], 0, use, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
C
  compile fmm$twin -O0
done
expect 1 "$omen" triage --json fmm.json -o fmm.rec --invariant 'interaction_time > 0' -- ./fmm0
says "interaction_time > 0 violated: interaction_time = -4"
json fmm.json "r['invariants'] == ['interaction_time > 0']"
json fmm.json "any(a['class'] == 'spec-violated' and a['consequence'] == 'invariant' for a in r['races'])"
json fmm.json "all(a['location']['name'] in ('step', 'interaction_time') for a in r['races'])"
id=$(python3 -c "import json; print(next(a['id'] for a in json.load(open('fmm.json'))['races'] if a['class'] == 'spec-violated'))")
expect 1 "$omen" classify fmm.rec # what the recording has is enough
expect 0 "$omen" triage -o plain.rec -- ./fmm0 # without the invariant it is harmless
expect 0 "$omen" triage -o twin.rec --json twin.json --invariant 'interaction_time > 0' -- ./fmm1
json twin.json "not r['races'] and not r.get('findings')"
expect 1 "$omen" triage --runs 3 --json runs.json -o runs --invariant 'interaction_time > 0' -- ./fmm0
json runs.json "any(a['consequence'] == 'invariant' for a in r['races'])"

# Every kind of place and operator; at -O0 and -O2.
cat >places.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
enum state { IDLE, BUSY = 5, BROKEN };
struct node { struct node *next; int key; unsigned low : 3; int sign : 5; };
union word { float f; unsigned u; };
static struct node *head;
static int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, row = 1;
static double ratio = 0.5;
static char name[8] = "abc";
static enum state state = IDLE;
static atomic_int atom = 1;
static union word both;
static unsigned char byte = 200;
static int counted(void) { static int calls; return ++calls; }
static void *work(void *p) {
  head = calloc(1, sizeof *head);
  head->key = 7;
  head->sign = -3;
  head->low = 5;
  head->next = malloc(sizeof *head);
  memset(head->next, 0, sizeof *head);
  head->next->key = 8;
  for (int i = 0; i < 3; i++) table[row][i] *= 2;
  ratio /= 4;
  strcpy(name, "xyz");
  state = BUSY;
  atomic_store(&atom, 9);
  both.f = 1.0f;
  byte += 100;
  for (int i = 0; i < 3; i++) counted();
  struct node *first = head;
  head = first->next;
  free(first);
  return p;
}
int main(int n, char **names) {
  pthread_t t;
  int sum = names == NULL;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  for (int i = 0; i < 3; i++) sum += table[n - 1][i] + table[n][i];
  sum += name[n] + (int)(ratio * 8) + atom;
  return row + byte + (int)both.u + (int)state + counted() + sum == 77;
}
C
places() { # LEVEL
  local arguments=() violated=() holds=() i n
  breaks() { arguments+=(--invariant "$1"); violated+=("$1" "$2"); }
  keeps() { arguments+=(--invariant "$1"); holds+=("$1"); }
  breaks 'head == 0 || head->key != 8' 'head->key = 8'
  keeps 'head == 0 || head->key >= 0'
  breaks '!head || head->low < 5' 'head->low = 5'
  breaks 'head == NULL || head->sign >= -2' 'head->sign = -3'
  breaks 'table[row][2] <= 6' 'table[row][2] = 12'
  keeps 'table[0][1] == 2 && *(&table[0][0] + 2) == 3 && sizeof table == 24 && sizeof(struct node) >= 16'
  breaks 'ratio > 0.25' 'ratio = 0.125'
  breaks "name[0] == 'a'" "name[0] = 120 'x'"
  breaks 'state != BUSY' 'state = 5'
  keeps 'atom < 9 ? state < BROKEN : state == BUSY'
  breaks 'atom == 1' 'atom = 9'
  breaks 'both.u == 0' 'both.u = 1065353216'
  breaks '(int)(unsigned char)byte + 1 > 45' 'byte = 44'
  keeps '(byte & 0x0f) << 1 >= 0 && ~byte < 0 && -byte <= 0 && byte % 300 == byte'
  breaks 'counted.calls < 3' 'counted.calls = 3'
  keeps 'row == 1 && (row ^ 3) == 2 && (unsigned)-1 > 0 && -1 < row && 7u / 2 == 3'
  keeps 'places.c:row != 4 && 1.5f * 2 == 3 && !0 && (row, 1)'
  compile places "$1"
  rm -rf places.rec
  expect 0 "$omen" run -o places.rec "${arguments[@]}" -- ./places || return
  for ((i = 0; i < ${#violated[@]}; i += 2)); do
    grep -F -- "${violated[i]} violated: " places.rec/outcome | grep -qF -- "${violated[i + 1]}" ||
      fail "$1: ${violated[i]}: not violated with ${violated[i + 1]}"
  done
  for i in "${holds[@]}"; do ! grep -qF -- "$i violated" places.rec/outcome || fail "$1: $i holds"; done
  n=$(grep -c '^says ' places.rec/outcome)
  [ "$n" = $((${#violated[@]} / 2)) ] || fail "$1: $n violations"
  expect 0 "$omen" replay --check places.rec
}
places -O0

# Written by code that is not instrumented, and by the kernel: seen at the next event.
cat >unseen.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int values[4] = {1, 1, 1, 1};
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int qsort_it(void);
int main(void) {
  int fd[2], zero = 0;
  if (pipe(fd) || write(fd[1], &zero, sizeof zero) != sizeof zero) return 2;
  if (read(fd[0], &values[2], sizeof zero) != sizeof zero) return 2;
  sscanf("-3", "%d", &values[3]);
  (void)order;
  return 0;
}
C
compile unseen
expect 0 "$omen" run -o unseen.rec --invariant 'values[2] == 1' --invariant 'values[3] == 1' -- ./unseen
says "values[2] == 1 violated: values[2] = 0"
says "values[3] == 1 violated: values[3] = -3"

# It counts from the first time that it is true; what is never true is said.
cat >late.c <<'C'
static int ready, never = -1;
__attribute__((constructor)) static void before(void) { ready = -7; }
int main(void) {
  ready = 0;
  ready = 3;
  never -= 1;
  return ready + never > 100;
}
C
compile late -O0
expect 0 "$omen" run -o late.rec --invariant 'ready > 0' --invariant 'never > 0' -- ./late
says "never > 0 was never true: never = -2"
[ "$(grep -c '^says ' late.rec/outcome)" = 1 ] || fail "late: too much is said"

# A pointer that leads nowhere is no fault of the run.
cat >wild.c <<'C'
#include <stddef.h>
struct s { int a; struct s *n; };
static struct s one = {1, NULL}, *p;
int main(void) {
  p = &one;
  p = (struct s *)16;
  p = (struct s *)0x123456789000;
  p = &one;
  one.n = p;
  return 0;
}
C
compile wild -O0
expect 0 "$omen" run -o wild.rec --invariant 'p->a == 1' --invariant '1 / p->a == 1' --invariant 'p->n->n->a == 1' -- ./wild
says "cannot be evaluated"
! grep -q "^says " wild.rec/outcome || fail "wild: a violation"

# What is not right is one line that names the column, and nothing is left behind.
rm -rf bad.rec
wrong() { # EXPR COLUMN TEXT
  expect 2 "$omen" run -o bad.rec --invariant "$1" -- ./places
  says "column $2: "
  says "$3"
  [ "$(wc -l <err)" = 1 ] || fail "$1: more than one line"
  [ ! -e bad.rec ] || fail "$1: something is left behind"
}
wrong 'rov > 0' 1 "no variable 'rov' in this program: 'row' is meant?"
wrong 'row >' 6 "the expression ends"
wrong 'row > 0 )' 9 "')' where"
wrong 'row = 3' 5 "changes nothing"
wrong 'row++ > 0' 4 "changes nothing"
wrong 'counted() > 0' 1 "cannot call functions"
wrong 'head.key > 0' 6 "'->' and not '.'"
wrong 'head->kay > 0' 7 "has no member 'kay'"
wrong 'table > 3' 7 "a pointer is compared with"
wrong 'row[2] > 0' 5 "has no elements"
wrong 'table[0][7] > 0' 10 "outside of the array"
wrong '*row' 1 "no pointer"
wrong 'ratio % 2' 7 "cannot be applied"
wrong '3 > 2' 1 "there is no variable"
wrong '' 1 "the expression ends"
wrong 'row > 99999999999999999999' 7 "too large"
wrong '"abc"' 1 "no strings"
wrong "$(printf '%0.s(' $(seq 500))row" 101 "too complex"
expect 2 "$omen" triage -o bad.rec --invariant 'nobody > 0' -- ./places
says "column 1: "
[ ! -e bad.rec ] || fail "triage left something behind"

# Any bytes are an error or an expression, never a crash.
python3 - "$omen" <<'P' || fail "fuzzing"
import random, subprocess, sys
random.seed(7)
words = ['row', 'head', 'table', 'ratio', 'name', 'state', '->', '.', '[', ']', '(', ')', '*', '&', '&&', '||', '!', '~',
         '+', '-', '/', '%', '<', '<<', '>', '==', '!=', '?', ':', ',', '1', '0x', '1.5f', "'a'", "'", '"', 'sizeof', 'int',
         '(int)', 'struct node', 'key', 'NULL', '\\', '\n', '\x01', '\xff', '::', 'places.c:', 'counted.calls', '18446744073709551615']
for i in range(100):
    text = ''.join(random.choice(words) + random.choice(['', ' ']) for _ in range(random.randrange(1, 14)))
    if i % 3 == 0:
        text = ''.join(chr(random.randrange(1, 256)) for _ in range(random.randrange(1, 40)))
    p = subprocess.run([sys.argv[1], 'run', '-q', '-o', 'fuzz.rec', '--invariant', text.encode('latin1'), '--', './places'],
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if p.returncode not in (0, 2) or (p.returncode == 2 and (p.stderr.count(b'\n') != 1 or b'column' not in p.stderr)):
        sys.exit(f'{text!r}: {p.returncode} {p.stderr}')
P
places -O2
# Types and conversions are C's: the compiler is the judge.
python3 "$here/invariants_c.py" "$omen" 5 60 || fail "not as C has it"
done_testing
