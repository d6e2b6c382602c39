"""What a program of the verdict corpus says of its incidents, and whether a report and its replays agree.

  incident CONSEQUENCE PLACE cause race VAR PLACE PLACE
                    this goes wrong in explorations, fails at PLACE, and the order of this pair decides it. A report may
                    name several pairs, each of which decides it alone: all of them must be in a label
  incident CONSEQUENCE PLACE cause races VAR PLACE PLACE + VAR PLACE PLACE ...
                    only together: exactly these pairs
  incident CONSEQUENCE PLACE cause atomicity PLACE PLACE [PLACE]
                    regions that belong together, and what came between. Two of three may be named, and nothing else
  incident CONSEQUENCE PLACE cause order PLACE PLACE
                    regions that came in the wrong order
  or cause ...      behind one of these: another cause that is right, too
  maybe-incident ...
                    the same, where the incident need not be reported
  no-incident       nothing goes wrong beyond what the verdict labels say
  native-blind WHY  what sanitizers cannot see of it, or what chance does not bring about (tests/verdicts/oracle)
Of a program without these words, an incident is expected if one of its races has a label with the same consequence.
PLACE as in verdicts.py, in pairs also PLACE:r (the read there) and PLACE:w. A mark that stands at two lines means these and
all between. CONSEQUENCE, VAR and PLACE may be several, A|B, of which any is right."""
import os
import re

WORDS = {"incident", "maybe-incident", "or", "no-incident", "native-blind"}
KINDS = {"race", "races", "atomicity", "order"}
# How the title of a defect begins or ends, on standard error: src/record/defects.def.
TITLES = (("buffer overflow", "overflow"), ("buffer underflow", "overflow"), ("index out of bounds", "overflow"),
          ("use after free", "use-after-free"),
          ("use after return", "use-after-free"), ("use after scope", "use-after-free"), ("double free", "double-free"),
          ("invalid free", "invalid-free"), ("mismatched free", "invalid-free"), ("unlock not held", "misuse"),
          ("destroy in use", "misuse"), ("use after destroy", "misuse"), ("join twice", "misuse"),
          ("thread misuse", "misuse"), ("deadlock", "deadlock"), ("orphaned wait", "deadlock"),
          ("invariant", "invariant"), ("check", "assertion"), ("division", "undefined"), ("shift", "undefined"))


class Wrong(Exception):
    """A label that is not understood."""


class Place:
    """Lines of the program, or any."""

    def __init__(self, word, spans):
        missing = [w for w in word.split("|") if w != "*" and w not in spans]
        if missing:
            raise Wrong(f"no such place: {missing[0]}")
        self.spans = None if word == "*" else [spans[w] for w in word.split("|")]

    def has(self, line):
        return self.spans is None or any(a <= line <= b for a, b in self.spans)


class Pair:
    """Two racing accesses to a variable, in any order."""

    def __init__(self, text, spans):
        words = text.split()
        if len(words) != 3:
            raise Wrong(f"not VAR PLACE PLACE: {text}")
        self.names, ends = set(words[0].split("|")), [w.partition(":") for w in words[1:]]
        if any(op not in ("", "r", "w") for _, _, op in ends):
            raise Wrong(f"neither :r nor :w: {text}")
        self.ends = [(Place(w, spans), op) for w, _, op in ends]

    @staticmethod
    def meets(end, access):
        (place, op), (line, write) = end, access
        return place.has(line) and op in ("", "w" if write else "r")

    def fits(self, name, accesses):
        named = "*" in self.names or self.names & set(re.findall(r"\w+", name or ""))
        return bool(named) and any(all(map(self.meets, self.ends, order)) for order in (accesses, accesses[::-1]))


class Cause:
    def __init__(self, text, spans):
        kind, _, rest = text.partition(" ")
        if kind not in KINDS:
            raise Wrong(f"no such cause: {text}")
        self.kind, self.pairs, self.regions = kind, [], []
        if kind in ("race", "races"):
            self.pairs = [Pair(t, spans) for t in rest.split(" + ")]
        else:
            self.regions = [Place(w, spans) for w in rest.split()]
        if not {"race": len(self.pairs) == 1, "races": len(self.pairs) > 1, "atomicity": len(self.regions) in (2, 3),
                "order": len(self.regions) == 2}[kind]:
            raise Wrong(f"too few or too many places: {text}")

    def covers(self, pairs):
        """Every pair is one of these, and every one of these is among them."""
        return (all(any(p.fits(*q) for p in self.pairs) for q in pairs) and
                all(any(p.fits(*q) for q in pairs) for p in self.pairs))

    def spans(self, lines):
        named = [r for r in self.regions if any(r.has(l) for l in lines)]
        return len(named) >= 2 and all(any(r.has(l) for r in self.regions) for l in lines)


class Incident:
    """One label, with all causes that are right."""

    def __init__(self, word, text, program, consequences):
        m = re.fullmatch(r"(\S+) (\S+) cause (.+)", text)
        if not m or not set(m[1].split("|")) <= consequences:
            raise Wrong(f"not understood: {word} {text}")
        self.text, self.required = text, word == "incident"
        self.consequences, self.place = set(m[1].split("|")), Place(m[2], program.spans)
        self.causes = [Cause(m[3], program.spans)]

    def add(self, text, program):
        if not text.startswith("cause "):
            raise Wrong(f"not understood: or {text}")
        self.causes.append(Cause(text[len("cause "):], program.spans))

    def matches(self, incident, program):
        return incident["consequence"] in self.consequences and self.place.has(failing_line(incident, program))

    def explains(self, cause, report, program):
        """Whether the cause is one of those that are right."""
        mine = [c for c in self.causes if c.kind == cause["kind"]]
        if cause["kind"] in ("atomicity", "order"):
            lines = [program.line(r) for r in cause.get("regions") or []]
            return any(c.spans(lines) for c in mine)
        pairs = [(p.get("variable"), pair_accesses(p, report, program)) for p in cause.get("pairs") or []]
        if cause["kind"] == "race":
            return bool(pairs) and all(any(c.pairs[0].fits(*p) for c in mine) for p in pairs)
        return any(c.covers(pairs) for c in mine)


def failing_line(incident, program):
    """In the program's own file: what is in a library's header is at the line that called it."""
    at, end = incident.get("at"), (incident.get("evidence") or {}).get("end") or {}
    stack = (end.get("defect") or end).get("stack") or []
    return next(filter(None, (program.line(f) for f in [at] * bool(at) + stack)), 0)


def pair_accesses(pair, report, program):
    """(line, is it a write): in the program's own file. What is in a library's header is at the line that its race's
    stack has."""
    lines = [program.line(pair[side]) for side in ("earlier", "later")]
    race = next((r for r in report["races"] if r["id"] == pair.get("race")), None)
    if race and not all(lines):
        inner = {(a.get("file"), a.get("line")): program.line(a) for a in race["accesses"]}
        lines = [l or inner.get((pair[s].get("file"), pair[s].get("line")), 0)
                 for l, s in zip(lines, ("earlier", "later"))]
    return [(l, bool(pair[s].get("write"))) for l, s in zip(lines, ("earlier", "later"))]


def read(words, program, consequences):
    """The labels of a program, and whether it says that there is no incident."""
    found, none = [], any(w == "no-incident" for w, _ in words)
    for word, text in words:
        if word in ("incident", "maybe-incident"):
            found.append(Incident(word, text, program, consequences))
        elif word == "or" and not found:
            raise Wrong("'or' behind no incident")
        elif word == "or":
            found[-1].add(text, program)
    if none and found:
        raise Wrong("says no-incident, and has one")
    return found, none


def implied(incident, report, program):
    """For a program whose labels are about races only: one of them has the incident's consequence, or the incident's
    cause is no race, but the tested order of regions."""
    cause = incident.get("cause") or {}
    regions = cause.get("kind") in ("atomicity", "order") and cause.get("tested")
    return regions or any(e.consequence == incident["consequence"] for e in program.expected)


def show(incident, program):
    at, cause = incident.get("at"), incident.get("cause") or {}
    pairs = [f"{p.get('variable')} {program.line(p['earlier'])} before {program.line(p['later'])}"
             for p in cause.get("pairs") or []]
    regions = [str(program.line(r)) for r in cause.get("regions") or []]
    return (f"incident {incident['id']}: {incident['consequence']} at line {failing_line(incident, program) if at else '-'}, "
            f"cause {cause.get('kind')} {', '.join(pairs + regions)}")


def check(report, program):
    """What is wrong with the incidents of a report, as lines."""
    wrong, seen = [], set()
    for incident in report.get("incidents", []):
        cause = incident.get("cause") or {"kind": "unknown"}
        mine = [l for l in program.incidents if l.matches(incident, program)]
        title = show(incident, program)
        seen.update(id(l) for l in mine)
        if not mine and (program.incidents or not implied(incident, report, program)):
            wrong.append(f"not expected: {title}")
        elif program.incidents and (cause["kind"] == "unknown" or not cause.get("tested")):
            wrong.append(f"no tested cause: {title}")
        elif mine and not any(l.explains(cause, report, program) for l in mine):
            wrong.append(f"wrong cause: {title}; right: {mine[0].text}")
    return wrong + [f"missed: incident {l.text}" for l in program.incidents if l.required and id(l) not in seen]


def failures(errors):
    """What a replay says on standard error: {(consequence, basename of the file or None, line)}."""
    found = set()
    frame = None  # of a signal or an end, whose place is in the lines that follow
    for line in errors.decode(errors="replace").splitlines():
        defect = re.match(r"ERROR: ([a-z ]+?)(?::| in (?:the main thread|thread T|an unknown thread))", line)
        signal = re.match(r"SIGNAL: the program died of signal (\d+)", line)
        inner = re.match(r"    #\d+ .*?([^/:\s]+):(\d+)(?::\d+)?$", line)
        if defect:
            what = next((c for t, c in TITLES if defect[1].endswith(t)), defect[1])
            at = re.search(r"([^/:\s]+):(\d+)(?: \(|$)", line)
            frame = what
            found.add((what, at and at[1], int(at[2]) if at else 0))
        elif signal:
            frame = "assertion" if signal[1] == "6" else "crash"
            found.add((frame, None, 0))
        elif line.startswith("DEADLOCK:") or line.startswith("ENDLESS LOOP:"):
            frame = "deadlock" if line.startswith("DEADLOCK:") else "infinite-loop"
            found.add((frame, None, 0))
        elif re.match(r"  (It was allocated|It was freed|and freed) by ", line):
            frame = None  # of the block's past, which is not where it fails
        elif inner and frame:
            found.add((frame, inner[1], int(inner[2])))
        elif line and not line.startswith(" "):
            frame = None
    return found


def fails(incident, errors):
    """Whether a replay shows this incident: the same consequence, at the same place if it has one."""
    at, got = incident.get("at"), failures(errors)
    if not at or not at.get("line"):
        return any(c == incident["consequence"] for c, _, _ in got)
    return (incident["consequence"], os.path.basename(at["file"] or ""), at["line"]) in got


def twin(name):
    base, dot = os.path.splitext(name)
    return base[:-3] + dot if base.endswith("_ok") else base + "_ok" + dot
