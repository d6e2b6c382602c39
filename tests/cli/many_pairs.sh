#!/usr/bin/env bash
# Two threads with n lines `x++` each: 3 n * n racing pairs. What is done with them grows with their number and not
# with its square, and a budget holds. Processor time of the command is compared with itself at half the size: four
# times the pairs may take eight times as long, not sixteen times.
# rooms: report triage detect, slow
. "$(dirname "$0")/cc_common"
lines() {
  printf '#include <pthread.h>\nint x;\n'
  for f in a b; do
    printf 'static void *%s(void *p) {\n' $f
    for ((i = 0; i < $1; i++)); do echo '  x++;'; done
    printf '  return p;\n}\n'
  done
  echo 'int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); b(0); return pthread_join(t, 0); }'
}
# took COMMAND...: its processor time in ms, output and status aside
took() {
  local TIMEFORMAT=%U s
  s=$({ time timeout 120 "$@" >took.out 2>&1; } 2>&1)
  echo $((10#${s/[.,]/}))
}
for n in 40 80 160; do
  lines $n >x$n.c
  check "cc $n" "$OMEN" cc -O0 -g x$n.c -o x$n -pthread
  check "prepare $n" "$OMEN" run --exact -o first -- ./x$n
done
grows() { # WHAT SMALLER LARGER
  [ "$3" -lt $((8 * $2)) ] || fail "$1: $2 ms at half the size, $3 ms: it grows faster than the pairs"
}
for n in 40 80 160; do run[n]=$(took "$OMEN" run --exact -o run$n -- ./x$n); done
grows "run, 80 lines" "${run[40]}" "${run[80]}"
grows "run, 160 lines" "${run[80]}" "${run[160]}"
pairs=$(python3 -c 'import json; print(len(json.load(open("run80/report.json"))["races"]))')
same "races of 80 lines" $((3 * 80 * 80)) "$pairs"

# A campaign merges the races of its runs, numbers them and chooses among them.
for n in 80 160; do
  before=$SECONDS
  "$OMEN" triage --budget 3s -o many$n -- ./x$n >triage$n.out 2>&1
  [ $((SECONDS - before)) -lt 30 ] || fail "a budget of 3 s: took $((SECONDS - before)) s with $n lines"
  report[n]=$(took "$OMEN" report many$n --format json)
done
grows "report of a campaign" "${report[80]}" "${report[160]}"
finish
