"""The corpus of multi-path analysis: programs whose race does no harm with the tested input, and what another one shows.

Expectations are comments as in tests/verdicts/verdicts.py, which reads them; `verdict` says there what one path, that
of the tested input, must give. Further words:
  stdin TEXT, env NAME=VALUE, file NAME TEXT
                    the tested input, with `args` (TEXT with the escapes of Python's strings); files are in the folder
                    that the program runs in
  symbolic SOURCE...
                    for --symbolic: argv, stdin, env:NAME, file:NAME
  multi VAR PLACE PLACE class CLASS [consequence C] [covers path]
                    what multi-path analysis must say of the race; `covers path`: and that it holds for all inputs of the
                    path. Without any: what `verdict` says
  multi-maybe ...   the same, where the race need not be reported
  reveal args|stdin|env|file ...
                    an input that shows it (what is not named is as tested): triaged with that as its only input, the
                    program must have the verdict of `multi` already, which proves the label right without any engine. Of
                    a program that is harmless for all inputs: one more input on which it is
  reveals ..., reveals-maybe ..., reveals none
                    what triage with that input gives, where that is not what `multi` says
  input EXPRESSION  true (Python) of the input in the evidence: args, stdin, env, files; atoi(TEXT), number(TEXT) as strtol,
                    raw(TEXT) are its bytes"""
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "verdicts"))
import verdicts  # noqa: E402
from verdicts import Bad, Expected, Program  # noqa: E402

SOURCES = re.compile(r"argv|stdin|env:\w+|file:\S+")


class Wanted(Expected):
    """A verdict of multi-path analysis."""

    def __init__(self, word, text, program):
        plain = text.removesuffix(" covers path")
        super().__init__("maybe" if word.endswith("-maybe") else "verdict", plain, program)
        self.text, self.covers = text, plain != text

    def agrees(self, race):
        return super().agrees(race) and (not self.covers or covers_path(race))


def covers_path(race):
    """Whether the verdict says that it holds for all inputs of the path."""
    return race.get("inputs", {}).get("proved", 0) > 0


class Input:
    """All that a program is given."""

    def __init__(self, args=(), stdin=b"", env=None, files=None):
        self.args, self.stdin, self.env, self.files = list(args), stdin, dict(env or {}), dict(files or {})

    def with_word(self, text):
        """Another input: this one, but for what `args ...`, `stdin ...`, `env ...` or `file ...` says."""
        word, _, rest = text.partition(" ")
        new = Input(self.args, self.stdin, self.env, self.files)
        if word == "args":
            new.args = shlex.split(rest)
        elif word == "stdin":
            new.stdin = unescape(rest)
        elif word == "env":
            name, _, value = rest.partition("=")
            new.env[name] = value
        elif word == "file":
            name, _, contents = rest.partition(" ")
            new.files[name] = unescape(contents)
        else:
            raise Bad(f"not understood: {text}")
        return new

    def put(self, folder):
        """Files and standard input into a folder."""
        for name, contents in list(self.files.items()) + [("stdin", self.stdin)]:
            with open(os.path.join(folder, name), "wb") as f:
                f.write(contents)

    def satisfies(self, expression):
        names = {"args": self.args, "stdin": self.stdin, "env": self.env, "files": self.files, "number": number, "atoi": atoi,
                 "raw": os.fsencode, "types": types, "deepest": deepest}
        try:
            return bool(eval(expression, names))  # written in the corpus, not taken from a report
        except (ValueError, IndexError, KeyError) as e:
            return f"{type(e).__name__}: {e}" and False

    def __str__(self):
        parts = [shlex.join(self.args)] + [f"stdin {self.stdin!r}"] * bool(self.stdin)
        return "; ".join(parts + [f"{n}={v!r}" for n, v in self.env.items()] + [f"{n}: {v!r}" for n, v in self.files.items()])


def unescape(text):
    return text.encode("latin-1").decode("unicode_escape").encode("latin-1")


def number(text, base=10):
    """As strtol reads it."""
    text = text.decode("latin-1") if isinstance(text, bytes) else text
    digits = "0123456789abcdefABCDEF" if base == 16 else "0123456789"
    m = re.match(rf"[ \t\n\v\f\r]*([+-]?)(0[xX](?=[0-9a-fA-F])){'?' if base == 16 else '{0}'}([{digits}]*)", text)
    value = int(m[3] or "0", base)
    return -value if m[1] == "-" else value


def atoi(text):
    """The low 32 bits of what strtol, which has 64, reads."""
    value = max(-2**63, min(2**63 - 1, number(text)))
    return (value + 2**31) % 2**32 - 2**31


def types(data):
    """Types of the records in `format/records.c`."""
    at, found = 0, []
    while at + 2 <= len(data):
        found.append(data[at])
        at += 2 + data[at + 1]
    return found


def deepest(text):
    depth = most = 0
    for c in text.split(b"\0")[0]:
        depth += (c == ord("(")) - (c == ord(")"))
        most = max(most, depth)
    return most


class PathProgram(Program):
    known = verdicts.WORDS | {"stdin", "env", "file", "symbolic", "multi", "multi-maybe", "reveal", "reveals",
                              "reveals-maybe", "input"}

    def __init__(self, path, root=HERE):
        super().__init__(path, root)
        self.tested = Input()
        for w, t in self.words:
            if w in ("args", "stdin", "env", "file"):
                self.tested = self.tested.with_word(f"{w} {t}")
        self.revealing = self.tested
        for w, t in self.words:
            if w == "reveal":
                self.revealing = self.revealing.with_word(t)
        self.sources = self.one("symbolic", "").split()
        if not self.sources or not all(SOURCES.fullmatch(s) for s in self.sources):
            raise Bad(f"{self.name}: symbolic: {self.sources}")
        self.multi = [Wanted(w, t, self) for w, t in self.words if w.startswith("multi")]
        self.reveals = [Wanted(w, t, self) for w, t in self.words if w.startswith("reveals") and t != "none"]
        self.harmful = any(e.consequence for e in self.multi)
        if bool(self.multi) != bool(self.expected):
            raise Bad(f"{self.name}: says what one path gives, or many, but not both")
        if self.harmful and ("reveal" not in dict(self.words) or "input" not in dict(self.words)):
            raise Bad(f"{self.name}: does not say which input shows it")
        if self.harmful and not self.revealing.satisfies(self.one("input", "")):
            raise Bad(f"{self.name}: `input` is not true of the input that shows it")
        if self.harmful and self.tested.satisfies(self.one("input", "")):
            raise Bad(f"{self.name}: `input` is true of the tested input")

    def check_multi(self, report):
        """What is wrong with the report of multi-path analysis from the tested input."""
        wrong = self.check_races(report, self.multi)
        for e in self.multi:
            fitting = [r for r in report["races"] if e.matches(r, self)]
            if e.required and fitting and not any(e.agrees(r) for r in fitting):
                line = f"missed: {e.text}"
                wrong += [line] if line not in wrong and not any("; right: " in w for w in wrong) else []
        return wrong

    def check_revealing(self, report):
        """What is wrong with the report of triage with the revealing input alone. A race need not be there if it is
        harmless for all inputs."""
        said = self.reveals or ([] if ("reveals", "none") in self.words else self.multi)
        due = [Wanted("reveals" if e.consequence and e.required else "reveals-maybe", e.text.removesuffix(" covers path"), self)
               for e in said]
        return self.check_races(report, due)
