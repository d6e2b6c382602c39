# The schedule in gdb: sourced by `omen replay --gdb` behind omen.gdb, whose `omen` object it uses.
#
#   omen step [N]       on to the next decision of the scheduler: where it could let another thread go on, or does
#   omen switch [N]     on to the next switch to another thread
#   omen first, second  to the first or second access of the race; from the start again if it is behind
#   omen order [ORDER]  from the start again in the other order of the two accesses, or in primary or alternate
#   omen orders         both orders side by side, as the verdict has them
python
import json
import linecache
import subprocess

ORDER = "OMEN_GDB_ORDER"  # for the wrapper that starts the program (src/cli/replay_gdb.c)


class Schedule:
    def __init__(self):
        self.seen = set()  # stops at the race in this run of the program
        self.seek = None  # the only one that is wanted, while one is sought
        self.switched = None  # breakpoint behind a switch
        self.decides = None  # and where the scheduler decides
        self.last = None  # the thread that ran before the switch

    def alive(self):
        thread = gdb.selected_thread()
        return thread is not None and thread.is_valid()

    def event_name(self, fiber):
        name = str(fiber["pending"]).replace("OMEN_EV_", "").lower().replace("_", " ")
        if name == "none":
            return ""
        if name == "syscall":
            return "a system call"
        return name + (omen.object(int(fiber["pending_obj"])) if "lock" in name or "cond" in name else "")

    def others(self):
        return [int(f["id"]) for f in omen.fibers() if f["runnable"]]

    def breakpoints(self):
        """They are made when the program runs, since one is at an address, and are off but for steps."""
        if self.switched is None or not self.switched.is_valid():
            self.switched = AtSwitch()
            self.decides = AtDecision()

    def go(self, decisions):
        omen.back()
        self.breakpoints()
        self.last = int(omen.running()["id"])
        self.switched.enabled = True
        self.decides.enabled = decisions
        try:
            gdb.execute("continue")
        finally:
            if self.switched.is_valid():
                self.switched.enabled = self.decides.enabled = False

    def steps(self, arg, decisions):
        omen.fibers().__next__()  # says so where there is no program
        try:
            count = int(arg or 1)
        except ValueError:
            count = 0
        if count < 1:
            raise gdb.GdbError("how many times? a number from 1 on")
        while count and self.alive():
            self.go(decisions)
            count -= 1

    def start_over(self):
        self.seen.clear()
        omen.registers = omen.shown = None
        gdb.execute("set confirm off")
        gdb.execute("run")

    def to_stop(self, which):
        if "OMEN_GDB_RACE" not in os.environ:
            raise gdb.GdbError("this is the recording itself: 'omen replay REC --race ID --gdb' shows a race")
        self.seek = which
        try:
            if not self.alive() or which in self.seen:
                self.start_over()
            else:
                omen.back()
                gdb.execute("continue")
        finally:
            self.seek = None
        if not self.alive():
            raise gdb.GdbError("the program ended before it came to that access")


schedule = Schedule()


class AtSwitch(gdb.Breakpoint):
    def __init__(self):
        super().__init__("*(char *)&omrt_fiber_swapped", internal=True)
        self.silent = True
        self.enabled = False

    def says(self):
        to = int(omen.running()["id"])
        return "the scheduler goes from T%d to T%d" % (schedule.last, to)


class AtDecision(gdb.Breakpoint):
    def __init__(self):
        super().__init__("runtime/sched/sched.c:preempt", internal=True)
        self.silent = True
        self.enabled = False

    def stop(self):
        return len(schedule.others()) > 0

    def says(self):
        fiber = omen.running()
        name = schedule.event_name(fiber)
        others = ["T%d" % n for n in schedule.others()]
        could = " and ".join([", ".join(others[:-1]), others[-1]]) if len(others) > 1 else others[0]
        return "T%d%s; %s could go on instead" % (int(fiber["id"]), " is at: " + name if name else " is here", could)


class Step(gdb.Command):
    """omen step [N]: on to the next decision of the scheduler, where it could let another thread go on, or does."""

    def __init__(self):
        super().__init__("omen step", gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        schedule.steps(arg, True)


class Switch(gdb.Command):
    """omen switch [N]: on to the next switch to another thread."""

    def __init__(self):
        super().__init__("omen switch", gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        schedule.steps(arg, False)


class First(gdb.Command):
    """omen first: where the thread of the first access stands before it; from the start again if that is behind."""

    def __init__(self):
        super().__init__("omen first", gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        schedule.to_stop(1)


class Second(gdb.Command):
    """omen second: where the thread of the second access is about to make it; from the start again if that is behind."""

    def __init__(self):
        super().__init__("omen second", gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        schedule.to_stop(2)


class Order(gdb.Command):
    """omen order [primary|alternate]: from the start again, with the two accesses in the other order, or in that one."""

    def __init__(self):
        super().__init__("omen order", gdb.COMMAND_RUNNING)

    def complete(self, text, word):
        return [w for w in ("primary", "alternate") if w.startswith(word or "")]

    def invoke(self, arg, from_tty):
        now = os.environ.get(ORDER)
        if now is None:
            raise gdb.GdbError("this is the recording itself: 'omen replay REC --race ID --gdb' shows a race")
        wanted = arg.strip() or ("alternate" if now == "primary" else "primary")
        if wanted not in ("primary", "alternate"):
            raise gdb.GdbError("omen order: 'primary' (as recorded) or 'alternate' (flipped), not '%s'" % wanted)
        os.environ[ORDER] = wanted
        gdb.execute("set environment %s %s" % (ORDER, wanted))
        print("omen: the accesses in the %s" % ("recorded order" if wanted == "primary" else "other order"))
        schedule.start_over()


class Orders(gdb.Command):
    """omen orders: both orders side by side, as the verdict has them."""

    def __init__(self):
        super().__init__("omen orders", gdb.COMMAND_DATA)

    def race(self):
        if "OMEN_GDB_RACE" not in os.environ:
            raise gdb.GdbError("this is the recording itself: 'omen replay REC --race ID --gdb' shows a race")
        command = [os.environ["OMEN_GDB_COMMAND"], "report", "--format", "json", "--", os.environ["OMEN_GDB_RECORDING"]]
        try:
            report = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            return next(r for r in report["races"] if r["id"] == os.environ["OMEN_GDB_RACE"])
        except (subprocess.CalledProcessError, ValueError, KeyError, StopIteration, OSError):
            raise gdb.GdbError("the recording's report has no such race: 'omen classify REC' makes it again")

    def rows(self, steps, end):
        out = []
        for s in steps:
            who = "T%d" % s["thread"] if s["thread"] else "main"
            place = "%s:%d" % (os.path.basename(s["file"]), s["line"]) if s.get("file") else ""
            if "to" in s:
                row = "%-4s %s%s" % (who, s["does"], " at " + place if place and s["does"] != "ends" else "")
            else:
                line = linecache.getline(s.get("path") or s.get("file") or "", s["line"]).strip()
                value = " " + s["value"] if "value" in s else ""
                row = "%-4s %s%s  %s  %s" % (who, s["does"], value, place, line)
            if not out or out[-1] != row:
                out.append(row)
        how = end.get("how")
        what = end.get("defect", {}).get("title")
        tail = {"exit": "ends with status %s" % end.get("status"), "signal": "dies of signal %s" % end.get("signal")}
        out.append("=> " + (what or tail.get(how) or how or "not known"))
        return out

    def invoke(self, arg, from_tty):
        e = self.race().get("evidence", {})
        if "schedule" not in e:
            raise gdb.GdbError("the verdict of this race has no schedules")
        sides = [("schedule", "end", "this does it"), ("other_schedule", "other_end", "the other order")]
        if e["order"] == "alternate":
            names = ["flipped", "as recorded"]
        else:
            names = ["as recorded", "flipped"]
        columns = [["%s (%s)" % (s[2], n)] + self.rows(e[s[0]], e[s[1]]) for s, n in zip(sides, names)]
        width = gdb.parameter("width") or 100
        half = max(min(width, 160) - 3, 40) // 2
        for i in range(max(map(len, columns))):
            cells = [c[i][:half] if i < len(c) else "" for c in columns]
            print(("%-*s | %s" % (half, cells[0], cells[1])).rstrip())
            if not i:
                print("-" * (half + 1) + "+" + "-" * (half + 1))


Step()
Switch()
First()
Second()
Order()
Orders()
gdb.events.exited.connect(lambda event: schedule.seen.clear())
end

define hook-run
python schedule.seen.clear()
end
define hook-start
python schedule.seen.clear()
end
