"""Rasters in pages, as "Paged raster" in docs/reference/bundle-format.md describes them."""

from array import array
from math import floor

from bundle import is_map, is_whole

TILE_SECONDS = 1920
TILE_COLUMNS = 676
PAGE = 16
FULL = 4
PAYLOAD = (1 << 29) - 1

DESCRIPTION = {
    "step": lambda value: isinstance(value, (int, float)) and 1 <= value <= 120 and 120 % value == 0,
    "x": is_whole,
    "y": is_whole,
    "width": is_whole,
    "height": is_whole,
    "wide": lambda value: isinstance(value, bool),
}


class Tile:
    """The pages of one tile, of which a cell is decoded when it is requested."""

    def __init__(self, raster, numbers, pages, cells):
        self.cells = cells
        self.numbers = numbers
        wide = raster.wide
        refuse = raster.refuse
        counts = [0] * 8
        for page in pages:
            if page & PAYLOAD == 0:
                counts[page >> 29] += 1
        last_kind = 4 if wide else 3
        if any(counts[5:]):
            refuse("a page of an unknown kind")
        full_bytes = 0 if wide else 256 * counts[FULL]
        next_bits = [0] * 5
        palettes = full_bytes
        for kind in range(1, last_kind + 1):
            next_bits[kind] = palettes
            palettes += counts[kind] * (16 << kind)
        value_bytes = 2 if wide else 1
        palette_bytes = [value_bytes << (1 << (kind - 1)) if kind else 0 for kind in range(5)]
        end = palettes + sum(counts[kind] * palette_bytes[kind] for kind in range(1, last_kind + 1))
        if len(cells) != end + -end % 4:
            refuse(f"a tile of {len(cells)} bytes of cells, expected {end}")

        # Of each page: its kind, and its value or where its bits or bytes and its palette are.
        self.kinds = bytearray(len(pages))
        self.bits = array("I", bytes(4 * len(pages)))
        self.palettes = array("I", bytes(4 * len(pages)))
        known = {}
        next_full = next_record = 0
        for i, page in enumerate(pages):
            kind = page >> 29
            back = page & PAYLOAD
            self.kinds[i] = kind
            if kind == 0:
                if back > (65535 if wide else 255):
                    refuse(f"a page of value {back}")
                self.bits[i] = back
            elif kind == FULL and not wide:
                if back > next_full or back % 256:
                    refuse(f"a full page whose bytes are {back} bytes back")
                self.bits[i] = next_full - back
                if back == 0:
                    next_full += 256
            elif kind > last_kind:
                refuse(f"a page of kind {kind}")
            elif back:
                record = known.get(next_record - back)
                if record is None or record[0] != kind:
                    refuse(f"a page whose record is {back} bytes back, where none of its kind begins")
                self.bits[i], self.palettes[i] = record[1:]
            else:
                self.bits[i], self.palettes[i] = next_bits[kind], palettes
                known[next_record] = (kind, next_bits[kind], palettes)
                next_bits[kind] += 16 << kind
                palettes += palette_bytes[kind]
                next_record += (16 << kind) + palette_bytes[kind]


class Raster:
    """A raster of a bundle."""

    def __init__(self, bundle, name, description):
        self.bundle = bundle
        self.name = name
        if not is_map(description, DESCRIPTION):
            bundle.refuse(f"describes its raster '{name}' in another way than the specification")
        self.per_degree = 3600 / description["step"]
        self.x, self.y = description["x"], description["y"]
        self.width, self.height = description["width"], description["height"]
        self.wide = description["wide"]
        self.present = bundle.section(f"{name}.blocks", "u8")
        if len(self.present) != self.width * self.height:
            self.refuse(f"a directory of {len(self.present)} blocks, expected {self.width} × {self.height}")
        self.pages_across = round(TILE_SECONDS / (description["step"] * PAGE))
        self.tile_numbers = {tile: number for number, tile in enumerate(bundle.section("tiles.at", "u32"))}
        self.tiles = {}

    def refuse(self, problem):
        self.bundle.refuse(f"has a broken raster '{self.name}': {problem}")

    def tile(self, column, row):
        """Returns the tile that contains a page, or None."""
        across = self.pages_across
        at = row // across * TILE_COLUMNS + column // across
        if at not in self.tiles:
            number = self.tile_numbers.get(at)
            self.tiles[at] = None if number is None else self.decoded(at, number)
        return self.tiles[at]

    def decoded(self, at, number):
        pages = self.bundle.part(f"{self.name}.pages", "u32", number)
        if not pages:
            return None
        cells = self.bundle.part(f"{self.name}.cells", "u8", number).tobytes()
        across = self.pages_across
        west, south = at % TILE_COLUMNS * across, at // TILE_COLUMNS * across
        columns = range(max(west, self.x * PAGE), min(west + across, (self.x + self.width) * PAGE))
        rows = range(max(south, self.y * PAGE), min(south + across, (self.y + self.height) * PAGE))
        # Number of each page of the tile by its place in it.
        numbers = array("i", [-1]) * (across * across)
        count = 0
        for row in rows:
            line = (row // PAGE - self.y) * self.width - self.x
            for column in columns:
                if self.present[line + column // PAGE]:
                    numbers[(row - south) * across + column - west] = count
                    count += 1
        if count != len(pages):
            self.refuse(f"a tile of {len(pages)} pages, expected {count}")
        return Tile(self, numbers, pages, cells)

    def cell(self, column, row):
        """Returns the value of a cell."""
        if column < 0 or row < 0:
            return 0
        tile = self.tile(column >> 4, row >> 4)
        if tile is None:
            return 0
        across = self.pages_across
        page = tile.numbers[(row >> 4) % across * across + (column >> 4) % across]
        return 0 if page < 0 else self.page_cell(tile, page, column & 15, row & 15)

    def page_cell(self, tile, page, column, row):
        kind = tile.kinds[page]
        at = tile.bits[page]
        if kind == 0:
            return at
        cells = tile.cells
        if kind == FULL and not self.wide:
            # A byte is stored less its neighbors, so a cell is the sum of those to the south-west of it.
            return sum(sum(cells[line : line + column + 1]) for line in range(at, at + 16 * row + 1, 16)) & 255
        width = 1 << (kind - 1)
        bit = column * width
        if self.wide:
            byte = cells[at + row * 2 * width + (bit >> 3)]
        else:
            byte = cells[at + (bit >> 3) * PAGE + row]
        slot = byte >> (bit & 7) & ((1 << width) - 1)
        palette = tile.palettes[page]
        if self.wide:
            return cells[palette + 2 * slot] | cells[palette + 2 * slot + 1] << 8
        return cells[palette + slot]

    def at(self, lon, lat):
        """Returns the value of the cell that contains a place."""
        return self.cell(*self.cell_of(lon, lat))

    def cell_of(self, lon, lat):
        return floor((lon + 180) * self.per_degree), floor((lat + 90) * self.per_degree)

    def interpolated(self, lon, lat):
        """Returns the weighted mean of the four nearest cells of a byte raster, rounded."""
        x = (lon + 180) * self.per_degree - 0.5
        y = (lat + 90) * self.per_degree - 0.5
        column, row = floor(x), floor(y)
        east, north = floor(1024 * (x - column)), floor(1024 * (y - row))
        if column & 15 != 15 and row & 15 != 15 and column >= 0 and row >= 0:
            cells = self.square(column, row)
        else:
            cells = [self.cell(column + dx, row + dy) for dy in (0, 1) for dx in (0, 1)]
        if cells[2 * (north >= 512) + (east >= 512)] == 0:
            return 0
        weights = (
            (1024 - east) * (1024 - north),
            east * (1024 - north),
            (1024 - east) * north,
            east * north,
        )
        sum = total = 0
        for cell, weight in zip(cells, weights):
            if cell:
                sum += cell * weight
                total += weight
        return (2 * sum + total) // (2 * total)

    def square(self, column, row):
        """Returns a cell and those to the east, north and north-east of it, all of which are on one page."""
        tile = self.tile(column >> 4, row >> 4)
        if tile is None:
            return (0, 0, 0, 0)
        across = self.pages_across
        page = tile.numbers[(row >> 4) % across * across + (column >> 4) % across]
        if page < 0:
            return (0, 0, 0, 0)
        x, y = column & 15, row & 15
        kind = tile.kinds[page]
        at = tile.bits[page]
        if kind == 0:
            return (at,) * 4
        if kind != FULL:
            return [self.page_cell(tile, page, x + dx, y + dy) for dy in (0, 1) for dx in (0, 1)]
        cells = tile.cells
        above = at + 16 * (y + 1)
        own = sum(sum(cells[line : line + x + 1]) for line in range(at, above, 16))
        right = own + sum(cells[at + x + 1 : above : 16])
        north = own + sum(cells[above : above + x + 1])
        corner = north + right - own + cells[above + x + 1]
        return own & 255, right & 255, north & 255, corner & 255
