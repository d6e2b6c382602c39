#!/usr/bin/env bash
# What lies in the cache is not believed: an entry that is not as it was made is made again, and said so.
# rooms: build, quick
. "$(dirname "$0")/run_common"

printf 'int twice(int n) { return 2 * n; }\n' >library.c
cat >main.c <<'C2'
#include <stdio.h>
int twice(int);
int main(void) {
  printf("%d\n", twice(21));
  return 0;
}
C2
"$omen" cc -g -fPIC -shared library.c -o libtwice.so && "$omen" cc -g main.c -L. -ltwice -Wl,-rpath,'$ORIGIN' -o main ||
  fail "cannot compile"
runs() { expect 0 "$omen" run -o rec -- ./main && prints 42 && says_not "$1"; }
runs damaged
runs damaged
# flip FILE: changes bytes all over it, its length stays
flip() { python3 -c "
import sys
b = bytearray(open(sys.argv[1], 'rb').read())
for i in range(0, len(b), 997): b[i] ^= 0x55
open(sys.argv[1], 'wb').write(b)" "$1"; }
files=$(cd cache && find variant -type f | sort)
[ "$(echo "$files" | wc -l)" -ge 5 ] || fail "no variant in the cache: $files"
for f in $files; do
  for how in flip "truncate -s -1" rm; do
    chmod u+w "cache/$f"
    $how "cache/$f"
    expect 0 "$omen" run -o rec -- ./main && prints 42 && says "is damaged: it is made again"
    [ -s "cache/$f" ] || fail "$f is not there again"
    runs damaged
  done
done
# Objects, from which variants are linked.
rm -rf cache/variant
for f in cache/object/*/object.o; do flip "$f"; done
expect 0 "$omen" run -o rec -- ./main && prints 42 && says "is damaged: it is made again"
[ -z "$(ls cache/tmp)" ] || fail "left in tmp: $(ls cache/tmp)"
done_testing
