#!/usr/bin/env bash
# omen replay --gdb: it stops before the racing accesses, Omen's threads are listed and looked at, the outcome is that
# of the replay without gdb. Driven without a terminal: by a file of commands, by standard input, by gdb's own options.
# rooms: runtime/gdb cli, slow
. "$(dirname "$0")/run_common"
needs gdb
cat >pair.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
volatile int mode = 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *reader(void *arg) {
  int first = mode;
  int second = mode;
  assert(first == second);
  return arg;
}
void *setter(void *arg) {
  int value = 40 + *(int *)arg;
  mode = value;
  return arg;
}
void *waiter(void *arg) {
  int ticket = 7;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return ticket ? arg : NULL;
}
int main(void) {
  pthread_t t[3];
  int two = 2;
  pthread_mutex_lock(&lock);
  pthread_create(&t[0], NULL, waiter, &two);
  pthread_create(&t[1], NULL, reader, &two);
  pthread_create(&t[2], NULL, setter, &two);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  pthread_mutex_unlock(&lock);
  pthread_join(t[0], NULL);
  printf("done %d\n", mode);
  return 0;
}
C
compile pair -O0
expect 1 "$omen" triage -o rec --json j.json -- ./pair
race=$(python3 -c "
import json
print(next(x['id'] for x in json.load(open('j.json'))['races']
           if x['consequence'] == 'assertion' and x['evidence']['order'] == 'primary'))")
has() { grep -qF -- "$1" out || { fail "$3: no '$1' in gdb's output ($2):"; sed 's/^/    /' out; }; }

# The order that fails. The reader made its first access and stands before its second; the setter comes.
cat >commands <<'G'
omen threads
continue
omen threads
omen thread 2
info locals
bt
omen thread T1
print ticket
omen back
print value
print mode
continue
bt
G
expect 0 "$omen" replay rec --race "$race" --order primary --gdb-command commands
has "thread T2 stands before its access, the first of the race" "stop 1" primary
has "reader (arg=" "a frame with its arguments" primary
has "pair.c:7" "the first access" primary
has "T3   has not started yet" "a new thread" primary
has "T0   waits for a thread to end" "main" primary
has "thread T3 is about to make its access, the second of the race" "stop 2" primary
has "pair.c:14" "the second access" primary
has "T1   waits for mutex lock" "who waits for what" primary
has "waiter () at pair.c:19" "and where" primary
has "is held before its access" "the first" primary
has "first = 1" "locals of another thread" primary
has "reader (arg=" "its backtrace" primary
has '$1 = 7' "a local of a third" primary
has '$2 = 42' "a local of the one that runs" primary
has '$3 = 1' "memory before the access" primary
has "Program received signal SIGABRT" "the consequence" primary
says "Assertion \`first == second' failed"
grep -q 'SIGSYS' out && fail "SIGSYS is shown"

# The other order does not fail. Commands on standard input, which is no terminal.
printf 'continue\ncontinue\nprint mode\ncontinue\n' |
  timeout 120 "$omen" replay rec --race "$race" --order alternate --gdb >out 2>err || fail "alternate ended with $?"
has "thread T2 stands before its access" "stop 1" alternate
has "thread T3 is about to make its access" "stop 2" alternate
has "thread T2, which was held before its access, makes it now" "stop 3" alternate
has '$1 = 42' "memory after the second access" alternate
has "done 42" "the program's output" alternate
has "exited normally" "the end" alternate

# The recording itself: gdb stops in main; gdb's own options after --.
expect 0 "$omen" replay rec --gdb -- -batch -ex "break setter" -ex continue -ex "omen threads" -ex bt -ex kill
has "main () at pair.c" "main" recording
has "setter (arg=" "the breakpoint" recording
has "* T3   runs" "the thread that runs" recording

# The schedule, decision by decision and switch by switch, with what could be otherwise; gdb's own stops stay.
printf 'omen step\nomen step 2\nomen switch\nomen switch\nomen threads\nbreak setter\ncontinue\nomen switch 1000\n' >commands
expect 0 "$omen" replay rec --gdb-command commands
has "omen: T0 is at: a system call; T1 could go on instead" "a decision" step
has "main () at pair.c:2" "in the program's frame" step
has "omen: the scheduler goes from T0 to T1" "a switch" step
has "(before its first instruction)" "a new thread" step
has "omen: the scheduler goes from T1 to T2" "the next switch" step
has "waiter () at pair.c:19" "who waits" step
has "setter (arg=" "a breakpoint" step
has "exited normally" "the end, before all the switches asked for" step
[ "$(grep -c '^omen: the scheduler goes' out)" -lt 12 ] || fail "more switches than there are"
expect 0 "$omen" replay rec --gdb -- -batch -ex "break pair.c:19" -ex continue -ex "omen step"
has "omen: T1 is at: mutex lock lock" "what it is about to do" lock

# To the first and the second access, also when they are behind; in the other order; both beside each other.
cat >commands <<'G'
omen second
omen first
print mode
omen second
omen order
omen second
next
omen switch
print mode
omen order primary
omen order alternate
omen orders
G
expect 0 "$omen" replay rec --race "$race" --order primary --gdb-command commands
grep -E '^(omen:|\$)' out >got
cat >wanted <<'T'
omen: thread T2 stands before its access, the first of the race
omen: thread T3 is about to make its access, the second of the race
omen: thread T2 stands before its access, the first of the race
$1 = 1
omen: thread T3 is about to make its access, the second of the race
omen: the accesses in the other order
omen: thread T2 stands before its access, the first of the race
omen: thread T3 is about to make its access, the second of the race
omen: the scheduler goes from T3 to T2
$2 = 42
omen: the accesses in the recorded order
omen: thread T2 stands before its access, the first of the race
omen: the accesses in the other order
omen: thread T2 stands before its access, the first of the race
T
diff -u wanted got || fail "the accesses, forward and back, in both orders"
has "this does it (as recorded)" "both orders" orders
grep -qE 'T2 +reads 1  pair.c:7  int first = mode; +\| T2 +is stopped at pair.c:7' out || fail "the orders beside each other"
grep -qE '^=> dies of signal 6 +\|' out && grep -qE '\| => ends with status 0$' out || fail "how they end"
for wrong in "omen order sideways" "omen step 0" "omen switch x" "omen thread 9"; do
  printf '%s\n' "$wrong" >commands
  expect 1 "$omen" replay rec --race "$race" --gdb-command commands
done
for wrong in "omen first" "omen order" "omen orders"; do # of the recording itself
  printf '%s\n' "$wrong" >commands
  expect 1 "$omen" replay rec --gdb-command commands
  says "omen replay REC --race ID --gdb"
done

# A recording whose path needs quoting.
mv rec "a folder's \"name\""
expect 0 "$omen" replay "a folder's \"name\"" --race "$race" --gdb -- -batch -ex "info locals"
has "stands before its access" "stop 1" quoting

# A deadlock: who waits for whom.
cp "$here/stuck.c" .
compile stuck -O0
expect 1 "$omen" triage -o stuck.rec --json s.json -- ./stuck
id=$(python3 -c "
import json
print(next(x['id'] for x in json.load(open('s.json'))['races'] if x['consequence'] == 'deadlock'))")
order=$(python3 -c "
import json
print(next(x['evidence']['order'] for x in json.load(open('s.json'))['races'] if x['consequence'] == 'deadlock'))")
echo 'omen threads' >commands # its evidence is the incident that it causes: that stops where it goes wrong
expect 0 "$omen" replay stuck.rec --race "$id" --order "$order" --gdb-command commands
has "no thread can go on" "the deadlock" stuck
has "waits for mutex b" "one side" stuck
has "waits for mutex a" "the other" stuck

# The incident by its own name, and prevented: only the first stops.
incident=$(python3 -c "
import json
print(next(x['id'] for x in json.load(open('s.json'))['incidents'] if x['consequence'] == 'deadlock'))")
expect 0 "$omen" replay stuck.rec --incident "$incident" --gdb-command commands
has "no thread can go on" "the incident's deadlock" stuck
echo 'print $_exitcode' >commands
expect 0 "$omen" replay stuck.rec --incident "$incident" --prevented --gdb-command commands
if grep -q "no thread can go on" out; then fail "the prevented run stops"; fi

# Wherever it stops, the selected frame is the program's: not Omen's, not libc's.
cat >stops.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *nothing(void *arg) { return arg; }
static void work(const char *what) {
  int local = 4711, fds[2];
  char c, *block = malloc(16), *volatile none = NULL;
  if (!strcmp(what, "libc")) printf("%zu\n", strlen(none));
  if (!strcmp(what, "free")) free(block + 4);
  if (!strcmp(what, "overflow")) strcpy(block, "longer than sixteen bytes");
  if (!strcmp(what, "pipe") && !pipe(fds) && read(fds[0], &c, 1)) return;
  if (!strcmp(what, "lock")) pthread_mutex_lock(&lock), pthread_mutex_lock(&lock);
  if (!strcmp(what, "abort")) abort();
  block[local % 16] = 1;
}
int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, nothing, NULL);
  pthread_join(t, NULL);
  work(argv[1]);
  return 0;
}
C
compile stops -O0 -Wno-unused
printf 'continue\nprint local\n' >commands
for what in libc free overflow pipe lock abort; do
  "$omen" run -q -o stops.rec -- ./stops $what >out 2>err
  expect 0 "$omen" replay stops.rec --gdb-command commands && has '$1 = 4711' "a local of the program" $what
done
mv stops.c elsewhere.c # and its source is not there
"$omen" run -q -o stops.rec -- ./stops pipe >out 2>err
expect 0 "$omen" replay stops.rec --gdb-command commands && has '$1 = 4711' "a local of the program" "without source"

# What is wrong on the command line.
expect 125 "$omen" replay stuck.rec --race nonsense --gdb && one_line
expect 2 "$omen" replay stuck.rec --race "$id" --order sideways --gdb && one_line
expect 125 env PATH=/nowhere "$omen" replay stuck.rec --gdb && one_line
done_testing
