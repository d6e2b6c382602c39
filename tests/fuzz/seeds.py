#!/usr/bin/env python3
"""Seeds for fuzz_trace: seeds.py FOLDER TRACE...   one small input of each kind, so that the fuzzer starts inside."""
import struct, sys, os
folder, traces = sys.argv[1], sys.argv[2:]
os.makedirs(folder, exist_ok=True)
def put(name, data):
    with open(os.path.join(folder, name), "wb") as f: f.write(data)
for t in traces:
    with open(t, "rb") as f: put("std-" + os.path.basename(t), b"\0" + f.read())
put("kinds", b"\0" + b"\n".join([
    b"T0|fork(T1)|1", b"T1|begin()|1", b"T0|acq(L)|2", b"T0|w(x)|3", b"T0|rel(L)|4", b"T1|ar(x)|5", b"T1|aw(x)|6",
    b"T0|pub(c)|7", b"T0|sig(d)|8", b"T1|obs(c)|9", b"T1|cpy(c,d)|10", b"T1|mrg(d,c)|11", b"T0|new(x)|12",
    b"T1|r(x)|13", b"T0|w(x)|14", b"T0|join(T1)|15"]) + b"\n")
def block(kind, count, raw): return bytes([kind]) + struct.pack("<HH", count, len(raw)) + raw
def names(space, *n): return block(0x10 + space, len(n), b"".join(bytes([len(x)]) + x for x in n))
def events(*e):
    k, t, o, l = zip(*e)
    return block(0x20, len(e), bytes([1, 1, 1, 0]) + bytes(k) + bytes(t) + bytes(o) + bytes(l))
put("bin", b"\1" + names(0, b"T0", b"T1") + names(1, b"L") + names(2, b"x", b"y") + names(3, b"1", b"2", b"3") +
    events((4, 0, 1, 0), (2, 0, 0, 0), (1, 0, 0, 1), (3, 0, 0, 0), (0, 1, 0, 2), (1, 1, 1, 2), (0, 0, 1, 1)) +
    block(0x30, 0, struct.pack("<Q", 7)))
def rec(thread, kind, obj, size, site, obj2=0): return struct.pack("<QQIIHBBI", obj, obj2, site, 0, thread, kind, size, 0)
put("raw", b"\2" + rec(0, 4, 1, 0, 0) + rec(0, 1, 0x1000, 8, 10) + rec(1, 0, 0x1004, 4, 20) + rec(1, 2, 5, 0, 0) +
    rec(1, 1, 0x1006, 4, 21) + rec(1, 3, 5, 0, 0) + rec(0, 18, 0x1000, 4, 0) + rec(0, 12, 0x1002, 2, 22) + rec(0, 5, 1, 0, 0))
