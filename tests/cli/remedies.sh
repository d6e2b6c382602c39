#!/usr/bin/env bash
# What would prevent an incident is run, and not only read off its cause: with critical sections assumed that the program
# does not have, or with the order that does no harm. The report says how many schedules had it. And of words: no report
# speaks of other reasons, which would be named by none.
# rooms: classify report runtime/explore, quick
. "$(dirname "$0")/run_common"

# Two claim one place: the look and the write belong together in whichever thread it is.
cat >claim.c <<'C'
#include <assert.h>
#include <pthread.h>
volatile int owner, claims;
static void *claim(void *p) {
  if (!owner) {
    owner = 1;
    __atomic_fetch_add(&claims, 1, __ATOMIC_SEQ_CST);
  }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, claim, 0);
  pthread_create(&b, 0, claim, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(claims == 1);
}
C
# An order that must be: the maker before the user.
cat >made.c <<'C'
#include <pthread.h>
int *volatile box;
int value = 7;
static void *make(void *p) { box = &value; return p; }
static void *use(void *p) { return *box ? p : 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, make, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
C
checked() { # PROGRAM ASSUMED: it was run with that, and nothing failed
  compile "$1"
  expect 1 "$omen" triage --json report.json -o "$1.rec" -- "./$1"
  json report.json "r['incidents'][0]['cause']['checked']['assumed'] == '$2'"
  json report.json "r['incidents'][0]['cause']['checked']['schedules'] >= 4"
  json report.json "r['incidents'][0]['cause']['checked']['fail'] == 0"
  "$omen" report "$1.rec" >out 2>&1
}
checked claim together
grep -Eq 'Checked: [0-9]+ schedules with that assumed, none fails[.]' out || fail "not said: $(cat out)"
for form in markdown junit sarif html; do
  "$omen" report claim.rec --$form claim.$form >/dev/null 2>&1
  grep -Eq 'Checked: [0-9]+ schedules with that assumed, none fails' claim.$form || fail "$form does not say how far it was checked"
done
# Two looks in one line: they belong together, and not what comes between.
cat >looks.c <<'C'
#include <pthread.h>
int value = 7, *volatile box = &value;
volatile int got;
static void *use(void *p) { if (box) got = *box; return p; }
static void *clear(void *p) { box = 0; return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, clear, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
C
checked looks together
tr -s '\n ' ' ' <out | grep -Fq "T1's accesses to \`box\` at looks.c:4 in one critical section, and T2's access at looks.c:5 under" || fail "not said: $(cat out)"
checked made order
grep -Eq 'Checked: [0-9]+ schedules with that order, none fails[.]' out || fail "not said: $(cat out)"

# No words that name nothing.
words=$(grep -rnE '"[^"]*(for (an)?other reasons?|something else is to blame)' "$here/../../src" --include='*.c' --include='*.def')
[ -z "$words" ] || fail "which? $words"
done_testing
