"""What litmus tests may print, by brute force and by definition, apart from Omen.

A test is a list of threads, a thread a list of operations:
  ("W", loc, value, order)            a store
  ("R", loc, reg, order)              a load
  ("X", loc, value, reg, order)       an exchange;       ("A", loc, value, reg, order)   a fetch_add
  ("C", loc, expected, value, reg, order, failed)        a compare_exchange; reg gets what was read
  ("F", order)                        a fence
Orders: rlx acq rel ar sc. All locations begin as 0. An outcome is (registers of each thread, final values).

sc: all interleavings. tso: store buffers; an sc store is an exchange, an sc fence drains, RMWs drain. rc11: all
executions that are consistent by RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: PLDI 2017), by its axioms."""
import itertools


def locations(test):
    return sorted({op[1] for t in test for op in t if op[0] != "F"})


# ---- operational: sc and tso ----

def written(op, old):
    """The value an RMW writes; None: it writes nothing."""
    return op[2] if op[0] == "X" else old + op[2] if op[0] == "A" else op[3] if old == op[2] else None


def steps(test, tso, memory, at, buffers, regs):
    """All states that follow, by one step of one thread or of one buffer."""
    def state(memory, at, buffers, regs):
        return tuple(memory), tuple(at), tuple(buffers), tuple(regs)
    place = {loc: i for i, loc in enumerate(locations(test))}
    for t, ops in enumerate(test):
        if buffers[t]:  # its oldest store reaches memory
            (loc, value), *rest = buffers[t]
            m = list(memory)
            m[loc] = value
            b = list(buffers)
            b[t] = tuple(rest)
            yield state(m, at, b, regs)
        if at[t] == len(ops):
            continue
        op = ops[at[t]]
        drains = op[0] in "XAC" or op[-1] == "sc" and op[0] in "FW"
        if tso and drains and buffers[t]:
            continue
        m, a, b, r = list(memory), list(at), list(buffers), list(regs)
        a[t] += 1
        if op[0] == "W" and tso and not drains:
            b[t] = b[t] + ((place[op[1]], op[2]),)
        elif op[0] == "W":
            m[place[op[1]]] = op[2]
        elif op[0] == "R":
            own = [v for loc, v in b[t] if loc == place[op[1]]]
            r[t] = r[t] + ((op[2], own[-1] if own else m[place[op[1]]]),)
        elif op[0] in "XAC":
            old = m[place[op[1]]]
            new = written(op, old)
            if new is not None:
                m[place[op[1]]] = new
            r[t] = r[t] + ((op[4] if op[0] == "C" else op[3], old),)
        yield state(m, a, b, r)


def interleaved(test, tso):
    n = len(test)
    first = (tuple(0 for _ in locations(test)), (0,) * n, ((),) * n, ((),) * n)
    seen, todo, ends = {first}, [first], set()
    while todo:
        s = todo.pop()
        memory, at, buffers, regs = s
        if all(a == len(t) for a, t in zip(at, test)) and not any(buffers):
            ends.add((regs, memory))
        for nxt in steps(test, tso, *s):
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
    return ends


def sc(test):
    return interleaved(test, False)


def tso(test):
    return interleaved(test, True)


# ---- axiomatic: rc11 ----

class Relation:
    """Over n events, as a bit mask of successors for each."""

    def __init__(self, n, rows=None):
        self.n, self.row = n, list(rows) if rows else [0] * n

    def add(self, a, b):
        self.row[a] |= 1 << b

    def has(self, a, b):
        return self.row[a] >> b & 1

    def __or__(self, o):
        return Relation(self.n, [a | b for a, b in zip(self.row, o.row)])

    def then(self, o):
        r = Relation(self.n)
        for a in range(self.n):
            row = self.row[a]
            while row:
                b = (row & -row).bit_length() - 1
                r.row[a] |= o.row[b]
                row &= row - 1
        return r

    def inverse(self):
        r = Relation(self.n)
        for a in range(self.n):
            for b in range(self.n):
                if self.has(a, b):
                    r.add(b, a)
        return r

    def closed(self):
        r = Relation(self.n, self.row)
        for k in range(self.n):
            for a in range(self.n):
                if r.has(a, k):
                    r.row[a] |= r.row[k]
        return r

    def maybe(self):
        return Relation(self.n, [row | 1 << i for i, row in enumerate(self.row)])

    def irreflexive(self):
        return not any(self.has(a, a) for a in range(self.n))

    def among(self, test):
        """The pairs for which test(a, b)."""
        return Relation(self.n, [sum(1 << b for b in range(self.n) if self.has(a, b) and test(a, b))
                                 for a in range(self.n)])

    def only(self, sources, targets):
        mask = sum(1 << b for b in targets)
        return Relation(self.n, [self.row[a] & mask if a in sources else 0 for a in range(self.n)])


def same(n, events):
    return Relation(n, [1 << i if i in events else 0 for i in range(n)])


ACQ, REL = {"acq", "ar", "sc"}, {"rel", "ar", "sc"}


class Execution:
    """Events of a test whose reads took given values: (thread, kind, loc, order, value, rmw partner)."""

    def __init__(self, test):
        self.events = [(-1, "W", loc, "na", 0) for loc in locations(test)]
        self.sb, self.rmw, self.regs = [], [], [[] for _ in test]
        self.reads = []


def unfold(test, values):
    """The events, when the reads, in order, take these values; None: a value is missing."""
    x = Execution(test)
    values = iter(values)
    for t, ops in enumerate(test):
        mine = []
        for op in ops:
            order = op[-1]
            if op[0] == "F":
                mine.append(len(x.events))
                x.events.append((t, "F", None, order, None))
                continue
            read = None
            if op[0] != "W":
                value = next(values)
                new = written(op, value) if op[0] in "XAC" else None
                kind_order = op[5] if op[0] == "C" and new is not None else op[6] if op[0] == "C" else order
                read = len(x.events)
                x.events.append((t, "R", op[1], kind_order, value))
                x.reads.append(read)
                x.regs[t].append(({"R": op[2]}.get(op[0]) or (op[4] if op[0] == "C" else op[3]), value))
                mine.append(read)
                if op[0] == "R" or new is None:
                    continue
            else:
                new = op[2]
            write = len(x.events)
            x.events.append((t, "W", op[1], kind_order if read is not None else order, new))
            mine.append(write)
            if read is not None:
                x.rmw.append((read, write))
        x.sb += [(a, b) for i, a in enumerate(mine) for b in mine[i + 1:]]
    return x


def possible(test):
    """Values that each location may ever hold."""
    all_values = {loc: {0} for loc in locations(test)}
    adds = sum(op[0] == "A" for t in test for op in t)
    for _ in range(adds + 1):
        for t in test:
            for op in t:
                if op[0] in "WX":
                    all_values[op[1]].add(op[2])
                elif op[0] == "C":
                    all_values[op[1]].add(op[3])
                elif op[0] == "A":
                    all_values[op[1]] |= {v + op[2] for v in all_values[op[1]]}
    return all_values


def consistent(x, rf, mo_of):
    n = len(x.events)
    E = x.events
    init = range(len([e for e in E if e[0] < 0]))
    R = {i for i in range(n) if E[i][1] == "R"}
    W = {i for i in range(n) if E[i][1] == "W"}
    F = {i for i in range(n) if E[i][1] == "F"}
    sb, rfr, mo, rmw = Relation(n), Relation(n), Relation(n), Relation(n)
    for a, b in x.sb:
        sb.add(a, b)
    for i in init:
        for b in range(len(init), n):
            sb.add(i, b)
    for r, w in rf.items():
        rfr.add(w, r)
    for order in mo_of.values():
        for i, a in enumerate(order):
            for b in order[i + 1:]:
                mo.add(a, b)
    for a, b in x.rmw:
        rmw.add(a, b)
    rb = rfr.inverse().then(mo).among(lambda a, b: a != b)
    eco = (rfr | mo | rb).closed()
    loc = lambda a, b: E[a][2] is not None and E[a][2] == E[b][2]
    atomic = {i for i in range(n) if E[i][3] != "na"}
    rs = same(n, W).then(sb.among(loc).maybe()).then(same(n, W & atomic)).then(rfr.then(rmw).closed().maybe())
    rel, acq = {i for i in atomic if E[i][3] in REL}, {i for i in atomic if E[i][3] in ACQ}
    fence_then = sb.only(F, range(n)) | same(n, range(n))
    then_fence = sb.only(range(n), F) | same(n, range(n))
    sw = same(n, rel).then(fence_then).then(rs).then(rfr).then(same(n, R & atomic)).then(then_fence).then(same(n, acq))
    hb = (sb | sw).closed()
    if not hb.irreflexive() or not hb.then(eco).irreflexive():
        return False
    if any(rb.then(mo).has(a, b) for a, b in x.rmw):
        return False
    if not (sb | rfr).closed().irreflexive():
        return False
    other = sb.among(lambda a, b: not loc(a, b))
    scb = sb | other.then(hb).then(other) | hb.among(loc) | mo | rb
    sc_all = {i for i in atomic if E[i][3] == "sc"}
    fsc = sc_all & F
    before = same(n, sc_all) | same(n, fsc).then(hb.maybe())
    after = same(n, sc_all) | hb.maybe().then(same(n, fsc))
    psc = before.then(scb).then(after) | (hb | hb.then(eco).then(hb)).only(fsc, fsc)
    return psc.closed().irreflexive()


def executions(test):
    values = possible(test)
    reads = [op[1] for t in test for op in t if op[0] in "RXAC"]
    for taken in itertools.product(*(sorted(values[loc]) for loc in reads)):
        x = unfold(test, taken)
        writes = {loc: [i for i, e in enumerate(x.events) if e[1] == "W" and e[2] == loc] for loc in locations(test)}
        sources = [[w for w in writes[x.events[r][2]] if x.events[w][4] == x.events[r][4] and (r, w) not in x.rmw]
                   for r in x.reads]
        if not all(sources):
            continue
        orders = [[(w[0], *p) for p in itertools.permutations(w[1:])] for w in writes.values()]
        for rf in itertools.product(*sources):
            for mo in itertools.product(*orders):
                yield x, dict(zip(x.reads, rf)), dict(zip(writes, mo))


def rc11(test):
    ends = set()
    for x, rf, mo in executions(test):
        end = (tuple(tuple(r) for r in x.regs), tuple(x.events[mo[loc][-1]][4] for loc in locations(test)))
        if end not in ends and consistent(x, rf, mo):
            ends.add(end)
    return ends
