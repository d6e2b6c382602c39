#!/usr/bin/env python3
"""The race engines on large traces: bench/analyze.py OMEN [--full] [-o FILE]

Millions of events a PROCESSOR second (both threads counted: reading and analysing, all passes) and peak memory, for
every engine, from STD text and from the binary format: by number of events, by threads, by share of synchronisation.
Tables in Markdown, on standard output or in FILE. About three minutes of one processor; --full adds 1e8 events (some ten
minutes, and 3 GB of disk) for the engines that do 2 million a second and more.

Of short runs the best of three counts, in processor time: a busy machine makes runs slower, never faster.
"""
import argparse, datetime, os, platform, shutil, subprocess, sys, tempfile

ENGINES = ["hb", "hb-epoch", "shb", "shb-epoch", "fhb", "wcp", "lockset", "hybrid", "syncp", "osr", "mcm", "deadlock"]
FORMATS = ["std", "bin"]
HERE = os.path.dirname(os.path.abspath(__file__))


def run(argv, note):
    """Processor seconds and peak memory (MB) of a command. (Memory from time(1): a child of this process is not smaller
    than this process. Seconds not: it rounds.)"""
    argv = ["/usr/bin/time", "-o", note, "-f", "%M"] + argv
    quiet = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    _, status, used = os.wait4(os.posix_spawn(argv[0], argv, os.environ, file_actions=quiet), 0)
    if status:
        sys.exit("bench/analyze.py: failed: " + " ".join(argv))
    return used.ru_utime + used.ru_stime, int(open(note).read()) / 1024


class Bench:
    def __init__(self, options):
        self.o = options
        self.work = tempfile.mkdtemp(prefix="omen-bench-")
        self.gen = os.path.join(self.work, "gen")
        self.done = {}  # (shape, events, threads, sync, engine, format) -> rate, MB
        cc = os.environ.get("CLANG", "clang-19")
        subprocess.run([cc, "-O2", "-o", self.gen, os.path.join(HERE, "analyze_gen.c")], check=True)

    def path(self, form):
        return os.path.join(self.work, "t." + form)

    def trace(self, shape, events, threads, sync, variables):
        with open(self.path("std"), "wb") as out:
            words = [str(n) for n in (events, threads, sync, variables)]
            subprocess.run([self.gen] + words + [shape, "1"], stdout=out, check=True)
        run([self.o.omen, "trace", "-q", self.path("std"), "-o", self.path("bin")], self.path("time"))

    def measure(self, events, engine, form):
        command = [self.o.omen, "analyze", "-q", self.path(form), "-e", engine]
        runs = [run(command, self.path("time"))]
        while len(runs) < 3 and sum(r[0] for r in runs) < 1:
            runs.append(run(command, self.path("time")))
        return events / 1e6 / max(min(r[0] for r in runs), 1e-4), max(r[1] for r in runs)

    def case(self, shape, events, threads=8, sync=10):
        self.trace(shape, events, threads, sync, 10000 if shape == "mixed" else 100000)
        for engine in self.o.engines:
            slow = self.done.get((shape, events // 10, threads, sync, engine, "bin"), (99,))[0] < 2
            for form in [] if events > 10**7 and slow else FORMATS:
                key = (shape, events, threads, sync, engine, form)
                self.done[key] = self.measure(events, engine, form)
                print("%s, %d events, %d threads, %d permille: %s %s: %.1f M/s, %.0f MB" % (key + self.done[key]),
                      file=sys.stderr, flush=True)

    def both(self, *key):
        """'text / binary' of a case; a dash for what was not measured."""
        cells = [self.done.get(key + (form,)) for form in FORMATS]
        return " / ".join("%.1f" % c[0] if c else "–" for c in cells)

    def memory(self, *key):
        cells = [self.done[key + (form,)][1] for form in FORMATS if key + (form,) in self.done]
        return "%.0f" % max(cells) if cells else "–"

    def table(self, head, keys, last=None):
        lines = ["| engine | " + " | ".join(head) + " |", "| --- |" + " ---: |" * len(head)]
        for e in self.o.engines:
            cells = [self.both(*k, e) for k in keys] + [self.memory(*k, e) for k in (last or [])]
            lines.append("| %s | %s |" % (e, " | ".join(cells)))
        return lines

    def report(self):
        sizes = self.o.sizes
        out = ["%s, %s, %d processors, commit %s. M events a processor second, text / binary." % (
            datetime.date.today(), cpu(), os.cpu_count(), commit()), ""]
        names = ["1e%d" % (len(str(n)) - 1) for n in sizes]
        for shape in ("mixed", "plain"):
            keys = [(shape, n, 8, 10) for n in sizes]
            out += ["`%s`, 8 threads, by number of events:" % shape, ""]
            out += self.table(names + ["MB at " + n for n in names], keys, keys) + [""]
        keys = [("plain", 10**7, t, 10) for t in (2, 8, 64, 256)]
        out += ["`plain`, 1e7 events, by threads:", ""]
        out += self.table(["2", "8", "64", "256", "MB at 256"], keys, keys[-1:]) + [""]
        keys = [("plain", 10**7, 8, s) for s in (10, 100, 300)]
        out += ["`plain`, 1e7 events, 8 threads, by share of locking:", ""]
        out += self.table(["1 %", "10 %", "30 %"], keys)
        return "\n".join(out) + "\n"

    def go(self):
        small = [n for n in self.o.sizes if n <= 10**7]
        cases = [(s, n) for n in small for s in ("mixed", "plain")]
        cases += [("plain", 10**7, t) for t in (2, 64, 256)] + [("plain", 10**7, 8, s) for s in (100, 300)]
        cases += [(s, n) for n in self.o.sizes if n > 10**7 for s in ("mixed", "plain")]
        for c in cases:
            self.case(*c)
            if self.o.output:  # after each case: a long series may be stopped
                with open(self.o.output, "w") as f:
                    f.write(self.report())


def cpu():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def commit():
    r = subprocess.run(["git", "-C", HERE, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
    return r.stdout.strip() or "unknown"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("omen", help="the omen command to measure")
    p.add_argument("--full", action="store_true", help="1e8 events, too")
    p.add_argument("--engines", default=",".join(ENGINES), help="only these")
    p.add_argument("-o", "--output", help="where the tables go")
    o = p.parse_args()
    o.engines = o.engines.split(",")
    o.sizes = [10**6, 10**7] + [10**8] * o.full
    b = Bench(o)
    try:
        b.go()
        if not o.output:
            print(b.report(), end="")
    finally:
        shutil.rmtree(b.work)


if __name__ == "__main__":
    main()
