#!/usr/bin/env bash
# What others wrote (the program, names of files) reaches no terminal as it is: not in reports, not in messages, not by replays of evidence, which show
# what goes to sockets and files as excerpts. What differs between two outputs is shown where it differs; of bytes that are no text, in hexadecimal.
# rooms: base report cli, quick
. "$(dirname "$0")/run_common"
dir=$'es\033[31mc'
mkdir "$dir"
cat >"$dir/wire.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int first; /* who comes first */
static char frame[200] = {1, 0, 2, 0, 27, '[', '2', 'J'}, page[2000];
static void *one(void *arg) { return first = 1, arg; }
static void *two(void *arg) { return first = 2, arg; }
static void *title(void *arg) { return page[1500] = 'A', arg; }
static void *other(void *arg) { return page[1500] = 'B', arg; }
int main(int argc, char **argv) {
  pthread_t t[4];
  memset(page, 'x', sizeof page - 1);
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_create(&t[2], NULL, title, NULL);
  pthread_create(&t[3], NULL, other, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  frame[150] = (char)first;
  if (argc > 1) return puts(page) < 0;
  if (write(3, frame, sizeof frame) < 0) return 1;
  printf("\033]0;evil\007 first %d\xff\n", first);
  return 0;
}
C
(cd "$dir" && "$omen" cc -g -O1 -pthread wire.c -o wire) || fail "cannot compile"
# clean FILE WHAT: no control character but tab and line break, and UTF-8
clean() {
  python3 - "$1" <<'P' || fail "$2: what should not reach a terminal: $(head -c 3000 "$1" | cat -v)"
import sys
data = open(sys.argv[1], "rb").read()
text = data.decode()
sys.exit(any(c < " " and c not in "\n\t" or "\x7f" <= c < "\xa0" for c in text))
P
}
expect 1 "$omen" triage --json report.json --markdown report.md -o "$dir.rec" -- "./$dir/wire" 3>wire
clean err "the report"
clean report.md "the summary"
says '\x1b]0;evil\x07 first 2\xff'
says $'$\'es\\033[31mc.rec\'' # the commands can be typed all the same
eval "$(sed -n "s/.*See it happen:  omen \(replay .* --race [0-9a-f]* --order [a-z]*\).*/\"\$omen\" \1/p" err | head -1)" >out 2>err2
cp err2 err
clean err "the replay of a race"
says "to descriptor 3, 200 bytes:"
says '\x01\x00\x02\x00\x1b[2J'
grep -q $'\033]0;evil' out || fail "the program's own standard output is not as it wrote it"
expect 3 "$omen" report "nowhere$dir"
clean err "a message"
says 'nowherees\x1b[31mc'

# both sides of a difference are different, however far it is from the beginning
json report.json 'all(x["evidence"]["output"]["primary"] != x["evidence"]["output"]["alternate"] for x in r["races"] if x["class"] == "output-differs")'
expect 1 "$omen" triage --json report.json -o page.rec -- "./$dir/wire" page
clean err "the report of a long line"
says "^ the first difference"
grep -A1 -- '^    - ' err | head -2 | sed 's/^    . //; s/ *[a-z]* order$//' | uniq -d | grep . && fail "both sides of the difference look alike"
# bytes: only the socket differs
sed -i 's/^  printf.*//' "$dir/wire.c"
(cd "$dir" && "$omen" cc -g -O1 -pthread wire.c -o wire) || fail "cannot compile"
expect 1 "$omen" triage -o bytes.rec -- "./$dir/wire" 3>wire
clean err "the report of bytes"
grep -q -- '^    - (142 bytes) 00 00 00 00 00 00 00 00 02 00' err || { fail "not in hexadecimal, around the difference:"; grep -B2 -A4 'What changes' err; }
grep -q -- '^    + (142 bytes) 00 00 00 00 00 00 00 00 01 00' err || fail "the other side"
done_testing
