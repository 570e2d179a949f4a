import { describe, expect, it } from 'vitest'
import { districtsBundle } from '../../../data-build/districts/districts-bundle.ts'
import type { RatedDistrict } from '../../../data-build/districts/read-districts.ts'
import { type PackedContent, writePacked } from '../../../data-build/pack/blocks.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { district as districtSchema } from '../../../src/answers/schools/answers.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { flatSections, fromFlat } from '../../data/bundle/flat.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { districtFixture, found, opened, rectangle } from './fixtures/districts.ts'

const rated: RatedDistrict = {
  ...districtFixture('0622110', rectangle(-118, 34, -117.9, 34.1), rectangle(-117.99, 34.01, -117.98, 34.02)),
  name: 'Peñasco Hills Elementary School District',
  type: 'Elementary',
  state: '06',
  lowestGrade: 'KG',
  highestGrade: '06',
  rating: { rating: 7, summary: 'Mean of 12 schools, weighted by enrollment.', year: 2018 },
}
const bare: RatedDistrict = {
  ...districtFixture('0600001', rectangle(-118, 34, -117.8, 34.1)),
  type: 'Secondary',
  state: '06',
  lowestGrade: null,
  highestGrade: null,
}

describe('the districts bundle', () => {
  it('returns every stored fact, sorted by geoid', async () => {
    const bytes = await writePacked(districtsBundle([rated, bare], []))
    const districts = new Districts(await readBundle(bytes, 'districts.bundle'))
    expect([districts.count, districts.geoid(0), districts.geoid(1)]).toEqual([2, '0600001', '0622110'])
    expect([districts.indexOf('0600001'), districts.indexOf('0622110')]).toEqual([0, 1])
    for (const unknown of ['0600002', '622110', '', '9999999', '0000000', ' 0600001', '06000010', 'NaN', '1e5'])
      expect(districts.indexOf(unknown), unknown).toBe(-1)
    expect(districtSchema.parse(districts.describe(1))).toEqual({
      geoid: '0622110',
      name: 'Peñasco Hills Elementary School District',
      sd_type: 'Elementary',
      state_fp: '06',
      lograde: 'KG',
      higrade: '06',
      rating: 7,
      rating_summary: 'Mean of 12 schools, weighted by enrollment.',
      rating_year: 2018,
    })
    expect(districtSchema.parse(districts.describe(0))).toEqual({
      geoid: '0600001',
      name: 'District 0600001',
      sd_type: 'Secondary',
      state_fp: '06',
      lograde: null,
      higrade: null,
      rating: null,
      rating_summary: null,
      rating_year: null,
    })
    expect(districts.outline(1)).toEqual(rated.rings)
    expect(found(districts, -117.95, 34.05)).toEqual(['0600001', '0622110'])
    expect(found(districts, -117.985, 34.015)).toEqual(['0600001'])
    for (const wrong of [-1, 2, 0.5, Number.NaN]) {
      expect(() => districts.describe(wrong)).toThrow(RangeError)
      expect(() => districts.outline(wrong)).toThrow(RangeError)
    }
  })

  it('is byte-identical for any order of the districts', async () => {
    const one = await writePacked(districtsBundle([rated, bare], []))
    expect(await writePacked(districtsBundle([bare, rated], []))).toEqual(one)
  })

  it('opens without districts and finds none', async () => {
    const districts = new Districts(await readBundle(await writePacked(districtsBundle([], [])), 'districts.bundle'))
    expect([districts.count, districts.most, districts.indexOf('0600001')]).toEqual([0, 0, -1])
    expect(found(districts, -118, 34)).toEqual([])
  })

  it('stores a shared border only once, even if rings run along it in opposite directions', () => {
    const zigzag = Array.from({ length: 200 }, (_, i): [number, number] => [-97 + (i % 2) * 0.01, 30 + i / 1000])
    const east = districtFixture('4800001', [...zigzag, [-96, 30.1]])
    const west = districtFixture('4800002', [...[...zigzag].reverse(), [-98, 30.1]])
    const again = districtFixture('4800003', [...zigzag, [-96.5, 30.1]])
    const sections = flatSections(districtsBundle([east, west, again], []))
    // The 200 vertices of the shared border are stored once. The other vertices are three far corners and the closing
    // vertices of the rings.
    expect(sections.find(({ name }) => name === 'outline.exact')!.data.length / 2).toBeLessThan(200 + 10)
    const districts = opened([east, west, again])
    for (const [i, { rings }] of [east, west, again].entries()) expect(districts.outline(i)).toEqual(rings)
  })

  it('supports thousands of identical districts', () => {
    const many = Array.from({ length: 2000 }, (_, i) =>
      districtFixture(String(4800000 + i), rectangle(-97, 30, -96.99, 30.01)),
    )
    const districts = opened(many)
    expect(found(districts, -96.995, 30.005).length).toBe(2000)
    expect(districts.outline(1999)).toEqual(many[0].rings)
  })

  it.each<[string, Partial<RatedDistrict>]>([
    ['4800001.*appears twice', {}],
    ['malformed geoid', { geoid: '480001' }],
    ['in state', { state: 'TX' }],
    ['of type', { type: 'Other' as 'Unified' }],
    ['rating of 11', { rating: { rating: 11, summary: '', year: 2020 } }],
    ['for the year', { rating: { rating: 1, summary: '', year: 20.5 } }],
    ['does not end there', { rings: [Float64Array.of(0, 0, 1, 0, 1, 1)] }],
    ['a ring of 0 numbers', { rings: [new Float64Array()] }],
    ['vertex at 181', { rings: [Float64Array.of(181, 0, 181, 0)] }],
    ['vertex at 0, NaN', { rings: [Float64Array.of(0, 0, 0, Number.NaN, 0, 0)] }],
  ])('rejects a broken district: %s', (message, part) => {
    const sound = districtFixture('4800001', rectangle(-97, 30, -96, 31))
    const broken = { ...sound, ...(message.includes('twice') ? {} : { geoid: '4800002' }), ...part }
    expect(() => districtsBundle([sound, broken], [])).toThrow(new RegExp(message))
  })
})

describe('a hostile districts bundle', () => {
  const sound = districtsBundle([rated, bare], [])
  /** Opens the bundle with the numbers of one section changed, and queries everything. */
  const withAll = (name: string, change: (numbers: number[]) => number[]) => {
    const sections = flatSections(sound).map((section) =>
      section.name === name ? { name, data: like(section.data, change([...section.data])) } : section,
    )
    expect(sections.some((section) => section.name === name)).toBe(true)
    const districts = new Districts(memoryBundle(fromFlat(sound, sections)))
    const out = new Int32Array(Math.min(1000, districts.most))
    for (let x = 0; x <= 40; x++) for (let y = 0; y <= 20; y++) districts.at(-118 + x / 200, 34 + y / 200, out)
    for (let i = 0; i < districts.count; i++) {
      districts.describe(i)
      for (const ring of districts.outline(i)) expect(ring.every((value) => Math.abs(value) <= 180)).toBe(true)
    }
  }

  it.each<[string, string, Parameters<typeof withAll>[1]]>([
    ['a set that ends past the members', 'set.start', (data) => data.map((start, i) => (i === 3 ? 1e9 : start))],
    ['descending set starts', 'set.start', (data) => data.reverse()],
    ['too few sets', 'set.start', (data) => data.slice(0, 2)],
    ['no sets', 'set.start', () => []],
    ['an empty place in a district', 'set.start', (data) => data.map((start, i) => (i === 1 ? 1 : start))],
    ['a district that does not exist', 'set.members', (data) => data.map(() => 2 ** 32 - 1)],
    ['unsorted members', 'set.members', (data) => data.map(() => 0)],
    ['unsorted geoids', 'geoid', (data) => data.reverse()],
    ['a geoid of 10 digits', 'geoid', (data) => data.map((_, i) => 4e9 + i)],
    ['an unknown type', 'type', (data) => data.map(() => 3)],
    ['a column that is too short', 'rating', (data) => data.slice(1)],
    ['too few names', 'name.ends', (data) => data.slice(1)],
    ['rings that do not exist', 'outline.rings', (data) => data.map(() => 5)],
    ['four billion rings', 'outline.rings', (data) => data.map(() => 2 ** 32 - 1)],
    ['four billion vertices', 'outline.vertices', (data) => data.map(() => 2 ** 32 - 1)],
    ['one vertex too many', 'outline.vertices', (data) => data.map((n) => n + 1)],
    ['one vertex too few', 'outline.vertices', (data) => data.map((n) => n - 1)],
    ['runs that end early', 'outline.runs', (data) => data.slice(0, -1)],
    ['empty runs', 'outline.runs', () => Array(1000).fill(0)],
    ['a run without end', 'outline.runs', () => Array(1000).fill(255)],
    ['steps that end early', 'outline.steps', (data) => data.slice(0, -1)],
    ['steps left over', 'outline.steps', (data) => [...data, 0]],
    ['steps off the globe', 'outline.steps', (data) => [255, 255, 255, 255, 15, ...data]],
    ['missing raw coordinates', 'outline.exact', (data) => data.fill(255)],
    ['half a vertex', 'outline.exact', (data) => [...data, 0]],
    ['raw coordinates left over', 'outline.raw', () => [1]],
  ])('is rejected: %s', (_, name, change) => {
    expect(() => withAll(name, change)).toThrow(BundleError)
  })

  it.each<[string, number[]]>([
    ['a copy that starts before the first vertex', [2, 2 * 2 + 1, 3]],
    ['a copy that runs backward past the first vertex', [2, 2 * 3, 1]],
    ['a copy of itself', [2, 2 * 2 + 1, 1]],
    ['a copy of later vertices', [2, 2 * 2 + 1, 0]],
    ['a copy longer than the ring', [4, 2 * 4 + 1, 4]],
    ['an empty copy', [2, 1, 1]],
  ])('is rejected: %s', (_, runs) => {
    expect(() => withAll('outline.runs', () => runs)).toThrow(/broken district outlines: a copy of \d+ vertices/)
  })

  it('is rejected if a raw coordinate is not a number or is out of range', () => {
    const odd = districtFixture('4800001', [
      [-97.00000012345, 30],
      [-96, 30],
      [-96, 31],
    ])
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 181]) {
      const made = districtsBundle([odd], [])
      const sections = flatSections(made).map((section) =>
        section.name === 'outline.raw' ? { name: section.name, data: like(section.data, [value]) } : section,
      )
      const districts = new Districts(memoryBundle(fromFlat(made, sections)))
      expect(() => districts.outline(0)).toThrow(BundleError)
    }
  })

  it('with random bytes in any section returns an answer or throws a BundleError', () => {
    const random = randomNumbers(7)
    let refused = 0
    for (let run = 0; run < 400; run++) {
      const { name, data } = flatSections(sound)[random(flatSections(sound).length)]
      if (data.length === 0) continue
      try {
        withAll(name, () => {
          const bytes = new Uint8Array(data.slice().buffer)
          for (let i = 0; i < 3; i++) bytes[random(bytes.length)] = random(256)
          return [...new (data.constructor as typeof Uint8Array)(bytes.buffer)]
        })
      } catch (error) {
        expect(error, `${name}: ${error}`).toBeInstanceOf(BundleError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(50)
  })

  it('is rejected if it contains another kind of data, with an error that names that kind', () => {
    expect(() => new Districts(memoryBundle({ ...sound, kind: 'schools' }))).toThrow(
      /kind 'schools', expected 'districts'/,
    )
  })
})

type SectionData = PackedContent['sections'][number]['data']

/** Returns a typed array of the same type with the given numbers. */
function like(data: SectionData, numbers: number[]): SectionData {
  return (data.constructor as typeof Uint8Array).from(numbers)
}
