import { describe, expect, it } from 'vitest'
import { ByteReader, ByteWriter, zigzag } from '../../../src/data/bundle/bytes.ts'
import { areaPathsIn, checkOnEarth, pathsIn } from '../../../src/data/bundle/paths.ts'
import { mergedSpans } from '../../../src/data/bundle/spans.ts'
import { bundleOf } from './bundle-of.ts'

/** Returns the sections of lines whose vertices are in units of 1/100,000 degree. */
function sectionsOf(lines: [number, number][][]): Record<string, ArrayLike<number>> {
  const steps = new ByteWriter(1)
  let [lon, lat] = [0, 0]
  for (const [x, y] of lines.flat()) {
    steps.signedVarint(x - lon)
    steps.signedVarint(y - lat)
    ;[lon, lat] = [x, y]
  }
  return { 'a.vertices': Uint32Array.from(lines.map(({ length }) => length)), 'a.steps': steps.finish() }
}

describe('lines in a bundle', () => {
  const lines: [number, number][][] = [
    [
      [-9_774_310, 3_026_720],
      [-9_774_311, 3_026_722],
    ],
    [
      [18_000_000, 9_000_000],
      [-18_000_000, -9_000_000],
      [0, 0],
    ],
  ]

  it('are decoded from differences to degrees', () => {
    expect(pathsIn(bundleOf(sectionsOf(lines)), 'a', 2)).toEqual([
      [
        [-97.7431, 30.2672],
        [-97.74311, 30.26722],
      ],
      [
        [180, 90],
        [-180, -90],
        [0, 0],
      ],
    ])
  })

  it.each<[string, Record<string, ArrayLike<number>>, string]>([
    [
      'with too few vertices',
      sectionsOf([[[1, 1]]]),
      'a line of 1 vertices, expected at least 2 and at most 1, as many as the remaining bytes can hold',
    ],
    [
      'with more vertices than steps',
      { ...sectionsOf(lines), 'a.vertices': Uint32Array.of(2, 99) },
      'a line of 99 vertices, expected at least 2 and at most ',
    ],
    [
      'with steps left over',
      { ...sectionsOf(lines), 'a.vertices': Uint32Array.of(2) },
      'steps left over after the last vertex',
    ],
    [
      'east of the globe',
      sectionsOf([
        [
          [0, 0],
          [18_000_001, 0],
        ],
      ]),
      'a vertex at 180.00001, 0, expected latitude -90 to 90, longitude -180 to 180',
    ],
    [
      'south of the globe',
      sectionsOf([
        [
          [0, 0],
          [0, -9_000_001],
        ],
      ]),
      'a vertex at 0, -90.00001, expected latitude -90 to 90, longitude -180 to 180',
    ],
    [
      'cut short',
      { 'a.vertices': Uint32Array.of(2), 'a.steps': Uint8Array.of(2, 2, 2, 130) },
      'steps that end in the middle of a number',
    ],
  ])('are rejected %s', (_, sections, problem) => {
    expect(() => pathsIn(bundleOf(sections), 'a', 2)).toThrow(`made.bundle has broken lines in 'a': ${problem}`)
  })

  it('are grouped into rings, polygons and areas', () => {
    const ring = (x: number): [number, number][] => [
      [x, 0],
      [x + 1e5, 0],
      [x, 1e5],
    ]
    const sections = (polygons: number[], rings: number[]) =>
      bundleOf({
        ...sectionsOf([ring(0), ring(5e5), ring(10e5)]),
        'a.polygons': Uint32Array.from(polygons),
        'a.rings': Uint32Array.from(rings),
      })
    const closed = (x: number) => [
      [x, 0],
      [x + 1, 0],
      [x, 1],
      [x, 0],
    ]
    expect(areaPathsIn(sections([1, 1], [2, 1]), 'a')).toEqual([[[closed(0), closed(5)]], [[closed(10)]]])
    expect(() => areaPathsIn(sections([1, 1], [2, 2]), 'a')).toThrow(
      "has 2 in section 'a.rings', expected 1 to 1, the number of remaining rows.",
    )
    expect(() => areaPathsIn(sections([2, 1], [2, 1]), 'a')).toThrow(
      "has 1 in section 'a.polygons', expected 1 to 0, the number of remaining rows.",
    )
    expect(() => areaPathsIn(sections([0, 2], [2, 1]), 'a')).toThrow("has 0 in section 'a.polygons'")
    expect(() => areaPathsIn(sections([1], [2, 1]), 'a')).toThrow("has 1 entries in section 'a.polygons', expected 2.")
    const short = bundleOf({
      ...sectionsOf([
        [
          [0, 0],
          [1, 1],
        ],
      ]),
      'a.polygons': Uint32Array.of(1),
      'a.rings': Uint32Array.of(1),
    })
    expect(() => areaPathsIn(short, 'a')).toThrow('expected at least 3')
  })

  it('are rejected if a point is not on Earth', () => {
    const at = (lat: number, lon: number) => () =>
      checkOnEarth(bundleOf({}), 'town', Int32Array.of(0, lat), Int32Array.of(0, lon))
    expect(at(9_000_000, -18_000_000)).not.toThrow()
    expect(at(-9_000_001, 5)).toThrow('made.bundle has town 1 at -90.00001, 0.00005, expected a place on Earth.')
    expect(at(5, 18_000_001)).toThrow('town 1 at 0.00005, 180.00001')
  })
})

describe('variable-length numbers', () => {
  it.each([
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [300, [172, 2]],
    [16_384, [128, 128, 1]],
    [4_294_967_295, [255, 255, 255, 255, 15]],
  ])('are encoded in groups of seven bits: %d', (value, bytes) => {
    const writer = new ByteWriter(1)
    writer.varint(value)
    expect([...writer.finish()]).toEqual(bytes)
    const reader = new ByteReader(writer.finish(), refuse)
    expect([reader.varint(), reader.at, reader.finished]).toEqual([value, bytes.length, true])
  })

  it.each([
    [0, 0],
    [-1, 1],
    [1, 2],
    [-2, 3],
    [2, 4],
    [-64, 127],
    [64, 128],
  ])('are encoded with their sign in the lowest bit: %d', (value, written) => {
    expect(zigzag(value)).toBe(written)
    const writer = new ByteWriter()
    writer.signedVarint(value)
    expect(new ByteReader(writer.written(), refuse).signedVarint()).toBe(value)
  })

  it('are preserved while the buffer grows', () => {
    const writer = new ByteWriter(2)
    writer.byte(1)
    writer.put(Uint8Array.of(9, 2, 3, 9), 1, 3)
    writer.putText('é!')
    const long = Uint8Array.from({ length: 97 }, (_, i) => i)
    writer.put(long)
    writer.put(long, 0, 96)
    writer.byte(255)
    const expected = [1, 2, 3, 0xc3, 0xa9, 33, ...long, ...long.subarray(0, 96), 255]
    expect([...writer.written()]).toEqual(expected)
    const copy = writer.finish()
    writer.clear()
    writer.put(long, 95)
    expect([...writer.written()]).toEqual([95, 96])
    expect([...copy]).toEqual(expected)
  })

  it('are never read past the end of the bytes', () => {
    const reader = new ByteReader(Uint8Array.of(7, 8), refuse, 1)
    expect([reader.at, reader.finished, reader.byte(), reader.finished]).toEqual([1, false, 8, true])
    expect(() => reader.byte()).toThrow('end too early, at byte 2')
    const long = new ByteReader(Uint8Array.of(128, 128, 128, 128, 128, 1), refuse)
    expect(() => long.varint()).toThrow('contain a number of more than 32 bits, at byte 5')
  })
})

describe('parts of one file', () => {
  const span = (start: number, end: number) => ({ start, end })

  it('are read together across a gap of up to 8,192 bytes', () => {
    const [a, b, c] = [span(0, 10), span(8202, 8204), span(16_397, 16_398)]
    expect(mergedSpans([c, a, b])).toEqual([
      { span: span(0, 8204), parts: [a, b] },
      { span: span(16_397, 16_398), parts: [c] },
    ])
    expect(mergedSpans([span(0, 50), span(10, 20), span(30, 31)])[0].span).toEqual(span(0, 50))
    expect(mergedSpans([])).toEqual([])
  })

  it('are read in one request despite a gap above the limit, unless the gap is longer than the part before it', () => {
    const far = [span(0, 20_000), span(36_000, 36_001)]
    expect(mergedSpans(far, 16_000)).toHaveLength(1)
    expect(mergedSpans(far, 15_999)).toHaveLength(2)
    expect(mergedSpans([span(1000, 13_000), span(25_001, 25_002)], 32_768)).toHaveLength(2)
    expect(mergedSpans([span(1000, 13_000), span(25_000, 25_002)], 32_768)).toHaveLength(1)
  })
})

function refuse(problem: string): never {
  throw new Error(problem)
}
