"""The corpus of planted defects: finds the programs, reads what each says of its defect, and compares a report with it.

A program makes its one defect when its argument begins with `b`, or if built with -DBAD=1 (`constant`); otherwise it is its own correct
twin (defects.h). Expectations are comments `// OMEN: WORD ...`; the line meant ends with `// @BAD` (a loop, and who
waits for whom, can have several):
  defect KIND[|KIND...] [read|write|any] [heap|stack|global] [at MARK]
                     the defect: of this kind at one of these lines, and nothing else is reported; at MARK: of another mark
  maybe KIND ...     may be reported as well: the same defect met again
  constant           the compiler sees it: two builds, -DBAD=1 and -DBAD=0
  end HOW [N]        how the run with the defect ends: exit N, signal N, deadlock, loop, any (else: exit 0; deadlock and
                     infinite-loop as their name says)
  options ..., build FLAGS...
                     for `omen run`, for the compiler
  asan-blind WHY     AddressSanitizer does not find it
  asan-says KIND     what AddressSanitizer calls it, where that is another kind"""
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../tools"))
import cases  # noqa: E402

WORDS = {"defect", "maybe", "constant", "end", "options", "build", "asan-blind", "asan-says"}
MEMORY = {"heap", "free", "stack", "global"}  # folders for which AddressSanitizer is the oracle
ASAN = {"heap-buffer-overflow": "out-of-bounds", "stack-buffer-overflow": "out-of-bounds",
        "stack-buffer-underflow": "out-of-bounds", "global-buffer-overflow": "out-of-bounds",
        "dynamic-stack-buffer-overflow": "out-of-bounds", "negative-size-param": "out-of-bounds",
        "heap-use-after-free": "use-after-free", "stack-use-after-return": "use-after-return",
        "stack-use-after-scope": "use-after-scope", "double-free": "double-free", "bad-free": "invalid-free", "SEGV": "crash",
        "alloc-dealloc-mismatch": "mismatched-free", "new-delete-type-mismatch": "mismatched-free"}


class Bad(Exception):
    """A program of the corpus is not as it should be."""


class Expected:
    """What is to be, or may be, reported."""

    def __init__(self, text, program):
        m = re.fullmatch(r"([\w|-]+)(?: (read|write|any))?(?: (heap|stack|global))?(?: at (\w+))?", text)
        if not m:
            raise Bad(f"{program.name}: not understood: {text}")
        self.text, self.kinds, self.op, self.place = text, m[1].split("|"), m[2], m[3]
        self.lines = program.marks.get(m[4] or "BAD")
        if not self.lines:
            raise Bad(f"{program.name}: no line ends with // @{m[4] or 'BAD'}")

    def wrong(self, finding, program):
        """What of a finding is not as expected, as words; empty: it is this."""
        wrong = []
        if kind(finding) not in self.kinds:
            wrong.append(f"kind {kind(finding)}")
        if not self.lines & program.lines(finding):
            wrong.append(f"line {sorted(program.lines(finding))}")
        if self.op in ("read", "write") and finding.get("op") != self.op:
            wrong.append(f"op {finding.get('op')}")
        if self.place and (finding.get("object") or {}).get("place") != self.place:
            wrong.append(f"place {(finding.get('object') or {}).get('place')}")
        return wrong


class Program:
    def __init__(self, path):
        self.path, self.name = path, os.path.relpath(path, HERE)
        self.words, self.marks = [], {}
        with open(path) as f:
            lines = f.read().splitlines()
        for n, line in enumerate(lines, 1):
            for mark in re.findall(r"// @(\w+)$", line.rstrip()):
                self.marks.setdefault(mark, set()).add(n)
            m = re.fullmatch(r"// OMEN: (\S+) *(.*)", line.rstrip())
            if m and m[1] not in WORDS:
                raise Bad(f"{self.name}: unknown word {m[1]}")
            if m:
                self.words.append((m[1], m[2].strip()))
        if len(self.all("defect")) != 1:
            raise Bad(f"{self.name}: says not of one defect")
        self.expected = Expected(self.all("defect")[0], self)
        self.maybe = [Expected(t, self) for t in self.all("maybe")]
        self.kind = self.expected.kinds[0]
        self.constant = self.has("constant")
        self.oracle = self.name.split("/")[0] in MEMORY

    def all(self, word):
        return [t for w, t in self.words if w == word]

    def one(self, word, default=""):
        return next(iter(self.all(word)), default)

    def has(self, word):
        return any(w == word for w, _ in self.words)

    def options(self):
        return shlex.split(self.one("options"))

    def builds(self):
        """(suffix of the program, flags) for each build."""
        return [("-bad", ["-DBAD=1"]), ("-ok", ["-DBAD=0"])] if self.constant else [("", [])]

    def command(self, out, which):
        """How to run it with the defect (`bad`) or as its twin (`ok`)."""
        return [f"{out}/prog-{which}"] if self.constant else [f"{out}/prog"] + (["bad"] if which == "bad" else [])

    def flags(self, level):
        cpp = self.path.endswith(".cpp")
        return (["-std=c++20" if cpp else "-std=gnu17", "-g", "-pthread", "-" + level] +
                shlex.split(self.one("build")) + [self.path])

    def cpp(self):
        return self.path.endswith(".cpp")

    def lines(self, finding):
        """The lines that a finding is at: of the program's own file, innermost; of a deadlock or loop one for every thread."""
        threads = list(finding.get("waits") or []) + list(finding.get("loops") or [])
        return {self.line(f) for f in [finding] + threads} - {0, None}

    def all_lines(self):
        return self.expected.lines.union(*(m.lines for m in self.maybe))

    def mine(self, frame):
        return os.path.basename(frame.get("file") or "") == os.path.basename(self.path)

    def line(self, where):
        return next((f.get("line") for f in [where] + list(where.get("stack") or []) if self.mine(f)), 0)

    def status(self):
        """The exit status of `omen run` with the defect; None: any."""
        how, _, n = self.one("end").partition(" ")
        if not how:
            return 124 if set(self.expected.kinds) & {"deadlock", "infinite-loop"} else 0
        return {"exit": int(n or 0), "signal": 128 + int(n or 0), "deadlock": 124, "loop": 124, "any": None}[how]

    def findings(self, report):
        """What a report says; how the run ended is one more, if it is not where a finding is already."""
        found, end = list(report.get("findings") or []), dict(report.get("end") or {})
        found += [{"kind": "potential-deadlock", "waits": [e["wants"] for e in d["edges"]]}
                  for d in report.get("deadlocks") or [] if d["status"] != "shown"]
        kinds = {"deadlock": "deadlock", "endless": "infinite-loop",
                 "signal": "assertion" if end.get("signal") == 6 else "crash"}
        end["kind"] = kinds.get(end.get("how"))
        if end["kind"] == "crash" and any("nobody had written" in n for n in end.get("notes") or []):
            end["kind"] = "uninitialised"
        if end["kind"] and not any(self.lines(f) & self.lines(end) for f in found):
            found.append(end)
        return found

    def check(self, report):
        """(found, missed, invented): lines of text, of a report on the run with the defect."""
        found, near, invented = [], [], []
        for f in self.findings(report):
            wrong = self.expected.wrong(f, self)
            if not wrong:
                found.append(f)
            elif not any(not m.wrong(f, self) for m in self.maybe):
                (near if self.expected.lines & self.lines(f) else invented).append((f, wrong))
        invented = [f"invented: {show(f, self)}" for f, _ in invented]
        if len(found) > 1:
            invented.append(f"reported {len(found)} times")
        if found:
            invented += [f"invented: {show(f, self)}" for f, _ in near]
            return True, [], invented
        missed = [f"not as expected ({', '.join(w)}): {show(f, self)}" for f, w in near]
        return False, missed or [f"missed: {self.expected.text}"], invented


def kind(finding):
    return finding.get("kind") or finding.get("consequence")


def show(finding, program):
    place = (finding.get("object") or {}).get("place")
    words = [kind(finding), finding.get("op"), place, "lines", sorted(program.lines(finding))]
    return " ".join(str(w) for w in words if w) + f": {finding.get('title') or finding.get('what')}"


def known():
    try:
        return cases.known(os.path.join(HERE, "KNOWN"))
    except ValueError as e:
        raise Bad(str(e)) from e


def programs(pattern="*"):
    try:
        return [Program(path) for path in cases.find(HERE, pattern)]
    except ValueError as e:
        raise Bad(str(e)) from e
