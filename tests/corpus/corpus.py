"""The corpus: finds the programs, reads the expectations written in them, builds them, and compares a JSON report
with what is expected. Used by `run` (Omen) and `oracle` (ThreadSanitizer).

Expectations are comments `// OMEN: WORD ...`; places are marked by `// @NAME` at the end of the line meant:
  race VAR PLACE:OPS PLACE:OPS [schedulable yes|no] [sometimes]
                     this race is reported, and by the default strategy always; `sometimes`: other schedules may hide it
  race-O0, race-O2   the same, at one level of optimisation only
  maybe VAR ...      this race may be reported, and need not be
  none               no race is reported
  deadlock T:WHAT .. the run ends in a deadlock in which thread T waits for WHAT
  twin FILE          the correct twin of this program
  exit N, args ..., build FLAGS...
  shared LIB FILE... a shared library, linked; module: one that is not linked; archive; with: further source files
  exclude PATTERNS   functions and files that are left out of the analysis (omen cc --omen-exclude)
  output-any         the output depends on the schedule (else a correct program prints what it prints natively)
  known-missed WHY   Omen does not find the races of this program yet; that it does is a failure, so that this line goes
  tsan-false         ThreadSanitizer reports this correct program falsely
  tsan-blind         ThreadSanitizer misses this race, in most runs or always
PLACE is NAME, or FILE:NAME in another file; OPS are of r (read), w (write), a (atomic): any of them will do.
VAR is a word of the location's name, or *."""
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../tools"))
from cases import find  # noqa: E402

WORDS = {"race", "race-O0", "race-O2", "maybe", "none", "deadlock", "twin", "exit", "args", "build", "shared", "module",
         "archive", "with", "exclude", "output-any", "known-missed", "tsan-false", "tsan-blind"}
OPS = {"read": "r", "write": "w", "atomic": "a"}


class Bad(Exception):
    """A program of the corpus, or what became of it, is not as it should be."""


class Expected:
    """One expected race."""

    def __init__(self, word, text, program):
        words = text.split()
        if len(words) < 3:
            raise Bad(f"{program.name}: not understood: {word} {text}")
        self.text, self.var = text, words[0]
        self.required = word != "maybe"
        self.level = word[5:] or None
        self.places = [self.place(w, program) for w in words[1:3]]
        rest = words[3:]
        self.sometimes = "sometimes" in rest
        self.schedulable = None
        if "schedulable" in rest:
            self.schedulable = rest[rest.index("schedulable") + 1] == "yes"

    @staticmethod
    def place(word, program):
        *where, ops = word.split(":")
        file = where[0] if len(where) == 2 else os.path.basename(program.path)
        line = program.marks.get((file, where[-1]))
        if line is None or not set(ops) <= set("rwa"):
            raise Bad(f"{program.name}: no such place: {word}")
        return file, line, ops

    def matches(self, race, program):
        name = race["location"].get("name") or ""
        if self.var != "*" and self.var not in re.findall(r"\w+", name):
            return False
        a, b = (program.where(x) for x in race["accesses"])
        p, q = self.places
        fits = lambda x, place: x[0] == place[0] and x[1] == place[1] and x[2] in place[2]
        return (fits(a, p) and fits(b, q)) or (fits(a, q) and fits(b, p))


class Program:
    def __init__(self, path):
        self.path, self.name = path, os.path.relpath(path, HERE)
        self.words, self.marks = [], {}
        self.left_out = None  # further patterns of what is excluded: then races may be missed, and none invented
        with open(path) as f:
            text = f.read()
        for m in re.finditer(r"^// OMEN: (\S+) *(.*)$", text, re.M):
            if m[1] not in WORDS:
                raise Bad(f"{self.name}: unknown word {m[1]}")
            self.words.append((m[1], m[2].strip()))
        folder = os.path.dirname(path)
        self.parts = {}
        for kind in ("shared", "module", "archive", "with"):
            for text_ in self.all(kind):
                files = text_.split()
                lib = None if kind == "with" else files.pop(0)
                self.parts.setdefault(kind, []).append((lib, [os.path.join(folder, f) for f in files]))
        self.read_marks(path)
        for entries in self.parts.values():
            for _, files in entries:
                for f in files:
                    self.read_marks(f)
        self.files = {file for file, _ in self.marks} | {os.path.basename(path)}
        self.races = [Expected(w, t, self) for w, t in self.words if w.startswith("race") or w == "maybe"]
        self.deadlock = self.one("deadlock")
        self.lint()

    def all(self, word):
        return [t for w, t in self.words if w == word]

    def has(self, word):
        return any(w == word for w, _ in self.words)

    def one(self, word, default=None):
        found = self.all(word)
        return found[0] if found else default

    def read_marks(self, path):
        with open(path) as f:
            for n, line in enumerate(f, 1):
                for mark in re.findall(r"// @(\w+)$", line.rstrip()):
                    self.marks[(os.path.basename(path), mark)] = n

    def lint(self):
        racy = bool(self.races or self.deadlock)
        if racy == self.has("none"):
            raise Bad(f"{self.name}: says neither what is expected nor 'none', or both")
        if racy:
            twin = self.one("twin")
            if not twin or not os.path.exists(os.path.join(os.path.dirname(self.path), twin)):
                raise Bad(f"{self.name}: has no correct twin")
        stem = os.path.splitext(self.path)[0]
        if not stem.endswith("_ok" if not racy else "_deadlock" if self.deadlock else "_race"):
            raise Bad(f"{self.name}: the name does not say what is expected")

    def where(self, access):
        """File, line and operation of an access: the innermost frame that is in the program's own files."""
        frames = [access] + list(access.get("stack") or [])
        for f in frames:
            if f.get("file") and os.path.basename(f["file"]) in self.files:
                return os.path.basename(f["file"]), f["line"], OPS[access["op"]]
        return os.path.basename(access.get("file") or "?"), access.get("line"), OPS[access["op"]]

    def build_commands(self, out, cc, cxx, flags):
        """Commands, in order, that leave the program at out/prog."""
        cpp = self.path.endswith(".cpp")
        def compiler(f):
            return (cxx + ["-std=c++20"] if f.endswith(".cpp") else cc + ["-std=gnu17"]) + ["-g", "-pthread"] + flags
        extra = shlex.split(self.one("build", ""))
        left_out = [p for p in (self.one("exclude"), self.left_out) if p]
        if left_out and cc[-1] == "cc":  # Omen's
            flags = flags + [f"--omen-exclude={','.join(left_out)}"]
        link, commands = [], []
        for lib, files in self.parts.get("shared", []) + self.parts.get("module", []):
            commands.append(compiler(files[0]) + ["-fPIC", "-shared", "-o", f"{out}/{lib}"] + files)
        for lib, _ in self.parts.get("shared", []):
            link += [f"{out}/{lib}", "-Wl,-rpath,$ORIGIN"]
        for lib, files in self.parts.get("archive", []):
            objects = [f"{out}/{os.path.basename(f)}.o" for f in files]
            commands += [compiler(f) + ["-c", "-o", o, f] for f, o in zip(files, objects)]
            commands.append(["ar", "rcs", f"{out}/{lib}"] + objects)
            link.append(f"{out}/{lib}")
        objects = []
        for _, files in self.parts.get("with", []):
            for f in files:
                objects.append(f"{out}/{os.path.basename(f)}.o")
                commands.append(compiler(f) + ["-c", "-o", objects[-1], f])
        main = compiler("x.cpp" if cpp else "x.c") + extra + ["-o", f"{out}/prog", self.path] + objects + link
        return commands + [main]

    def check(self, report, level, strict):
        """What is wrong with a report, as lines. strict: the default schedule, in which every race must show."""
        wrong, seen = [], set()
        for race in report["races"]:
            fitting = [e for e in self.races if (not e.level or e.level[1:] == level) and e.matches(race, self)]
            seen.update(map(id, fitting))
            if not fitting:
                wrong.append("not expected: " + show(race, self))
            for e in fitting:
                if strict and e.schedulable is not None and race["schedulable"] != e.schedulable:
                    wrong.append(f"schedulable is {race['schedulable']}: {e.text}")
        for e in self.races:
            due = not self.left_out and e.required and (strict or not e.sometimes) and (not e.level or e.level[1:] == level)
            if due and id(e) not in seen and not self.has("known-missed"):
                wrong.append(f"missed: race {e.text}")
        if self.has("known-missed") and seen:
            wrong.append("found now: take out known-missed")
        if report.get("incomplete"):
            wrong.append(f"incomplete: {report['incomplete']}")
        if report["counters"].get("dropped"):
            wrong.append(f"{report['counters']['dropped']} events dropped")
        return wrong + self.check_end(report, strict)

    def check_end(self, report, strict):
        end = report.get("end", {})
        if not self.deadlock:
            return ["deadlock: " + str(end.get("waits"))] if end.get("how") == "deadlock" else []
        if end.get("how") != "deadlock":
            return [f"no deadlock: {end}"]
        waits = {f"{w['thread']}:{w['kind']}" for w in end["waits"]}
        return [f"deadlock of {sorted(waits)}"] if strict and waits != set(self.deadlock.split()) else []

    def exit_status(self):
        return 124 if self.deadlock else int(self.one("exit", "0"))


def show(race, program):
    a, b = (program.where(x) for x in race["accesses"])
    return f"{race['location'].get('name')}: {a[0]}:{a[1]} {a[2]}, {b[0]}:{b[1]} {b[2]}"


def programs(pattern="*"):
    try:
        return [Program(path) for path in find(HERE, pattern)]
    except ValueError as e:
        raise Bad(str(e)) from e
