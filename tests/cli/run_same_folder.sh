#!/usr/bin/env bash
# Two runs that are to be recorded in one folder: the second is refused, and the first is whole. A recording that
# somebody removes while it is made is said to be gone.
# rooms: record cli, quick
. "$(dirname "$0")/run_common"
cat >waits.c <<'X'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *thread(void *a) {
  char c;
  puts("runs");
  fflush(stdout);
  return read(0, &c, 1) > 0 ? a : a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  puts("ends");
}
X
compile waits
expect 0 "$omen" run -q -o rec -- ./waits
mkfifo input output
begin() { # a run that goes on until its input ends
  "$omen" run -q -o rec -- ./waits <input >output 2>err1 &
  pid=$!
  exec 9>input 8<output
  read -r line <&8
  [ "$line" = runs ] || fail "it does not run"
}
end() { exec 9>&- && wait $pid; status=$?; exec 8<&-; }

begin
expect 125 "$omen" run -q -o rec -- ./waits
one_line
says "rec: another omen command is recording there: -o DIR chooses another place"
prints ""
end
[ $status -eq 0 ] || fail "the first ended with $status: $(cat err1)"
expect 0 "$omen" replay rec
expect 0 "$omen" run -q -o rec -- ./waits

begin
rm -rf rec
end
[ $status -eq 125 ] || fail "removed, but it ended with $status"
grep -q 'rec: the recording was removed or moved while the program ran' err1 || fail "removed: $(cat err1)"
[ ! -e rec ] || fail "removed: something was left"

mkdir rec # an empty folder will do
expect 0 "$omen" run -q -o rec -- ./waits
echo mine >rec/mine
expect 125 "$omen" run -q -o rec -- ./waits
says "cannot replace this recording"
[ -s rec/mine ] || fail "a file of the user's was removed"

# campaigns likewise
mkdir campaign && exec 7<campaign && flock -n 7 || fail "flock"
expect 3 "$omen" triage -q --runs 2 -o campaign -- ./waits
says "campaign: another omen command is at work there"
exec 7<&-
expect 0 "$omen" triage -q --runs 2 -o campaign -- ./waits
expect 0 "$omen" triage -q --runs 2 -o campaign -- ./waits # goes on
expect 0 "$omen" triage -q --runs 2 -o rec2 -- ./waits
expect 0 "$omen" run -q -o rec3 -- ./waits
expect 0 "$omen" triage -q --runs 2 -o rec3 -- ./waits # a recording gives way
done_testing
