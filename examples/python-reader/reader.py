"""Scores, school districts and ZIP of places in California, Texas and Florida, from a vicinage data folder.

    python3 reader.py DATA LAT LON          prints one place as JSON
    python3 reader.py DATA --places FILE    reads a place per line, "lat,lon", and prints a row for each
    python3 reader.py --check FILE ...      prints for each bundle or data folder "ok" or the code of its error

Follows docs/reference/bundle-format.md and nothing else. Needs Python 3.9 or later.
"""

import json
import os
import sys
from itertools import accumulate
from math import floor, pi

from bundle import Bundle, BundleError, DataFolder, is_whole
from outlines import Outlines
from raster import Raster

DISTRICT_UNIT = 1e-6
BOX_UNIT = 1e-4
ROWS_IN_BLOCK = 512
DISTRICT_TYPES = ("Unified", "Elementary", "Secondary")
# Cells of the index of ZIPs, per degree.
INDEX_CELLS = 8


class NotLoaded(Exception):
    """A place in a state that the folder was copied without."""

    code = "state_not_loaded"


def running_sums(column, rows, bits):
    """Returns a column whose elements are stored less the one before, anew in each block of rows."""
    made = []
    half, modulus = 1 << (bits - 1), 1 << bits
    for first in range(0, len(column), rows):
        made.extend((value + half) % modulus - half for value in accumulate(column[first : first + rows]))
    return made


def cosine(degrees):
    """Returns the cosine of a latitude by the series that the specification names."""
    x = degrees * pi / 180
    xx = x * x
    return 1 - xx / 2 + (xx * xx) / 24 - (xx * xx * xx) / 720 + (xx * xx * xx * xx) / 40320


class Geography:
    """Zones and block groups."""

    def __init__(self, bundle):
        self.bundle = bundle
        self.build = bundle.meta.get("build")
        self.zones = Raster(bundle, "tracts", bundle.meta.get("tracts"))
        self.first = [0, *accumulate(bundle.section("zone.count", "u8"))]
        groups = [sum & 0xFFFF for sum in accumulate(bundle.section("zone.steps", "u16"))]
        self.size = len(bundle.section("centre.county", "u32"))
        lon = running_sums(bundle.section("centre.lon", "i32"), ROWS_IN_BLOCK, 32)
        lat = running_sums(bundle.section("centre.lat", "i32"), ROWS_IN_BLOCK, 32)
        if len(lon) != self.size or len(lat) != self.size or any(group >= self.size for group in groups):
            bundle.refuse("has columns of block groups that do not fit each other")
        if self.first[-1] != len(groups):
            bundle.refuse(f"has zones of {self.first[-1]} block groups, expected {len(groups)}")
        self.candidates = [(group, lon[group] / 1e6, lat[group] / 1e6) for group in groups]
        self.absent = [self.absent_state(state) for state in bundle.meta.get("absent") or []]

    def absent_state(self, window):
        bits = self.bundle.section(f"absent.{window['state']}", "u8")
        if 8 * len(bits) < window["width"] * window["height"]:
            self.bundle.refuse(f"has too few bits in 'absent.{window['state']}'")
        return window, bits, window["step"] * self.zones.per_degree / 3600

    def check_present(self, lon, lat):
        cell_column, cell_row = self.zones.cell_of(lon, lat)
        for window, bits, across in self.absent:
            column, row = floor(cell_column / across) - window["x"], floor(cell_row / across) - window["y"]
            if 0 <= column < window["width"] and 0 <= row < window["height"]:
                cell = row * window["width"] + column
                if bits[cell >> 3] >> (cell & 7) & 1:
                    raise NotLoaded(f"The data were copied without the state {window['state']}.")

    def zone(self, lon, lat):
        zone = self.zones.at(lon, lat)
        if zone >= len(self.first):
            self.bundle.refuse(f"has a cell of zone {zone}, expected at most {len(self.first) - 1}")
        if zone == 0:
            self.check_present(lon, lat)
        return zone

    def block_group(self, zone, lon, lat):
        """Returns the nearest block group of a zone."""
        cos = cosine(lat)
        best, least = -1, float("inf")
        for group, group_lon, group_lat in self.candidates[self.first[zone - 1] : self.first[zone]]:
            dx, dy = (group_lon - lon) * cos, group_lat - lat
            distance = dx * dx + dy * dy
            if distance < least:
                best, least = group, distance
        return best


class Dimension:
    """The layers of one dimension."""

    def __init__(self, bundle, geography):
        meta = bundle.meta
        if meta.get("build") != geography.build:
            bundle.refuse(f"was built for the geography {meta.get('build')}, expected {geography.build}")
        self.id = bundle.id
        self.bundle = bundle
        self.areas = self.surface = self.scores = None
        if meta.get("areas"):
            self.areas = Raster(bundle, "areas", meta["areas"].get("raster"))
            self.area_scores = bundle.section("areas.score", "u8")
        if meta.get("centres"):
            self.scores = bundle.section("centres.score", "u8")
            if len(self.scores) != geography.size:
                bundle.refuse(f"has scores of {len(self.scores)} block groups, expected {geography.size}")
        if meta.get("surface"):
            self.surface = Raster(bundle, "surface", meta["surface"].get("raster"))

    def score(self, lon, lat, group):
        """Returns the score of a place in the coverage, 0 without data."""
        if self.areas:
            area = self.areas.at(lon, lat)
            if area >= len(self.area_scores):
                self.bundle.refuse(f"has a cell of area {area}, expected fewer than {len(self.area_scores)}")
            if self.area_scores[area]:
                return self.area_scores[area]
        if self.scores and self.scores[group]:
            return self.scores[group]
        return self.surface.interpolated(lon, lat) if self.surface else 0


class Districts:
    """School districts."""

    def __init__(self, bundle):
        self.bundle = bundle
        self.cells = Raster(bundle, "cells", bundle.meta.get("cells"))
        self.starts = bundle.section("set.start", "u32")
        self.members = bundle.section("set.members", "u32")
        self.geoids = bundle.section("geoid", "u32")
        self.names = bundle.texts("name")
        self.types = bundle.section("type", "u8")
        self.outlines = Outlines(bundle, len(self.geoids), DISTRICT_UNIT)
        if any(member >> 1 >= len(self.geoids) for member in self.members):
            bundle.refuse("has a set with a district that there is not")

    def at(self, lon, lat):
        """Returns the numbers of the districts that contain a place."""
        set = self.cells.at(lon, lat)
        if set + 1 >= len(self.starts) or self.starts[set + 1] > len(self.members):
            self.bundle.refuse(f"has a cell of set {set}, which there is not")
        members = self.members[self.starts[set] : self.starts[set + 1]]
        return [one >> 1 for one in members if not one & 1 or self.outlines.outline(one >> 1).contains(lon, lat)]

    def describe(self, number):
        type = DISTRICT_TYPES[self.types[number]]
        return {"geoid": f"{self.geoids[number]:07d}", "name": self.names[number], "type": type}


class Zips:
    """ZIPs, as the census draws them."""

    def __init__(self, bundle):
        self.codes = bundle.section("code", "u32")
        self.count, unit = bundle.meta.get("zips"), bundle.meta.get("unit")
        if not is_whole(self.count, len(self.codes)) or not isinstance(unit, (int, float)) or not 0 < unit <= 1:
            bundle.refuse(f"has {self.count} ZIPs of {len(self.codes)} areas in units of {unit}")
        self.outlines = Outlines(bundle, len(self.codes), unit)
        self.boxes = bundle.section("box", "i32")
        # The blocks whose box touches a cell, so that a place is looked up in few of them.
        self.index = {}
        for block, members in self.outlines.members.items():
            if members[0] >= self.count:
                continue
            box = self.boxes[4 * block : 4 * block + 4]
            if len(box) < 4:
                bundle.refuse(f"has no box of block {block}")
            west, south, east, north = (floor(side * BOX_UNIT * INDEX_CELLS) for side in box)
            for row in range(max(south, -90 * INDEX_CELLS), min(north, 90 * INDEX_CELLS) + 1):
                for column in range(max(west, -180 * INDEX_CELLS), min(east, 180 * INDEX_CELLS) + 1):
                    self.index.setdefault((column, row), []).append((block, tuple(side * BOX_UNIT for side in box)))

    def at(self, lon, lat):
        """Returns the ZIP that contains a place, or None."""
        found = None
        for block, (west, south, east, north) in self.index.get((floor(lon * INDEX_CELLS), floor(lat * INDEX_CELLS)), ()):
            if not (west <= lon <= east and south <= lat <= north):
                continue
            for number in self.outlines.members[block]:
                if number >= self.count or (found is not None and number > found):
                    break
                if self.outlines.outline(number).contains(lon, lat):
                    found = number
        return None if found is None else f"{self.codes[found]:05d}"


class Reader:
    """A data folder, opened."""

    def __init__(self, path):
        folder = DataFolder(path)

        def only(kind, needed):
            entries = folder.entries(kind)
            if not entries and needed:
                raise BundleError(f"{path} has no bundle of the kind {kind}.", "bundle_missing")
            return folder.open(entries[0]) if entries else None

        self.geography = Geography(only("geography", True))
        self.dimensions = [Dimension(folder.open(entry), self.geography) for entry in folder.entries("dimension")]
        districts, areas = only("districts", False), only("areas", False)
        self.districts = districts and Districts(districts)
        self.zips = areas and Zips(areas)

    def scores(self, lat, lon):
        """Returns the scores at a place by dimension, 0 to 255; 0 means no data."""
        zone = self.geography.zone(lon, lat)
        if zone == 0:
            return {dimension.id: 0 for dimension in self.dimensions}
        group = self.geography.block_group(zone, lon, lat)
        return {dimension.id: dimension.score(lon, lat, group) for dimension in self.dimensions}

    def district_numbers(self, lat, lon):
        return self.districts.at(lon, lat) if self.districts else []

    def zip(self, lat, lon):
        return self.zips and self.zips.at(lon, lat)


def place_of(words):
    try:
        lat, lon = map(float, words)
    except ValueError:
        raise SystemExit(f"reader.py: {','.join(words)!r} is not a place, expected a latitude and a longitude.") from None
    if not (abs(lat) <= 90 and abs(lon) <= 180):
        raise SystemExit(f"reader.py: {lat}, {lon} is not on the globe, expected degrees.")
    return lat, lon


def print_place(reader, lat, lon):
    districts = [reader.districts.describe(number) for number in reader.district_numbers(lat, lon)]
    print(json.dumps({"scores": reader.scores(lat, lon), "districts": districts, "zip": reader.zip(lat, lon)}, indent=2))


def print_places(reader, file):
    """Prints a row for each line of a file: the scores, the districts separated by spaces, and the ZIP.

    The scores are empty for a place in a state that the folder was copied without.
    """
    print(",".join([*(dimension.id for dimension in reader.dimensions), "districts", "zip"]))
    for line in file:
        if not line.strip():
            continue
        lat, lon = place_of(line.split(","))
        try:
            scores = reader.scores(lat, lon).values()
        except NotLoaded:
            scores = [""] * len(reader.dimensions)
        districts = [f"{reader.districts.geoids[number]:07d}" for number in reader.district_numbers(lat, lon)]
        print(*scores, " ".join(districts), reader.zip(lat, lon) or "", sep=",")


def check(path):
    """Prints whether a bundle, or a data folder with all its bundles, can be read."""
    try:
        if os.path.isdir(path):
            folder = DataFolder(path)
            for entry in folder.manifest["bundles"]:
                folder.open(entry).decode()
        else:
            with open(path, "rb") as file:
                Bundle(file.read(), os.path.basename(path)).decode()
        print(f"{path}: ok")
    except BundleError as error:
        print(f"{path}: {error.code}: {error}")


def main(arguments):
    if arguments[:1] == ["--check"] and len(arguments) > 1:
        for path in arguments[1:]:
            check(path)
        return
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    try:
        reader = Reader(arguments[0])
        if arguments[1] == "--places":
            with open(arguments[2], encoding="ascii") as file:
                print_places(reader, file)
        else:
            print_place(reader, *place_of(arguments[1:]))
    except (BundleError, NotLoaded) as error:
        raise SystemExit(f"reader.py: {error} ({error.code})") from None
    except OSError as error:
        raise SystemExit(f"reader.py: {error}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
