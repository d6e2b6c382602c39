"""The verdict corpus: finds the programs, reads what each says of its races, and compares a report with that.

Expectations are comments `// OMEN: WORD ...`; places are marked by `// @NAME` at the end of the line meant:
  verdict VAR PLACE PLACE class CLASS [consequence C] [proof P]
                    this race is reported, with this class and consequence (none: no consequence), and this proof:
                    proved, timeout; of an infinite loop what the report has as `loop`: proved, repeats, limit;
                    class not-judged: Omen says that it cannot judge this race
  verdict-O0, verdict-O2
                    the same, at one level of optimisation only
  maybe VAR ...     the same, where the race need not be reported
  none              no race is reported
  finding KIND PLACE
                    the recorded run has this defect (kinds: src/record/defects.h); no other is reported
  levels O0 ...     levels of optimisation that make sense (else O0 and O2)
  exit N            how the recorded run ends (else 0; 124: deadlock)
  args ..., build FLAGS..., options OPTIONS... (of omen triage)
VAR is a word of the location's name, or *. PLACE is NAME, or *; NAME:r and NAME:w are only the read or the write there.
Their order does not matter.
The class of a race is that of the worst incident that it causes; where it causes none, it is harmless or has one order.
What goes wrong, and why, is said by the words of incidents.py."""
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../tools"))
import cases  # noqa: E402
import incidents  # noqa: E402

WORDS = {"verdict", "verdict-O0", "verdict-O2", "maybe", "none", "finding", "levels", "exit", "args", "build", "options"} | incidents.WORDS
CLASSES = {"spec-violated", "output-differs", "k-witness-harmless", "single-ordering", "not-judged"}
PROOFS = {"proved", "timeout", "repeats", "limit"}
DEFECTS = {"overflow", "use-after-free", "double-free", "invalid-free", "misuse", "invariant", "undefined"}
CONSEQUENCES = {"crash", "assertion", "deadlock", "infinite-loop", "output"} | DEFECTS


class Bad(Exception):
    """A program of the corpus is not as it should be."""


class Expected:
    """One race and its verdict."""

    def __init__(self, word, text, program):
        m = re.fullmatch(r"(\S+) (\S+) (\S+) class (\S+)(?: consequence (\S+))?(?: proof (\S+))?", text)
        if not m or m[4] not in CLASSES or (m[5] and m[5] not in CONSEQUENCES) or (m[6] and m[6] not in PROOFS):
            raise Bad(f"{program.name}: not understood: {word} {text}")
        self.text, self.var, self.kind, self.consequence, self.proof = text, m[1], m[4], m[5], m[6]
        self.required, self.level = word != "maybe", word.partition("-")[2]
        ends = [m[i].partition(":") for i in (2, 3)]
        self.ops = [{"": None, "r": "read", "w": "write"}[e[2]] for e in ends]
        self.places = [self.place(e[0], program) for e in ends]
        if (self.kind in ("spec-violated", "output-differs")) != bool(self.consequence):
            raise Bad(f"{program.name}: class and consequence do not fit: {text}")

    @staticmethod
    def place(word, program):
        if word != "*" and word not in program.marks:
            raise Bad(f"{program.name}: no such place: {word}")
        return program.marks.get(word)

    def agrees(self, race):
        if self.kind == "not-judged":
            return bool(race.get("not_judged")) and race.get("class") is None
        return ((race.get("class"), race.get("consequence")) == (self.kind, self.consequence) and
                self.proof in (None, race.get("loop") or race.get("proof")))

    def matches(self, race, program):
        if self.var != "*" and self.var not in re.findall(r"\w+", race["location"].get("name") or ""):
            return False
        accesses = [(program.line(x), x["op"]) for x in race["accesses"]]
        fits = lambda place, op, x: place in (None, x[0]) and op in (None, x[1])
        return any(all(map(fits, self.places, self.ops, order)) for order in (accesses, accesses[::-1]))


class Program:
    known = WORDS

    def __init__(self, path, root=HERE):
        self.path, self.name = path, os.path.relpath(path, root)
        self.words, self.marks, self.spans = [], {}, {}
        with open(path) as f:
            lines = f.read().splitlines()
        for n, line in enumerate(lines, 1):
            for mark in re.findall(r"// @(\w+)$", line.rstrip()):
                self.marks[mark] = n
                self.spans[mark] = (self.spans.get(mark, (n, n))[0], n)
            m = re.fullmatch(r"// OMEN: (\S+) *(.*)", line.rstrip())
            if m and m[1] not in self.known:
                raise Bad(f"{self.name}: unknown word {m[1]}")
            if m:
                self.words.append((m[1], m[2].strip()))
        self.expected = [Expected(w, t, self) for w, t in self.words if w.startswith("verdict") or w == "maybe"]
        self.findings = [self.finding(t) for w, t in self.words if w == "finding"]
        self.levels = self.one("levels", "O0 O2").split()
        if bool(self.expected) == any(w == "none" for w, _ in self.words):
            raise Bad(f"{self.name}: says neither what is expected nor 'none', or both")
        try:
            self.incidents, self.no_incident = incidents.read(self.words, self, CONSEQUENCES)
        except incidents.Wrong as e:
            raise Bad(f"{self.name}: {e}") from e
        self.check_twin()

    def check_twin(self):
        """Programs of the folder incidents say what goes wrong or that nothing does, and have a twin."""
        if not self.name.startswith("incidents/"):
            return
        if not os.path.exists(incidents.twin(self.path)):
            raise Bad(f"{self.name}: has no twin {os.path.basename(incidents.twin(self.path))}")
        correct = os.path.splitext(self.name)[0].endswith("_ok")
        if correct != self.no_incident or correct == bool(self.incidents):
            raise Bad(f"{self.name}: says {'no incident' if not correct else 'not: no-incident'}")

    def finding(self, text):
        kind, _, place = text.partition(" ")
        if place not in self.marks:
            raise Bad(f"{self.name}: no such place: finding {text}")
        return kind, self.marks[place]

    def one(self, word, default):
        return next((t for w, t in self.words if w == word), default)

    def args(self):
        return shlex.split(self.one("args", ""))

    def options(self):
        return shlex.split(self.one("options", ""))

    def line(self, access):
        """The innermost line that is in the program's own file."""
        for f in [access] + list(access.get("stack") or []):
            if os.path.basename(f.get("file") or "") == os.path.basename(self.path):
                return f["line"]
        return 0

    def build_command(self, out, omen, level):
        cpp = self.path.endswith(".cpp")
        return ([omen, "c++" if cpp else "cc", "-std=c++20" if cpp else "-std=gnu17", "-g", "-pthread", "-" + level] +
                shlex.split(self.one("build", "")) + ["-o", f"{out}/prog", self.path])

    def check(self, report, level):
        """What is wrong with a report, as lines."""
        wrong = self.check_races(report, [e for e in self.expected if e.level in ("", level)])
        wrong += self.check_findings(report) + incidents.check(report, self)
        end, due = report.get("end", {}), int(self.one("exit", "0"))
        status = {"exit": end.get("status"), "deadlock": 124}.get(end.get("how"), end)
        if end.get("how") == "signal":
            status = 128 + end.get("signal", end.get("status"))
        if status != due:
            wrong.append(f"the recorded run ended with {status}, not {due}")
        if report.get("incomplete"):
            wrong.append(f"incomplete: {report['incomplete']}")
        return wrong

    def check_races(self, report, mine):
        wrong, seen = [], set()
        for race in report["races"]:
            fitting = [e for e in mine if e.matches(race, self)]
            seen.update(map(id, fitting))
            if not fitting:
                wrong.append(f"not expected: {show(race, self)}: {verdict(race)}")
            elif not any(e.agrees(race) for e in fitting):
                wrong.append(f"wrong: {show(race, self)}: {verdict(race)}; right: {fitting[0].text}")
        return wrong + [f"missed: {e.text}" for e in mine if e.required and id(e) not in seen]

    def check_findings(self, report):
        got = {(f["kind"], self.line(f)) for f in report.get("findings", []) if f.get("kind")}
        want = set(self.findings)
        return ([f"not expected: {kind} at line {line}" for kind, line in sorted(got - want)] +
                [f"missed: {kind} at line {line}" for kind, line in sorted(want - got)])


def verdict(race):
    if race.get("not_judged"):
        return f"not judged: {race['not_judged']}"
    return f"{race.get('class')} {race.get('consequence') or ''} ({race.get('loop') or race.get('proof')}, k {race.get('k')})"


def show(race, program):
    a, b = (f"{program.line(x)} {x['op']}" for x in race["accesses"])
    return f"{race['location'].get('name')} lines {a}, {b}"


def known():
    try:
        return cases.known(os.path.join(HERE, "KNOWN"))
    except ValueError as e:
        raise Bad(str(e)) from e


def programs(pattern="*", root=HERE, kind=Program):
    try:
        return [kind(path, root) for path in cases.find(root, pattern)]
    except ValueError as e:
        raise Bad(str(e)) from e
