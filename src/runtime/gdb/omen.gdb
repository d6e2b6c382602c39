# What gdb has to know about a program under Omen: sourced by `omen replay --gdb`. All threads of the program are fibers
# of one kernel thread, so gdb's own `info threads` shows one; these commands stand in.
#
#   omen threads    the program's threads: what each waits for, and where
#   omen thread N   look at thread N: bt, frame, print and info locals then work on its stack
#   omen back       to the thread that runs; done by itself before anything goes on
#
# schedule.gdb has those that go on: omen step, switch, first, second, order, orders.
#
# System calls arrive as SIGSYS, and the timer of sched/preempt.c as SIG62: not the user's business.
handle SIGSYS nostop noprint pass
handle SIG62 nostop noprint pass
set breakpoint pending on
set print thread-events off

python
import gdb
import os

SAVED = ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"]  # as omrt_fiber_swap pushed them, after 8 bytes
STOPS = {
    1: "thread T%d stands before its access, the first of the race",
    2: "thread T%d is about to make its access, the second of the race",
    3: "thread T%d, which was held before its access, makes it now",
}
DEFECT = 16  # and the kind: enum omen_defect_kind
ENDS = {
    "omrt_end_deadlock": "no thread can go on: 'omen threads' shows who waits for what",
    "omrt_end_endless": "the program goes on for ever: 'omen threads' shows where",
    "omrt_end_outside": "the program waits for what no exploration can give",
}


class Omen:
    def __init__(self):
        self.registers = None  # of the thread that runs, while another is looked at
        self.shown = None
        self.folder = None

    def fibers(self):
        if gdb.selected_thread() is None:
            raise gdb.GdbError("the program is not running")
        try:
            f = gdb.parse_and_eval("omrt_all")
        except gdb.error:
            raise gdb.GdbError("this is no program under Omen")
        while int(f):
            yield f
            f = f["all_next"]

    def running(self):
        return gdb.parse_and_eval("omrt_cur")

    def set_registers(self, values):
        for name, value in values.items():
            gdb.newest_frame().select()
            gdb.execute("set var $%s = %d" % (name, value), to_string=True)

    def look_at(self, fiber):
        """The registers become those that the fiber will have; `back` undoes it."""
        self.back()
        if int(fiber) == int(self.running()):
            return
        gdb.newest_frame().select()
        now = {}
        for name in SAVED + ["rsp"]:
            now[name] = int(gdb.parse_and_eval("(unsigned long)$" + name))
        sp = int(fiber["sp"])
        words = gdb.selected_inferior().read_memory(sp + 8, 8 * len(SAVED))
        then = {n: int.from_bytes(bytes(words[8 * i:8 * i + 8]), "little") for i, n in enumerate(SAVED)}
        then["rsp"] = sp + 8 + 8 * len(SAVED)
        self.registers = now
        self.shown = int(fiber["id"])
        self.set_registers(then)

    def back(self):
        if self.registers is None:
            return
        registers, self.registers, self.shown = self.registers, None, None
        self.set_registers(registers)

    def own(self, frame):
        """Is the frame the runtime's?"""
        name = frame.name() or ""
        if name.startswith("omrt_") or name.startswith("__omen_") or frame.pc() < 4096:  # the latter: behind a new fiber
            return True
        symtab = frame.find_sal().symtab
        if symtab is None and frame.function() is not None:  # an instruction without a line
            symtab = frame.function().symtab
        if self.folder is None:
            symbol = gdb.lookup_global_symbol("omrt_gdb_stop")
            self.folder = symbol.symtab.fullname().rsplit("/", 1)[0] + "/" if symbol else "?"  # of defect.c
        return symtab is not None and symtab.fullname().startswith(self.folder)

    def of_system(self, frame):
        """Is it in a library that every program has? Their debug information may be there, their sources are not."""
        library = os.path.basename(gdb.solib_name(frame.pc()) or "")
        return library.startswith(("libc.", "libc-", "libm.", "libstdc++.", "libgcc_s.", "ld-linux"))

    def user_frame(self, want_line=False):
        """The innermost frame of the program; with want_line, one whose source is known, if there is one."""
        frame, first = gdb.newest_frame(), None
        for _ in range(200):
            if frame is None:
                break
            if not self.own(frame):
                first = first or frame
                symtab = frame.find_sal().symtab
                if not want_line or (symtab is not None and symtab.is_valid() and frame.find_sal().line
                                     and not self.of_system(frame)):
                    return frame
            try:
                frame = frame.older()
            except gdb.error:
                break
        return first

    def select_user_frame(self):
        frame = self.user_frame()
        (frame or gdb.newest_frame()).select()

    def has_source(self, frame):
        symtab = frame.find_sal().symtab
        return not self.own(frame) and symtab is not None and os.path.exists(symtab.fullname())

    def select_source(self):
        """The innermost frame whose source is there: behind abort, read, strlen and their kin that is the program's."""
        frame = gdb.newest_frame()
        while frame is not None:
            if self.has_source(frame):
                frame.select()
                return
            try:
                frame = frame.older()
            except gdb.error:
                break
        (self.user_frame(True) or gdb.newest_frame()).select()

    def place(self, frame):
        if frame is None:
            return "?"
        sal = frame.find_sal()
        if sal.symtab is None:
            return "%s ()" % frame.name()
        return "%s () at %s:%d" % (frame.name(), sal.symtab.filename, sal.line)

    def object(self, address):
        if not address:
            return ""
        text = gdb.execute("info symbol %d" % address, to_string=True)
        return " " + (text.split(" in section")[0] if " in section" in text else hex(address))

    def fresh(self, fiber):
        """It was created and never ran: it will return into omrt_fiber_entry."""
        at = int(fiber["sp"]) + 8 * len(SAVED)
        goes_to = int.from_bytes(bytes(gdb.selected_inferior().read_memory(at, 8)), "little")
        return "omrt_fiber_entry" in gdb.execute("info symbol %d" % goes_to, to_string=True)

    def state(self, fiber):
        current = int(fiber) == int(self.running())
        if fiber["done"]:
            return "has ended"
        why = str(fiber["why"]).replace("OMRT_WAIT_", "").lower()
        if why == "nothing":
            if current:
                return "runs"
            return "has not started yet" if self.fresh(fiber) else "can run"
        if why == "held":
            return "is held before its access"
        if why == "join":
            return "waits for a thread to end"
        return "waits for %s%s" % (why, self.object(int(fiber["why_obj"])))


omen = Omen()


class Prefix(gdb.Command):
    """A program under Omen: its threads, which are fibers (omen threads, omen thread N, omen back); its schedule (omen step,
omen switch); the race (omen first, omen second, omen order, omen orders)."""

    def __init__(self):
        super().__init__("omen", gdb.COMMAND_STACK, prefix=True)


class Threads(gdb.Command):
    """The program's threads: what each waits for, and where."""

    def __init__(self):
        super().__init__("omen threads", gdb.COMMAND_STACK)

    def invoke(self, arg, from_tty):
        listed = [int(f) for f in omen.fibers()]
        shown, level = omen.shown, gdb.selected_frame().level()
        lines = []
        for address in listed:
            fiber = gdb.parse_and_eval("(struct omrt_fiber *)%d" % address)
            number, state = int(fiber["id"]), omen.state(fiber)
            where = ""
            if not fiber["done"] and state != "has not started yet":
                omen.look_at(fiber)
                where = omen.place(omen.user_frame(True))
                omen.back()
            looked_at = address == int(omen.running()) if shown is None else number == shown
            mark = "*" if looked_at else " "
            lines.append("%s T%-3d %-34s %s%s" % (mark, number, state, where, "  (main)" if not number else ""))
        for fiber in omen.fibers():
            if shown is not None and int(fiber["id"]) == shown:
                omen.look_at(fiber)
                break
        frame = gdb.newest_frame()
        for _ in range(level):
            frame = frame.older() or frame
        frame.select()
        print("\n".join(lines))


class Thread(gdb.Command):
    """Look at thread N of the program: bt, print and info locals then work on its stack."""

    def __init__(self):
        super().__init__("omen thread", gdb.COMMAND_STACK)

    def invoke(self, arg, from_tty):
        try:
            number = int(arg.strip().lstrip("T"))
        except ValueError:
            raise gdb.GdbError("omen thread N: which? 'omen threads' lists them")
        for fiber in omen.fibers():
            if int(fiber["id"]) != number:
                continue
            if fiber["done"] or omen.state(fiber) == "has not started yet":
                raise gdb.GdbError("thread T%d %s" % (number, omen.state(fiber)))
            omen.look_at(fiber)
            frame = omen.user_frame(True)
            (frame or gdb.newest_frame()).select()
            print("[T%d %s]" % (number, omen.state(fiber)))
            gdb.execute("frame")
            return
        raise gdb.GdbError("there is no thread T%d: 'omen threads' lists them" % number)


class Back(gdb.Command):
    """Back to the thread that runs."""

    def __init__(self):
        super().__init__("omen back", gdb.COMMAND_STACK)

    def invoke(self, arg, from_tty):
        was = omen.registers is not None
        omen.back()
        if was:
            omen.select_user_frame()


Prefix()
Threads()
Thread()
Back()


class Filter:
    """bt leaves the runtime's frames out; `bt -no-filters` shows them."""

    def __init__(self):
        self.name, self.priority, self.enabled = "omen", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return (f for f in frames if not omen.own(f.inferior_frame()))


Filter()


class AtRace(gdb.Breakpoint):
    def __init__(self):
        super().__init__("omrt_gdb_stop", internal=True)
        self.silent = True

    def stop(self):  # `set $omen_stops = 0`: no more of these
        which = int(gdb.newest_frame().read_register("rdi")) & 0xff
        schedule.seen.add(which)
        if schedule.seek is not None:
            return which == schedule.seek
        wanted = gdb.convenience_variable("omen_stops")
        return wanted is None or int(wanted) != 0


class AtEnd(gdb.Breakpoint):
    def __init__(self, function):
        super().__init__(function, internal=True)
        self.silent = True
        self.function_name = function


at_race = AtRace()
at_end = [AtEnd(name) for name in ENDS]


def defect(kind):
    """What it is called, from the names of the enumeration."""
    name = "a defect"
    try:
        for f in gdb.lookup_type("enum omen_defect_kind").fields():
            if f.enumval == kind:
                name = f.name.replace("OMEN_DEFECT_", "").lower().replace("_", "-")
    except gdb.error:
        pass
    return "thread T%d does what no correct program does: " + name


def stopped(event):
    omen.registers = omen.shown = None
    if isinstance(event, gdb.SignalEvent) and not omen.has_source(gdb.newest_frame()):  # one that it sent itself, or libc's
        omen.select_source()
        gdb.execute("frame")
    if not isinstance(event, gdb.BreakpointEvent):
        return
    for b in event.breakpoints:
        if isinstance(b, AtRace):
            which = int(gdb.newest_frame().read_register("rdi")) & 0xff
            what = defect(which - DEFECT) if which >= DEFECT else STOPS.get(which, "thread T%d is at the race")
            print("omen: " + what % int(omen.running()["id"]))
        elif isinstance(b, AtEnd):
            print("omen: " + ENDS[b.function_name])
        elif isinstance(b, (AtSwitch, AtDecision)):
            print("omen: " + b.says())
        else:
            continue
        omen.select_source()
        if omen.user_frame() is None:
            print("  (before its first instruction)")  # a new thread
            return
        gdb.execute("frame")
        return


gdb.events.stop.connect(stopped)
end

define hook-continue
omen back
end
define hook-step
omen back
end
define hook-next
omen back
end
define hook-stepi
omen back
end
define hook-nexti
omen back
end
define hook-finish
omen back
end
define hook-until
omen back
end
define hook-advance
omen back
end
define hook-jump
omen back
end
define hook-detach
omen back
end
