#!/usr/bin/env bash
# Completion in the shells themselves: bash, zsh and fish. What each offers is asked for as a user
# does: a line, and the tab key.
# rooms: cli, slow
. "$(dirname "$0")/run_common"
# Manual pages through a pipe are for people, too.
for c in "" run triage cc manual; do
  "$omen" manual $c | cat >page || fail "omen manual $c"
  ! grep -nE '^\.|\\[-f]' page || fail "omen manual $c: roff in a pipe"
  [ "$(awk 'length > 80' page | wc -l)" -le 3 ] || fail "omen manual $c: long lines"
done
"$omen" manual run | cat >page
grep -qE '^ +-o, --output DIR$' page && grep -qF 'omen run [options] [--] PROGRAM [ARGUMENTS]' page || fail "omen manual run: $(head -30 page)"
for s in bash zsh fish; do "$omen" manual $s >omen.$s || fail "omen manual $s"; done
cp omen.zsh _omen
mkdir a_folder && touch a_file.log
cat >cases <<'C'
omen tri|triage
omen triage --fail|--fail-on
omen triage --fail-on new-|new-harmful
omen run --strategy p|pct pos
omen replay --order |alternate primary
omen replay --gdb|--gdb --gdb-command
omen report --format m|markdown
omen trace --format p|perfetto
omen triage --from a_|a_file.log a_folder/
omen run -- ./a_|./a_file.log ./a_folder/
omen analyze --sta|--stats
omen doctor --he|--help
C
# What is offered, by shell: a line a case, words sorted.
bash_offers() {
  bash --norc -c '
    source ./omen.bash
    while IFS="|" read -r line wanted; do
      read -ra COMP_WORDS <<<"$line"
      [ "${line% }" = "$line" ] || COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
      _omen
      for w in "${COMPREPLY[@]}"; do [ -d "$w" ] && echo "$w/" || echo "$w"; done | sort -u | paste -sd" "
    done <cases'
}
fish_offers() {
  HOME=$PWD fish -N -c '
    source ./omen.fish
    while read -d "|" line wanted
      complete -C "$line" | string replace -r "\t.*" "" | sort -u | string join " "
    end <cases'
}
# zsh completes in its editor only: a terminal, and keys. What it lists is read; of files it lists the last part.
zsh_offers() {
  cat >zshrc <<'Z'
autoload -Uz compinit && compinit -u -D
source ./_omen 2>/dev/null; compdef _omen omen
LISTMAX=0
Z
  python3 - <<'P'
import os, pty, re, select, time
lines = [l.rstrip("\n").split("|")[0] for l in open("cases")]
pid, fd = pty.fork()
if pid == 0:
    os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "HOME": os.getcwd(), "COLUMNS": "400", "LINES": "200"})
def read(until, limit=20):
    text, end = b"", time.time() + limit
    while time.time() < end and until not in text:
        if select.select([fd], [], [], .2)[0]:
            try: text += os.read(fd, 65536)
            except OSError: break
    return text.decode(errors="replace")
def say(text): os.write(fd, text.encode())
say("stty -echo; PROMPT='READY> '; source ./zshrc; PROMPT='READY> '; setopt nobeep; bindkey '^X' list-choices; bindkey '^U' kill-whole-line; echo be''gin\n")
read(b"begin")
read(b"READY> ")
for line in lines:
    say(line + "\x18")
    time.sleep(.05)
    text = read(b"\x00never", 1.5)
    say("\x15\n")
    read(b"READY> ", 3)
    words = set()
    for l in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "\n").split("\n"):
        l = l.replace("READY> ", "").strip()
        if not l or l.startswith("omen "): continue
        words |= {l.split("  ")[0].strip()} if " -- " in l else set(l.split())
    print(" ".join(sorted(words)), flush=True)
os.close(fd)
P
}
compare() {
  paste -d'|' <(cut -d'|' -f1 cases) <(cut -d'|' -f2 cases | sed 's/ $//') <("$1_offers") | while IFS='|' read -r line wanted got; do
    [ "$1" != zsh ] || wanted=${wanted//.\//}
    [ "$wanted" = "$got" ] || echo "$1: '$line': offers '$got', not '$wanted'"
  done
}
for s in bash zsh fish; do
  needs $s
  wrong=$(compare $s)
  [ -z "$wrong" ] || fail "$wrong"
done
done_testing
