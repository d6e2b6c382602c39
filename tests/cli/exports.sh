#!/usr/bin/env bash
# What instrumented code calls is seen from shared libraries: the runtime is in the executable, and a function of it that is not
# exported leaves every library that calls it without it ("undefined symbol").
# rooms: runtime/libc build, quick
. "$(dirname "$0")/run_common"

runtime="$(dirname "$omen")/../lib/omen/libomen_rt.a"
readelf -sW "$runtime" 2>/dev/null | awk '$5 == "GLOBAL" && $7 != "UND" && $8 ~ /^__omen_/ { print $6, $8 }' >symbols
[ "$(grep -c '^DEFAULT ' symbols)" -gt 200 ] || fail "there are hardly any functions in $runtime"
! grep -v '^DEFAULT ' symbols || fail "not exported"

# A library of its own that copies a string and clears memory: with the runtime's models of both.
cat >lib.c <<'C'
#include <string.h>
#include <strings.h>
char *twice(const char *s, char *room) {
  bzero(room, 8);
  return strdup(s);
}
C
cat >main.c <<'C'
#include <stdio.h>
char *twice(const char *s, char *room);
int main(int argc, char **argv) {
  char room[8] = "room";
  printf("%s%s\n", twice(argv[argc - 1], room), room);
}
C
"$omen" cc -g -O1 -fPIC -fno-builtin -shared lib.c -o libtwice.so || fail "cannot compile lib.c"
"$omen" cc -g -O1 main.c -L. -ltwice -Wl,-rpath,"$PWD" -o main || fail "cannot compile main.c"
expect 0 "$omen" run -o main.rec -- ./main word
[ "$(cat out)" = word ] || fail "it writes: $(cat out)"
done_testing
