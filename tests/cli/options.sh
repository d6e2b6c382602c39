#!/usr/bin/env bash
# Every option that --help lists is used once, in both its forms (--name VALUE, --name=VALUE) and by its letter, and does what it can be
# seen to do; a wrong value is an error of one line that names the option. An option that is new is tried with a value for its kind.
# rooms: cli, slow
. "$(dirname "$0")/run_common"
cat >racy.c <<'C'
#include <pthread.h>
#include <stdio.h>
static volatile int count;
static int kept;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
  count = count + 1;
  pthread_mutex_lock(&m);
  kept++;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
C
compile racy -O1
"$omen" triage -q -o rec --json rec.json -- ./racy >/dev/null 2>&1
"$omen" run -o log.rec -- ./racy >/dev/null 2>tsan.log
"$omen" trace --format std -o std.txt rec || fail "a trace"
"$omen" cc -g -pthread "$here/../verdicts/overflow/check_then_act_loop.c" -o full || fail "a program with an incident"
"$omen" triage -q -o full.rec --json full.json -- ./full >/dev/null 2>&1
incident=$(python3 -c "import json; print(json.load(open('full.json'))['incidents'][0]['id'])")
[ -n "$incident" ] || fail "no incident to work with"
"$omen" outcomes -q -o outcomes.rec -- ./racy >/dev/null 2>&1 || fail "outcomes"
"$omen" cc -g -O1 -pthread racy.c -o shipped || fail "a program to ship"
"$omen" cc -g -O1 -fPIC -shared -x c - -o lib.so <<<'int other;' || fail "a library"
mkdir folder
echo '{"result": "Race", "places": ["racy.c:7", "racy.c:7"]}' >field.txt
echo "race_top:nothing" >s.txt
echo "info threads" >gdb.txt
mkdir seeds && echo 1 >seeds/one
race=$(python3 -c "import json; print(next(x['id'] for x in json.load(open('rec.json'))['races'] if x.get('class') == 'output-differs'))")
[ -n "$race" ] || fail "no race to work with"
python3 -c "import json; json.dump(next(x['plan'] for x in json.load(open('rec/evidence.json'))['evidence'] if 'plan' in x), open('plan.json', 'w'))"

# value COMMAND OPTION ARGUMENT: one that the option takes
value() {
  case $1:$2 in
  *:suppressions) echo s.txt ;;
  *:baseline) echo base.json ;;
  *:gdb-command) echo gdb.txt ;;
  *:strategy) echo pct ;;
  *:method) echo state ;;
  *:outside) echo free ;;
  *:filter) echo tree ;;
  trace:format) echo std ;;
  *:format) echo markdown ;;
  *:engine) echo shb,wcp ;;
  *:fail-on) echo never ;;
  *:invariant) echo 'kept >= 0' ;;
  *:without) echo racy.c:8 ;;
  *:order) echo primary ;;
  *:from) echo tsan.log ;;
  *:race) echo "$race" ;;
  *:incident) echo "$incident" ;;
  *:plan) echo plan.json ;;
  *:symbolic) echo argv ;;
  classify:memory | replay:memory) echo sc ;;
  *:memory) echo weak ;;
  *:outcome) echo 1 ;;
  *:from-field) echo field.txt ;;
  *:seen | *:candidates) echo rec.json ;;
  scan:with) echo lib.so ;;
  explore:seeds) echo seeds ;;
  ship:output) echo made-ship ;;
  agent:socket) echo "$PWD/socket" ;;
  prepare:variant) echo run ;;
  *) case $3 in
    FILE | DIR) echo "made-$1-$2" ;;
    N) echo 2 ;;
    TIME) echo 2s ;;
    SIZE) echo 4M ;;
    *) echo 1 ;;
    esac ;;
  esac
}
# with COMMAND OPTION: what else must be said
with() {
  case $1:$2 in
  *:update-baseline | *:grow-baseline) echo --baseline new.json ;;
  *:order | *:race) [ $1 = replay ] && echo --race "$race" ;;
  *:prevented) echo --incident "$incident" ;;
  *:gdb) echo --gdb-command gdb.txt ;;
  outcomes:no-reduce) echo --exhaustive ;;
  explore:sync) echo --budget 1s ;;
  agent:for) ;;
  agent:*) echo --for 1s ;;
  esac
  [ $2 != pct-steps ] || echo --strategy pct
  [ $1 != trace ] || [ $2 = output ] || echo -o trace.out
}
call() { # call COMMAND WORDS...: the command with a program, a recording or a trace
  local c=$1
  shift
  case $c in
  run | triage | explore | outcomes) set -- "$@" -- ./racy ;;
  test) set -- "$@" -- ./racy ;;
  analyze) set -- "$@" std.txt ;;
  prepare | scan) set -- "$@" ./racy ;;
  ship) set -- "$@" ./shipped ;;
  agent | field) set -- "$@" folder ;;
  replay | classify | report | trace) case " $*" in *" --incident"*) set -- "$@" full.rec ;; *" --outcome"*) set -- "$@" outcomes.rec ;; *) set -- "$@" rec ;; esac ;;
  esac
  case $c:" $*" in *" -o"* | *" --output"* | classify:* | report:* | replay:* | analyze:* | manual:* | doctor:* | trace:* | prepare:* | scan:* | agent:* | field:*) ;; *) set -- -o "scratch.$c" "$@" ;; esac
  case $c:" $*" in field:*" -w "* | field:*" --watch "*) timeout 2 "$omen" "$c" "$@" >out 2>err </dev/null; [ $? -eq 124 ]; return ;; esac # until it is ended
  case $c:" $*" in field:*" --stacks"*) timeout 20 "$omen" "$c" "$@" >out 2>err </dev/null; [ $? -eq 3 ] && one_line; return ;; esac # nobody to ask
  timeout 120 "$omen" "$c" "$@" >out 2>err </dev/null
}
works() { # works WHAT STATUS
  case $2 in 0 | 1) return ;; esac
  fail "$1: status $2: $(head -c 300 err)"
}
"$omen" triage -q -o b.rec --baseline base.json --update-baseline -- ./racy >/dev/null 2>&1 || fail "a baseline"
: >seen
for c in ${ONLY:-$("$omen" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')}; do
  [ $c = cc ] && continue
  COLUMNS=240 "$omen" $c --help >help || fail "omen $c --help"
  sed -nE 's/^  (-(.),|   ) --([a-z-]+) ?([A-Z:]+)? .*/\3 \2 \4/p; s/^  (-(.),|   ) --([a-z-]+) ([A-Z:]+) *$/\3 \2 \4/p' help | sed 's/  / - /' >options
  while read -r name letter argument; do
    echo "$c $name" >>seen
    more=$(with $c $name)
    rm -rf new.json made-* scratch.*
    if [ -z "$argument" ]; then
      call $c $more --$name; works "omen $c --$name" $?
      call $c --$name=1; [ $? -eq 2 ] && one_line && grep -qF -- "--$name" err || fail "omen $c --$name=1 is taken"
    else
      v=$(value $c $name "$argument")
      call $c $more --$name "$v"; works "omen $c --$name $v" $?
      case $v in made-*) [ -s "$v" ] || [ -d "$v" ] || fail "omen $c --$name made nothing" ;; esac
      rm -rf made-* scratch.*
      call $c $more "--$name=$v"; works "omen $c --$name=$v" $?
      [ "$letter" = - ] || { rm -rf made-* scratch.*; call $c $more "-$letter" "$v"; works "omen $c -$letter $v" $?; }
      "$omen" $c --$name >out 2>err
      [ $? -eq 2 ] && one_line && grep -qF -- "--$name" err || fail "omen $c --$name without a value: $(cat err)"
      case $argument in
      N | TIME | SIZE)
        for wrong in x -1 1x ""; do
          call $c $more "--$name=$wrong"
          [ $? -eq 2 ] && one_line && grep -qF -- "--$name" err || fail "omen $c --$name=$wrong is taken: $(head -2 err)"
        done ;;
      esac
    fi
  done <options
  "$omen" $c --nonsense >out 2>err
  [ $? -eq 2 ] && one_line && grep -qF "omen $c --help" err || fail "omen $c --nonsense: $(cat err)"
done
[ -z "${ONLY:-}" ] || done_testing # ONLY="run trace": these commands alone
[ "$(wc -l <seen)" -ge 110 ] || fail "only $(wc -l <seen) options were found in --help"
# The list in the source is the same.
python3 - "$here/../../src/cli/options.def" <<'P' >listed
import re, sys
for m in re.finditer(r'^X\(([A-Z |]+), \w+, \w+, [^,]+, "([a-z-]+)"', open(sys.argv[1]).read(), re.M):
    for c in m[1].split("|"): print(c.strip().lower(), m[2])
P
diff <(sort seen) <(sort listed) || fail "--help and options.def differ"
done_testing
