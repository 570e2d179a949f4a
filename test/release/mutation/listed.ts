import type { Mutant } from './operators.ts'

/** A change that no test can notice. */
interface Listed {
  readonly file: string
  /** Line before the change. */
  readonly before: string
  readonly operator: string
  /**
   * Text that replaces the changed part, if the line has several changes of this kind and tests notice some of them.
   */
  readonly replacement?: string
  readonly reason: string
}

export const listed: readonly Listed[] = [
  {
    file: 'src/data/bundle/write.ts',
    before: 'const mem = raw.length < MIN_LARGE_SECTION ? 4 : 12',
    operator: 'condition',
    reason: 'Either amount of memory makes a stream with the same content; only the time to write it differs.',
  },
  {
    file: 'src/data/bundle/write.ts',
    before: 'const mem = raw.length < MIN_LARGE_SECTION ? 4 : 12',
    operator: 'number',
    reason: 'Another amount of memory makes a stream with the same content.',
  },
  {
    file: 'src/data/bundle/bytes.ts',
    before: 'const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))',
    operator: '* to /',
    reason: 'The array grows in smaller steps. What it holds stays the same.',
  },
  {
    file: 'src/data/bundle/bytes.ts',
    before: 'const larger = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))',
    operator: 'number',
    reason: 'The array grows in larger steps. What it holds stays the same.',
  },
  {
    file: 'src/data/bundle/bytes.ts',
    before: 'constructor(bytes = 1024) {',
    operator: 'number',
    reason: 'The array begins with a byte more. What it holds stays the same.',
  },
  {
    file: 'src/data/bundle/bytes.ts',
    before: 'if (wanted <= this.#bytes.length) return',
    operator: '<= to <',
    reason: 'The array grows one byte earlier. What it holds stays the same.',
  },
  {
    file: 'src/data/bundle/check-shape.ts',
    before:
      'return Object.assign<Shape<T>, { isOptional: true }>((value, path) => shape(value, path), { isOptional: true })',
    operator: 'true',
    reason: 'Only the presence of the mark is read.',
  },
  {
    file: 'src/data/raster/build.ts',
    before: '#slots = new Uint32Array(1 << 12)',
    operator: 'number',
    reason: 'The table begins with more room; what it finds stays the same.',
  },
  {
    file: 'src/data/raster/build.ts',
    before: 'if (++this.#records * 4 > this.#slots.length) this.#widen()',
    operator: 'number',
    reason: 'The table grows earlier; what it finds stays the same.',
  },
  {
    file: 'src/data/raster/build.ts',
    before: '#records = 0',
    operator: 'number',
    reason: 'The table of records grows one record earlier or later; what it finds stays the same.',
  },
  {
    file: 'src/data/raster/in-bundle.ts',
    before:
      'const longest = cellStarts.reduce((most, start, i) => Math.max(most, start - (cellStarts[i - 1] ?? 0)), 0)',
    operator: 'number',
    reason: 'The first start is 0, and the array that is made from the length has an element more than it needs.',
  },
  {
    file: 'src/data/raster/in-bundle.ts',
    before: 'if (places.length === 0) places.push(0) // at least one block, so that the header lists the sections',
    operator: 'number',
    reason: 'Any tile will do for the block, because none of them has a value.',
  },
  {
    file: 'src/data/raster/page-around.ts',
    before: 'for (let row = 0, to = at; row < 16; row++, to += stride)',
    operator: '< to <=',
    reason: 'The cells of the page to the north are written over the row after the last.',
  },
  {
    file: 'src/data/raster/page-around.ts',
    before: 'const isSame = (neighbor: number) => (neighbor < 0 ? 0 : pages[neighbor]) === value',
    operator: 'number',
    reason: 'A shortcut: the cells of a page that does not exist, which are compared next, are 0 too.',
  },
  {
    file: 'src/data/raster/paged-raster.ts',
    before: 'const highest = [meta.wide ? 65535 : 255, 0, 0, 0, 0, -1, -1, -1]',
    operator: 'number',
    replacement: '(1 + 1)',
    reason: 'Negative either way, so that every payload is refused.',
  },
  {
    file: 'src/data/raster/stored-tile.ts',
    before: 'for (let at = 0; at < words.length; at += fullBytes / 4)',
    operator: '< to <=',
    reason: 'The page after the last is outside the array, where writing has no effect.',
  },
  {
    file: 'src/data/raster/paged-raster.ts',
    before: 'for (let i = 0; i < pages.length; i++) {',
    operator: '< to <=',
    reason: 'The bit of a page after the last is outside the array, where writing has no effect.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'for (let quarter = 1; quarter < starts.length; quarter++) starts[quarter] += starts[quarter - 1]',
    operator: '< to <=',
    reason: 'The element after the last is outside the array, where writing has no effect.',
  },
  {
    file: 'src/base/open-water.ts',
    before: 'if (part > 1 || part >= least) continue',
    operator: '> to >=',
    reason: 'Only a place exactly on the border of a bay differs.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const quarter = block === 0 ? outside : ((block - 1) << 2) | ((qy & 1) << 1) | (qx & 1)',
    operator: '<< to >>',
    reason: 'Places are only read in another order. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const quarterCells = 1 << (blockBits - 1)',
    operator: '<< to >>',
    reason: 'Places are only read in another order. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'for (let i = count & ~3; i < count; i++) {',
    operator: '< to <=',
    reason: 'The ends after the last are outside the array, or written again with the next points.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'const words = lat.length >> 2',
    operator: 'number',
    reason: 'A shortcut: the loop over single bytes does what the loop over words leaves.',
  },
  {
    file: 'src/answers/scores/nearest-other.ts',
    before: 'for (let ring = 1; (ring - 1) * cell * PLANE < best; ring++)',
    operator: '< to <=',
    reason: 'Cells of one more ring are farther than the best.',
  },
  {
    file: 'src/answers/scores/scored-data.ts',
    before: 'spot.blockGroup = -1',
    operator: 'number',
    reason: 'Any negative number means that the block group is not known.',
  },
  {
    file: 'src/answers/scores/scored-data.ts',
    before: 'spot.blockGroup = spot.zone === 0 ? 0 : this.#geography.blockGroupIn(spot.zone, spot.lon, spot.lat)',
    operator: 'number',
    reason: 'Outside the coverage nothing reads the block group.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'count: 0,',
    operator: 'number',
    reason: 'The count is set before each batch.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (changes < count / 8) return null',
    operator: 'number',
    reason: 'Places are only read in another order. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'for (let i = 0; i < lat.length; i++) {',
    operator: '< to <=',
    reason: 'The coordinate after the last is undefined, which is skipped.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'for (let w = 0; w < count; w++) {',
    operator: '< to <=',
    reason: 'The words after the last are outside the array, or written again with the next points.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const quarterCells = 1 << (blockBits - 1)',
    operator: '- to +',
    reason: 'Places are only read in another order. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (length < count || BYTES_PER_ELEMENT !== bytes)',
    operator: '< to <=',
    reason: 'The column is made anew although it has room. Only the time differs.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'for (let w = 0; w < words; w++) {',
    operator: '< to <=',
    reason: 'The word after the last is outside the arrays, where writing has no effect.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'if (places === null && inside[i] === 1) continue',
    operator: 'jump',
    reason: 'A shortcut: what follows finds the same status from the coordinate.',
  },
  {
    file: 'src/base/open-water.ts',
    before: 'if (Math.abs(lat - atLat) * KM_PER_DEGREE > km) continue',
    operator: 'jump',
    reason: 'A shortcut: the distance that is measured next leaves out the same bays.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const by = (qy >> 1) - y',
    operator: 'number',
    reason: 'Places are only read in another order. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/compare.ts',
    before: 'return (radius ?? 0) > EXACT',
    operator: 'number',
    reason: 'A radius of 1 m is as exact as none.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before:
      'if (!this.#scratch || this.#scratch.key.length < count) this.#scratch = newScratch(outside, roomFor(count))',
    operator: '< to <=',
    reason: 'The columns are made anew although they have room. Only the time differs.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'previous = quarter >> 2',
    operator: 'statement',
    reason: 'Only decides whether places are read in order of their area. Their scores are written back by index.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const areMost = surfaces.length > 2 && surfaces.length * 2 > lattice.rasters.length',
    operator: '> to >=',
    reason: 'Surfaces have the same values read together or one by one. Only the time differs.',
  },
  {
    file: 'src/answers/scores/nearest-other.ts',
    before: 'visit(column + i, row - ring)',
    operator: '+ to -',
    reason: 'Reads a row of cells from its other end.',
  },
  {
    file: 'src/answers/scores/scored-data.ts',
    before: "if (typeof point?.lat === 'number' && typeof point.lon === 'number') {",
    operator: '=== to !==',
    reason: 'A shortcut: what follows reads the same coordinates, but allocates an object.',
  },
  {
    file: 'src/answers/scores/compare.ts',
    before: 'return p10 === null || p90 === null ? null : [p10, p90]',
    operator: '|| to &&',
    reason: 'Both are null or neither is.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-scanner.ts',
    before: 'ends[row] = at > start && bytes[at - 1] === RETURN ? at - 1 : at',
    operator: '> to >=',
    reason: 'The byte before an empty row is a line feed.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-writer.ts',
    before: 'if (code > 0x7f || code === QUOTE || code === delimiter || code === LINE_FEED || code === RETURN)',
    operator: 'condition',
    reason: 'A shortcut: the function for other texts also adds quotes only where they are needed.',
  },
  {
    file: 'src/faces/batch/formats/parquet/column-writers.ts',
    before:
      "const most = values.reduce((sum, value) => sum + 4 + value.length * (typeof value === 'string' ? 3 : 1), 0)",
    operator: 'number',
    reason: 'Room for more bytes. What is written stays the same.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-scanner.ts',
    before: 'makeRoom(points, 0)',
    operator: 'number',
    reason: 'The number of points is set again at the end of the scan.',
  },
  {
    file: 'src/faces/batch/formats/ndjson/ndjson.ts',
    before: 'const points = newPoints(0)',
    operator: 'number',
    reason: 'Room for a point more or less; the columns grow to what a chunk needs.',
  },
  {
    file: 'src/faces/batch/formats/parquet/column-writers.ts',
    before: '#size = 0',
    operator: 'number',
    reason: 'The dictionary of a column may be one byte smaller before texts are written in plain encoding.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-writer.ts',
    before: 'const lastWord = bytes.length - 4',
    operator: 'number',
    reason: 'A row at the end of a chunk is copied by the engine instead of word by word.',
  },
  {
    file: 'src/faces/batch/formats/ndjson/ndjson.ts',
    before: 'for (let first = 0; first < ends.length; first += most) {',
    operator: '< to <=',
    reason: 'A round without lines, which writes nothing.',
  },
  {
    file: 'src/faces/batch/formats/parquet/parquet.ts',
    before: 'let before = 0',
    operator: 'number',
    reason: 'Threads get other row groups only if a single row decides. The answers do not depend on who has which.',
  },
  {
    file: 'src/faces/batch/formats/text.ts',
    before: "if (from !== undefined && input.path !== '-') {",
    operator: 'condition',
    reason: 'A run that goes on would read its input from the start and pass over what it has answered.',
  },
  {
    file: 'src/faces/batch/formats/text.ts',
    before: 'for (let size = HEAD; ; size = Math.min(size * 2, LONGEST_RECORD + 1)) {',
    operator: 'number',
    reason: 'The beginning is read in other steps. Where it ends depends on its records.',
  },
  {
    file: 'src/faces/batch/formats/parquet/snappy.ts',
    before: 'out[written++] = remaining < 128 ? remaining : (remaining & 127) | 128',
    operator: '< to <=',
    reason: 'The byte for 128 is 128 either way, because its seven lowest bits are 0.',
  },
  {
    file: 'src/data/raster/interleaved-pages.ts',
    before: 'const rasterOf = new Uint8Array(256 * 8)',
    operator: 'number',
    reason: 'The table has elements that nothing reads.',
  },
  {
    file: 'src/data/raster/interleaved-pages.ts',
    before: 'if (constant >= 0) continue',
    operator: 'jump',
    reason: 'A constant raster is then copied cell by cell, with the same values.',
  },
  {
    file: 'src/data/raster/page-around.ts',
    before: 'if (!isSame(east)) for (let i = 0; i < 256; i += 16) if (raster.valueOn(east, i) !== value) return -1',
    operator: 'number',
    replacement: '(256 + 1)',
    reason: 'A page that is not recognized as constant is copied cell by cell, with the same values.',
  },
  {
    file: 'src/data/raster/page-around.ts',
    before: 'if (value < least) least = value',
    operator: '< to <=',
    reason: 'An equal value is the least one as well.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-writer.ts',
    before: 'for (let i = 0; i < text.length; i++) {',
    operator: '< to <=',
    reason: 'The byte after the text is overwritten by what follows.',
  },
  {
    file: 'src/data/raster/stored-tile.ts',
    before:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of source
      'if (cells.length !== length + (-length & 3)) refuse(`has ${cells.length} bytes of cells, expected ${length}`)',
    operator: 'without -',
    reason: 'Records have an even number of bytes, for which both sums are the same.',
  },
  {
    file: 'src/base/parameters/check-place.ts',
    before: 'if (options.length === 0 && similarFields.size < MAX_CACHED_NAMES) similarFields.set(name, similar)',
    operator: 'statement',
    reason: 'Without the cached result, the same one is computed again.',
  },
  {
    file: 'src/base/parameters/check-place.ts',
    before: "if (name === 'lat' || name === 'lon' || name === 'radius') continue",
    operator: '|| to &&',
    reason: 'A coordinate is then compared with itself. Only the time differs.',
  },
  {
    file: 'src/faces/batch/formats/csv/row-scanner.ts',
    before: 'const ADDRESS = 4',
    operator: 'number',
    reason: 'Any number above the other roles serves.',
  },
  {
    file: 'src/faces/batch/formats/ndjson/fields.ts',
    before: "return text[first] === '{' && text[last] === '}'",
    operator: '&& to ||',
    reason: 'JSON.parse then refuses a text with one of the two. Only the time differs.',
  },
  {
    file: 'src/faces/batch/formats/parquet/snappy.ts',
    before: 'const out = new Uint8Array(32 + length + Math.ceil(length / 6))',
    operator: '/ to *',
    reason: 'The array is longer than needed. What is returned of it stays the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const chunkSize = 1 << 20',
    operator: 'number',
    reason: 'More places are ordered at once. Only the memory and the time differ.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const bx = (qx >> 1) - x',
    operator: '>> to <<',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const bx = (qx >> 1) - x',
    operator: '- to +',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const by = (qy >> 1) - y',
    operator: '>> to <<',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const by = (qy >> 1) - y',
    operator: '- to +',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (quarter >> 2 !== previous) changes++',
    operator: 'count by --',
    reason:
      'Places that are in order already are ordered again, or places stay out of order. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (quarter >> 2 !== previous) changes++',
    operator: '!== to ===',
    reason:
      'Places that are in order already are ordered again, or places stay out of order. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (changes < count / 8) return null',
    operator: 'condition',
    reason:
      'Places that are in order already are ordered again, or places stay out of order. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before:
      'return surfaces.length === 0 ? null : { lattice, interleaved: areMost ? lattice.interleaved : null, surfaces }',
    operator: 'condition',
    replacement: '!(areMost)',
    reason: 'Surfaces are read one by one or together. Only the time differs.',
  },
  {
    file: 'src/base/open-water.ts',
    before: 'if (Math.abs(lat - atLat) * KM_PER_DEGREE > km) continue',
    operator: '* to /',
    reason: 'A shortcut that skips no bay: the distance is compared next.',
  },
  {
    file: 'src/base/open-water.ts',
    before: "['San Diego Bay', 32.66, -117.15, 11],",
    operator: 'number',
    replacement: '(11 + 1)',
    reason: 'The circle only has to reach across the water. A kilometer more contains no other land.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const bx = (qx >> 1) - x',
    operator: 'number',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'const by = (qy >> 1) - y',
    operator: 'number',
    reason: 'The order in which places are read changes. Their scores stay the same.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before: 'if (alone.length > 1) {',
    operator: 'number',
    reason: 'Lanes are written one by one or four at once. Only the time differs.',
  },
  {
    file: 'src/answers/scores/column-scorer.ts',
    before:
      'if (alone.length < 2 || !alone.includes(surface)) takeLane(rows, surface.lane, count, columns[surface.column])',
    operator: 'number',
    reason: 'A lane that was written is written again with the same scores.',
  },
  {
    file: 'src/answers/scores/column-functions.ts',
    before: 'for (let i = 0; i < status.length; i++) {',
    operator: '< to <=',
    reason: 'The element after the last is outside the array, where writing has no effect.',
  },
]

/** Returns the reason why no test can notice a change; null if one should. */
export function getReason(mutant: Mutant & { readonly file: string; readonly before: string }): string | null {
  const is = ({ file, before, operator, replacement = mutant.replacement }: Listed) =>
    file === mutant.file &&
    before === mutant.before &&
    operator === mutant.operator &&
    replacement === mutant.replacement
  return listed.find(is)?.reason ?? null
}
