"""Outlines of school districts, ZIPs and cities, as "Outlines" in docs/reference/bundle-format.md describes them."""

import struct
from fractions import Fraction
from itertools import accumulate
from math import floor, inf

from bundle import read_varint

RAW = 255
MOST_REPEATS = 16
EDGES_IN_GROUP = 16
# Relative error of the cross product of two pairs of doubles, above which its sign is right.
ERROR_BOUND = 3.3306690738754716e-16


def signed(number):
    return -(number + 1) // 2 if number & 1 else number // 2


def moved(value, steps):
    """Returns the double so many doubles farther from zero."""
    bits = struct.unpack("<q", struct.pack("<d", value))[0] + steps
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def cross_sign(u1, v1, u2, v2):
    """Returns a number with the sign of u2 · v1 − u1 · v2 in exact arithmetic."""
    left, right = u2 * v1, u1 * v2
    difference = left - right
    if abs(difference) > ERROR_BOUND * (abs(left) + abs(right)):
        return difference
    return Fraction(u2) * Fraction(v1) - Fraction(u1) * Fraction(v2)


class Outline:
    """Rings of one district, ZIP or city, in groups of edges with the range of latitudes of each."""

    def __init__(self, rings):
        self.groups = []
        self.west, self.south, self.east, self.north = inf, inf, -inf, -inf
        for lons, lats in rings:
            for first in range(0, len(lons) - 1, EDGES_IN_GROUP):
                group_lats = lats[first : first + EDGES_IN_GROUP + 1]
                self.groups.append((min(group_lats), max(group_lats), lons[first : first + EDGES_IN_GROUP + 1], group_lats))
            if lons:
                self.west, self.east = min(self.west, *lons), max(self.east, *lons)
                self.south, self.north = min(self.south, *lats), max(self.north, *lats)

    def contains(self, lon, lat):
        if not (self.south <= lat <= self.north and self.west <= lon <= self.east):
            return False
        inside = False
        for low, high, lons, lats in self.groups:
            if lat < low or lat > high:
                continue
            v1 = lats[0] - lat
            for i in range(1, len(lats)):
                v2 = lats[i] - lat
                if (v1 <= 0 <= v2) or (v2 <= 0 <= v1):
                    u1, u2 = lons[i - 1] - lon, lons[i] - lon
                    if v1 == 0 and v2 == 0:
                        if min(u1, u2) <= 0 <= max(u1, u2):
                            return True
                    else:
                        side = cross_sign(u1, v1, u2, v2)
                        if side == 0:
                            return True
                        # Half open, so that a vertex that two edges share counts once.
                        if (side > 0 and v1 <= 0 < v2) or (side < 0 and v2 <= 0 < v1):
                            inside = not inside
                v1 = v2
        return inside


class Outlines:
    """The outlines of a bundle. A block is decoded when one of its outlines is first requested."""

    def __init__(self, bundle, count, unit):
        self.bundle = bundle
        self.unit = unit
        self.block = bundle.section("outline.block", "u16")
        rings = bundle.section("outline.rings", "u32")
        self.vertices = bundle.section("outline.vertices", "u32")
        self.ring_start = [0, *accumulate(rings)]
        if len(self.block) != count or len(rings) != count or self.ring_start[-1] != len(self.vertices):
            self.refuse(f"{len(rings)} outlines and {len(self.vertices)} rings, expected {count} outlines")
        self.members = {}
        for outline, block in enumerate(self.block):
            self.members.setdefault(block, []).append(outline)
        self.decoded = {}

    def refuse(self, problem):
        self.bundle.refuse(f"has broken outlines: {problem}")

    def outline(self, number):
        block = self.block[number]
        if block not in self.decoded:
            self.decoded[block] = self.decode(block)
        return self.decoded[block][number]

    def decode(self, block):
        runs = self.bundle.part("outline.runs", "u8", block)
        steps = self.bundle.part("outline.steps", "u8", block)
        exact = self.bundle.part("outline.exact", "u8", block)
        raw = self.bundle.part("outline.raw", "f64", block)
        members = self.members[block]
        sizes = [self.vertices[self.ring_start[one] : self.ring_start[one + 1]] for one in members]
        if 2 * sum(map(sum, sizes)) > MOST_REPEATS * len(exact):
            self.refuse(f"more than {MOST_REPEATS} vertices for each one that is spelled out")
        lons, lats = [], []
        unit = self.unit
        units = [0, 0]
        run_at = step_at = exact_at = raw_at = 0
        made = {}
        for outline, ring_sizes in zip(members, sizes):
            rings = []
            for size in ring_sizes:
                first = len(lons)
                end = first + size
                while len(lons) < end:
                    spelled, run_at = read_varint(runs, run_at, self.refuse)
                    if spelled > end - len(lons) or 2 * spelled > len(exact) - exact_at:
                        self.refuse(f"a run of {spelled} vertices, which is too long")
                    for _ in range(spelled):
                        for axis, column in enumerate((lons, lats)):
                            step, step_at = read_varint(steps, step_at, self.refuse)
                            units[axis] += signed(step)
                            apart = exact[exact_at]
                            exact_at += 1
                            if apart == RAW:
                                if raw_at == len(raw):
                                    self.refuse("too few coordinates that stand as they are")
                                value = raw[raw_at]
                                raw_at += 1
                            else:
                                value = units[axis] * unit
                                if apart:
                                    value = moved(value, signed(apart))
                            if not abs(value) <= (90 if axis else 180):
                                self.refuse(f"a vertex at {value} degrees")
                            column.append(value)
                    if len(lons) == end:
                        break
                    copy, run_at = read_varint(runs, run_at, self.refuse)
                    back, run_at = read_varint(runs, run_at, self.refuse)
                    length, direction = copy // 2, 1 if copy & 1 else -1
                    source = len(lons) - back
                    last = source + direction * (length - 1)
                    if not 0 < length <= end - len(lons) or min(source, last) < 0 or max(source, last) >= len(lons):
                        self.refuse(f"a repetition of {length} vertices from {back} before")
                    for at in range(source, last + direction, direction):
                        lons.append(lons[at])
                        lats.append(lats[at])
                    units = [floor(lons[-1] / unit + 0.5), floor(lats[-1] / unit + 0.5)]
                rings.append((lons[first:end], lats[first:end]))
            made[outline] = Outline(rings)
        if (run_at, step_at, exact_at, raw_at) != (len(runs), len(steps), len(exact), len(raw)):
            self.refuse("numbers left over after the last ring")
        return made
