"""Reads bundles, the files of a vicinage data folder, as docs/reference/bundle-format.md describes them.

Nothing of a file is trusted: every length is checked before it is used.
"""

import array
import hashlib
import json
import os
import re
import struct
import sys
import zlib

MAGIC = b"vicinage"
VERSION = 2
PREAMBLE_BYTES = 24
DIGEST_BYTES = 32
SMALLEST_FILE = PREAMBLE_BYTES + DIGEST_BYTES
LARGEST_HEADER = 1 << 20
LARGEST_DECODED = 1 << 30
SMALLEST_DECODED_LIMIT = 1 << 25
DECODED_PER_BYTE = 16
LARGEST_BLOCK_COUNT = 65536
DEEPEST_NESTING = 16
HIGHEST_RATIO = 1032
LONGEST_NUMBER = 5
LARGEST_INTEGER = 2**53 - 1
DEFLATE_END = b"\x03\x00"

# Code for `array` and bytes of an element, by the type names of the format.
TYPES = {"u8": ("B", 1), "u16": ("H", 2), "u32": ("I", 4), "i32": ("i", 4), "f32": ("f", 4), "f64": ("d", 8)}
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,63}")
FILE_NAME = re.compile(r"[a-z0-9-]+\.bundle")

# Numbers of msgpack with a fixed size.
NUMBERS = {
    0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip


class BundleError(Exception):
    """A file that cannot be read. `code` is the one that the JavaScript library gives."""

    def __init__(self, message, code="bundle_damaged"):
        super().__init__(message)
        self.code = code


class Header:
    """Decodes the msgpack header of a bundle. The length of everything is checked before it is built."""

    def __init__(self, data, file):
        self.data = data
        self.file = file
        self.at = 0

    def decode(self):
        value = self.value(0)
        if self.at != len(self.data):
            self.refuse(f"{len(self.data) - self.at} bytes after its end")
        return value

    def refuse(self, problem):
        raise BundleError(f"{self.file} has a header with {problem}.")

    def take(self, count):
        if count > len(self.data) - self.at:
            self.refuse(f"{count} bytes declared at byte {self.at}, where {len(self.data) - self.at} are left")
        taken = self.data[self.at : self.at + count]
        self.at += count
        return taken

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def value(self, depth):
        if depth > DEEPEST_NESTING:
            self.refuse(f"values nested deeper than {DEEPEST_NESTING}")
        code = self.take(1)[0]
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 256
        if code < 0x90:
            return self.map(code & 15, depth)
        if code < 0xA0:
            return self.list(code & 15, depth)
        if code < 0xC0:
            return self.text(code & 31)
        if code == 0xC0:
            return None
        if code in (0xC2, 0xC3):
            return code == 0xC3
        if code in NUMBERS:
            number = self.number(NUMBERS[code])
            if isinstance(number, int) and abs(number) > LARGEST_INTEGER:
                self.refuse(f"the integer {number}, too large")
            return number
        if code in (0xD9, 0xDA, 0xDB):
            return self.text(self.number({0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}[code]))
        if code in (0xDC, 0xDD):
            return self.list(self.number(">H" if code == 0xDC else ">I"), depth)
        if code in (0xDE, 0xDF):
            return self.map(self.number(">H" if code == 0xDE else ">I"), depth)
        return self.refuse(f"a value of type 0x{code:02x}, expected a plain one")

    def text(self, length):
        return self.take(length).decode(errors="replace")

    def list(self, length, depth):
        if length > len(self.data) - self.at:
            self.refuse(f"an array of {length} values in {len(self.data) - self.at} bytes")
        return [self.value(depth + 1) for _ in range(length)]

    def map(self, length, depth):
        if 2 * length > len(self.data) - self.at:
            self.refuse(f"a map of {length} pairs in {len(self.data) - self.at} bytes")
        made = {}
        for _ in range(length):
            key = self.value(depth + 1)
            if not isinstance(key, str):
                self.refuse("a key that is not a string")
            made[key] = self.value(depth + 1)
        return made


def is_whole(value, most=LARGEST_INTEGER):
    # A whole number may be stored as a float.
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value <= most and value == int(value)


def is_name(value):
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def is_text(value):
    return isinstance(value, str) and value != ""


def is_plain(value):
    """Whether a value of `meta` is JSON: no NaN and no infinity."""
    if isinstance(value, dict):
        return all(is_plain(one) for one in value.values())
    if isinstance(value, list):
        return all(is_plain(one) for one in value)
    return not isinstance(value, float) or abs(value) <= sys.float_info.max


def is_list(value, check):
    return isinstance(value, list) and all(check(one) for one in value)


def is_map(value, fields, optional=()):
    """Whether a value has these fields, each of its type, and no others but the optional ones."""
    if not isinstance(value, dict) or any(name not in fields for name in value):
        return False
    return all(check(value[name]) if name in value else name in optional for name, check in fields.items())


def is_type(value):
    return isinstance(value, str) and value in TYPES


PART = {"name": is_name, "type": is_type, "length": is_whole}
SECTION = {**PART, "codec": lambda value: value in ("none", "deflate-raw"), "bytes": is_whole}
BLOCKS = {
    "name": is_name,
    "count": lambda value: is_whole(value, LARGEST_BLOCK_COUNT),
    "sections": lambda value: is_list(value, lambda one: is_map(one, PART)) and value != [],
}
SOURCE = {"id": is_text, "agency": is_text, "title": is_text, "vintage": is_text, "licence": is_text, "address": is_text}
HEADER = {
    "kind": is_name,
    "id": is_name,
    "meta": lambda value: isinstance(value, dict) and is_plain(value),
    "sources": lambda value: is_list(value, lambda one: is_map(one, SOURCE, ("address",))),
    "sections": lambda value: is_list(value, lambda one: is_map(one, SECTION)),
    "blocks": lambda value: is_list(value, lambda one: is_map(one, BLOCKS)),
}


def read_varint(data, at, refuse):
    """Returns a number of 7 bits per byte, low ones first, and the offset behind it."""
    value = shift = 0
    while True:
        if at >= len(data) or shift >= 7 * LONGEST_NUMBER:
            refuse("a number that does not end")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def inflate(stream, size, refuse):
    """Inflates a raw deflate stream that has to give exactly `size` bytes and to end with `stream`."""
    inflater = zlib.decompressobj(-15)
    try:
        # Stops one byte after the expected end.
        decoded = inflater.decompress(stream, size + 1)
    except zlib.error as error:
        refuse(f"cannot be inflated ({error})")
    if len(decoded) != size or not inflater.eof or inflater.unused_data:
        refuse(f"does not inflate to {size} bytes")
    return decoded


def elements_of(data, type):
    made = array.array(TYPES[type][0])
    made.frombytes(data)
    if sys.byteorder == "big":
        made.byteswap()
    return made


class Bundle:
    """A bundle in memory. Opening it makes every check but those of inflating, which the first use of a section makes."""

    def __init__(self, data, file):
        self.file = file
        self.data = data
        self.head_check(data)
        self.decoded = {}

    def refuse(self, problem):
        raise BundleError(f"{self.file} {problem}.")

    def head_check(self, data):
        """Makes the checks in the order of the specification."""
        size = len(data)
        if size < SMALLEST_FILE:
            self.refuse(f"is {size} bytes long, expected at least {SMALLEST_FILE}")
        if data[:8] != MAGIC:
            self.refuse("does not start like a bundle")
        version, header_bytes, total = struct.unpack_from("<IIQ", data, 8)
        if version != VERSION:
            age = "a newer vicinage wrote it" if version > VERSION else "the data are older than this reader"
            self.refuse(f"has format version {version}, expected {VERSION}: {age}")
        if total != size:
            self.refuse(f"is {size} bytes long, expected {total} as its header declares")
        if header_bytes > min(LARGEST_HEADER, size - SMALLEST_FILE):
            self.refuse(f"declares a header of {header_bytes} bytes")
        at = PREAMBLE_BYTES + header_bytes
        header = Header(data[PREAMBLE_BYTES:at], self.file).decode()
        if not is_map(header, HEADER):
            self.refuse("has a header without the fields of a bundle, or with others")
        self.kind, self.id, self.meta = header["kind"], header["id"], header["meta"]
        self.sections, self.lists = header["sections"], header["blocks"]

        count = sum(list["count"] for list in self.lists)
        head_bytes = at + 4 * len(self.sections) + 8 * count + DIGEST_BYTES
        if head_bytes > size:
            self.refuse(f"has a head of {head_bytes} bytes, expected at most {size}")
        directory_end = head_bytes - DIGEST_BYTES
        digest = data[directory_end:head_bytes]
        if hashlib.sha256(data[:directory_end]).digest() != digest:
            self.refuse("has a head with another SHA-256 than it says")
        self.digest = digest.hex()
        self.place_sections(data, struct.unpack_from(f"<{len(self.sections)}I", data, at), head_bytes)
        self.place_blocks(data, struct.unpack_from(f"<{2 * count}I", data, at + 4 * len(self.sections)))

    def place_sections(self, data, checks, free):
        """Checks the sizes of all sections, and the bytes of those that are stored whole."""
        self.stored = {}
        self.parts = {}
        names = set()
        decoded = 0
        most = min(LARGEST_DECODED, SMALLEST_DECODED_LIMIT + DECODED_PER_BYTE * len(data))
        for section in self.sections:
            free += section["bytes"]
            if free > len(data):
                self.refuse(f"has a section '{section['name']}' that ends at byte {free}, expected at most {len(data)}")
            self.check_ratio(section, section["bytes"], section["codec"])
            decoded += self.claim(section, names)
            if decoded > most:
                self.refuse(f"has sections of {decoded} decoded bytes, expected at most {most}")
        for list in self.lists:
            for section in list["sections"]:
                decoded += self.claim(section, names)
                if decoded > most:
                    self.refuse(f"has sections of {decoded} decoded bytes, expected at most {most}")
        self.start = free
        free -= sum(section["bytes"] for section in self.sections)
        for section, check in zip(self.sections, checks):
            stored = data[free : free + section["bytes"]]
            free += section["bytes"]
            if zlib.crc32(stored) != check:
                self.refuse(f"has a different CRC-32 in section '{section['name']}' than its head says")
            self.stored[section["name"]] = (section, stored)

    def claim(self, section, names):
        if section["name"] in names:
            self.refuse(f"has the section '{section['name']}' twice")
        names.add(section["name"])
        return section["length"] * TYPES[section["type"]][1]

    def check_ratio(self, section, stored, codec):
        size = section["length"] * TYPES[section["type"]][1]
        if codec == "none" and size != stored:
            self.refuse(f"has {stored} bytes in section '{section['name']}', expected {size}")
        if size > HIGHEST_RATIO * stored + 64:
            self.refuse(f"declares {size} bytes in section '{section['name']}', too many for {stored} stored ones")

    def place_blocks(self, data, directory):
        """Checks the bytes of all blocks and divides them into their parts."""
        free = self.start
        entry = 0
        placed = []
        for list in self.lists:
            first = free
            for _ in range(list["count"]):
                placed.append((list, free, directory[entry], directory[entry + 1]))
                free += directory[entry]
                entry += 2
            for section in list["sections"]:
                self.check_ratio(section, free - first, "deflate-raw")
        if free != len(data):
            self.refuse(f"has blocks that end at byte {free}, expected {len(data)}, the end of the file")
        for list in self.lists:
            for section in list["sections"]:
                self.parts[section["name"]] = (section, [])
        for list, at, length, check in placed:
            block = data[at : at + length]
            if zlib.crc32(block) != check:
                self.refuse(f"has a different CRC-32 in a block of '{list['name']}' than its head says")
            self.split(list, block)
        for section, parts in self.parts.values():
            elements = sum(length for length, _ in parts)
            if elements != section["length"]:
                self.refuse(f"has {elements} elements of '{section['name']}', expected {section['length']}")

    def split(self, list, block):
        def refuse(problem):
            self.refuse(f"has a block of '{list['name']}' with {problem}")

        at = 0
        sizes = []
        for _ in list["sections"]:
            size, at = read_varint(block, at, refuse)
            length, at = read_varint(block, at, refuse)
            sizes.append((size, length))
        if at + sum(size for size, _ in sizes) != len(block):
            refuse("parts that do not fill it")
        for section, (size, length) in zip(list["sections"], sizes):
            self.parts[section["name"]][1].append((length, block[at : at + size]))
            at += size

    def section(self, name, type):
        """Returns all elements of a section as an array."""
        if name not in self.decoded:
            if name in self.parts:
                section, parts = self.parts[name]
                self.check_type(section, type)
                stored, codec = b"".join(part for _, part in parts) + DEFLATE_END, "deflate-raw"
            elif name in self.stored:
                section, stored = self.stored[name]
                self.check_type(section, type)
                codec = section["codec"]
            else:
                self.refuse(f"has no section '{name}'")
            if codec == "deflate-raw":
                size = section["length"] * TYPES[type][1]
                stored = inflate(stored, size, lambda problem: self.refuse(f"has a section '{name}' that {problem}"))
            self.decoded[name] = elements_of(stored, type)
        return self.decoded[name]

    def part(self, name, type, block):
        """Returns the elements of a section that are in one block."""
        if name not in self.parts:
            self.refuse(f"has no section '{name}' in blocks")
        section, parts = self.parts[name]
        self.check_type(section, type)
        if not 0 <= block < len(parts):
            self.refuse(f"has no block {block} with a part of '{name}'")
        length, stored = parts[block]
        if length == 0:
            if stored:
                self.refuse(f"has bytes in a part of '{name}' without elements")
            return elements_of(b"", type)
        size = length * TYPES[type][1]

        def refuse(problem):
            self.refuse(f"has a part of '{name}' in block {block} that {problem}")

        if size > HIGHEST_RATIO * (len(stored) + 2) + 64:
            refuse(f"declares {size} bytes, too many for {len(stored)} stored ones")
        return elements_of(inflate(stored + DEFLATE_END, size, refuse), type)

    def check_type(self, section, type):
        if section["type"] != type:
            self.refuse(f"has a section '{section['name']}' of type {section['type']}, expected {type}")

    def has(self, name):
        return name in self.stored or name in self.parts

    def texts(self, name):
        """Returns a column of texts, from its bytes and the end of each."""
        data = self.section(f"{name}.bytes", "u8").tobytes()
        made = []
        start = 0
        for end in self.section(f"{name}.ends", "u32"):
            if not start <= end <= len(data):
                self.refuse(f"has a text of '{name}' that ends at byte {end}, expected {start} to {len(data)}")
            made.append(data[start:end].decode(errors="replace"))
            start = end
        return made

    def decode(self):
        """Decodes every section, which makes the last checks."""
        for section, _ in [*self.stored.values(), *self.parts.values()]:
            self.section(section["name"], section["type"])
        return self


def read_file(folder, file, what):
    try:
        with open(os.path.join(folder, file), "rb") as stream:
            return stream.read()
    except (FileNotFoundError, NotADirectoryError):
        raise BundleError(f"{file} is missing from {folder}{what}.", "bundle_missing") from None


class DataFolder:
    """A data folder: the bundles that its manifest lists."""

    def __init__(self, folder):
        self.folder = folder
        data = read_file(folder, "manifest.json", ": it is not a data folder")
        try:
            manifest = json.loads(data)
        except ValueError:
            raise BundleError(f"manifest.json in {folder} is not JSON.") from None
        if isinstance(manifest, dict) and manifest.get("format") == 1:
            raise BundleError(f"manifest.json in {folder} has format 1, expected 2.", "bundle_mismatched")
        entry = {"file": lambda value: isinstance(value, str) and FILE_NAME.fullmatch(value) is not None}
        for name in ("kind", "id", "sha256"):
            entry[name] = lambda value: isinstance(value, str)
        for name in ("bytes", "start", "rows"):
            entry[name] = is_whole
        entry["sources"] = lambda value: is_list(value, lambda one: isinstance(one, str))

        def is_entry(value):
            return isinstance(value, dict) and all(name in value and check(value[name]) for name, check in entry.items())

        if (
            not isinstance(manifest, dict)
            or manifest.get("format") != VERSION
            or not isinstance(manifest.get("build"), str)
            or not is_list(manifest.get("bundles"), is_entry)
        ):
            raise BundleError(f"manifest.json in {folder} lacks a field, or has one of another type.")
        self.manifest = manifest

    def entries(self, kind):
        return [entry for entry in self.manifest["bundles"] if entry["kind"] == kind]

    def open(self, entry):
        file = entry["file"]
        name = f"{file} in {self.folder}"
        path = os.path.join(self.folder, file)
        if os.path.isfile(path) and os.path.getsize(path) > entry["bytes"]:
            raise BundleError(f"{name} is longer than manifest.json says.", "bundle_mismatched")
        bundle = Bundle(read_file(self.folder, file, ", though manifest.json lists it"), name)
        if len(bundle.data) != entry["bytes"] or bundle.digest != entry["sha256"]:
            raise BundleError(f"{name} is not the file of manifest.json.", "bundle_mismatched")
        if (bundle.kind, bundle.id) != (entry["kind"], entry["id"]):
            bundle.refuse(f"contains the {bundle.kind} '{bundle.id}', expected the {entry['kind']} '{entry['id']}'")
        return bundle
