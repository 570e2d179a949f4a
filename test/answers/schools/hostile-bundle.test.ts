import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PackedContent } from '../../../data-build/pack/blocks.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { schoolsBundle } from '../../../data-build/schools/bundle.ts'
import { Schools } from '../../../src/answers/schools/schools.ts'
import { BundleError } from '../../../src/base/errors.ts'
import type { SectionContent } from '../../../src/data/bundle/write.ts'
import { flatSections, fromFlat } from '../../data/bundle/flat.ts'
import { contentFixture, schoolFixture } from './fixtures/schools.ts'

const count = 60
const sound = schoolsBundle(
  contentFixture(
    Array.from({ length: count }, (_, i) => {
      const lea = 4_800_001 + Math.floor(i / 7)
      return schoolFixture(`${lea}${String(i + 1).padStart(5, '0')}`, {
        lat: 30 + i / 100,
        lon: -97 - (i % 9) / 10,
        level: 'High',
        lowestGrade: 9,
        highestGrade: 12,
        street: `${i} Made-up`,
        city: `City ${i % 4}`,
        zip: '78701',
        students: i,
        teachers: i / 4,
        figure: { scheme: 'tx-2022', value: i },
        rating: 1 + (i % 10),
        groups:
          i % 3 === 0
            ? {
                white: 1,
                asian: 2,
                black: 3,
                hispanic: 4,
                pacificIslander: 5,
                nativeAmerican: 6,
                twoOrMore: 7,
                male: 8,
                female: i,
              }
            : null,
      })
    }),
  ),
)

const flat = flatSections(sound)

type Data = SectionContent['data']

/** Returns the bundle with one section changed. */
function withSection(name: string, change: (data: Data) => Data): PackedContent {
  const sections = flat.map((s) => (s.name === name ? { name, data: change(s.data.slice() as Data) } : s))
  return fromFlat(sound, sections)
}

function withElement(name: string, at: number, value: number): PackedContent {
  return withSection(name, (data) => {
    data[at] = value
    return data
  })
}

/** Queries everything. No query may run forever or throw anything but a `BundleError`. */
function askAll(schools: Schools): void {
  for (const [lon, lat] of [
    [-97, 30],
    [180, -90],
  ]) {
    schools.nearest(lon, lat, { levels: undefined, limit: 50, among: null })
    schools.nearest(lon, lat, { levels: ['high'], limit: 10, among: ['4800001', '4800003'] })
  }
  for (const { nces_id, lea_id } of schools.nearest(-97, 30, { limit: 50, among: null }).schools) {
    schools.school(nces_id)
    schools.ofDistrict(lea_id, { limit: 50 })
  }
}

function expectRefused(content: PackedContent, message: RegExp): void {
  expect(() => new Schools(memoryBundle(content))).toThrow(BundleError)
  expect(() => new Schools(memoryBundle(content))).toThrow(message)
}

describe('a hostile schools bundle', () => {
  it('opens and returns answers before it is damaged (control)', () => {
    expect(() => askAll(new Schools(memoryBundle(sound)))).not.toThrow()
  })

  it('is rejected if it is of another kind', () => {
    expectRefused({ ...sound, kind: 'districts' }, /kind 'districts', expected 'schools'/)
  })

  const meta = sound.meta as Record<string, unknown>
  const [directory] = meta.directories as Record<string, unknown>[]
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['without directories', { directories: [] }, /meta field 'directories'/],
    ['with more directories than are counted', { directories: Array(31).fill(directory) }, /meta field 'directories'/],
    ['with a year in words', { directories: [{ ...directory, year: 'MMXIII' }] }, /meta field 'directories.0.year'/],
    [
      'with a scheme index out of range',
      { directories: [{ ...directory, schemes: [3] }] },
      /refers to rating scheme 3/,
    ],
    ['without schemes', { schemes: null }, /meta field 'schemes'/],
    ['with a hundred decimals', { schemes: [{ source: 's', year: 1, figure: 'f', digits: 101 }] }, /schemes.0.digits/],
    ['with a state in words', { states: ['Texas'] }, /meta field 'states.0'/],
    ['with too few states', { states: [] }, /section 'school.state'/],
    ['with too few schemes', { schemes: [], directories: [{ ...directory, schemes: [] }] }, /section 'school.scheme'/],
    ['with an unknown level', { ratios: [{ state: 'TX', level: 'Higher', ratio: 1 }] }, /meta field 'ratios.0.level'/],
  ])('is rejected %s', (_, change, message) => {
    expectRefused({ ...sound, meta: { ...meta, ...change } }, message)
  })

  it.each<[string, PackedContent, RegExp]>([
    ['level 9', withElement('school.level', 3, 9), /9 at element 3 of section 'school.level', expected 0 to 7/],
    ['grade code 17', withElement('school.highest', 3, 17), /expected 0 to 16/],
    ['rating 11', withElement('school.rating', 3, 11), /expected 0 to 10/],
    ['scheme 4', withElement('school.scheme', 3, 4), /expected 0 to 3/],
    ['directory 1', withElement('school.directory', 3, 1), /expected 0 to 0/],
    ['state 1', withElement('school.state', 3, 1), /expected 0 to 0/],
    ['city 5', withElement('school.city', 3, 5), /expected 0 to 4/],
    ['ZIP 100,000', withElement('school.zip', 3, 100_000), /expected 0 to 99999/],
    ['-2 students', withElement('school.students', 3, -2), /expected -1 to/],
    ['-2 teachers', withElement('school.teachers', 3, -2), /expected -1 to/],
    ['-2 in a group', withElement('groups.count', 3, -2), /expected -1 to/],
    ['a figure that is not a number', withElement('school.figure', 3, Number.NaN), /NaN at element 3/],
    ['number 100,000', withElement('school.number', 3, 100_000), /section 'school.number'/],
    ['a duplicate school', withElement('school.number', 3, 0), /480000100003 after 480000100003/],
    ['LEAs out of order', withElement('lea.id', 1, 0), /4800001 after 4800001 in section 'lea.id'/],
    ['an LEA of 8 digits', withElement('lea.id', 8, 10_000_000), /section 'lea.id'/],
    ['an LEA without schools', withElement('lea.first', 1, 0), /section 'lea.first'/],
    [
      'LEAs that miss the first school',
      withSection('lea.first', ([, one, ...others]) => Uint32Array.of(1, one - 1, ...others)),
      /schools 1 to 60, expected 0 to 60/,
    ],
    [
      'LEAs that miss the last school',
      withSection('lea.first', (data) => data.with(9, data[9] - 1) as Data),
      /schools 0 to 59/,
    ],
    ['LEAs beyond the schools', withElement('lea.first', 9, 61), /section 'lea.first'/],
    ['a school order outside its LEA', withElement('lea.order', 0, 7), /7 in the order of LEA 4800001/],
    ['a school order with a duplicate', withElement('lea.order', 0, 6), /in the order of LEA 4800001/],
    ['a group without a school', withElement('groups.row', 19, 60), /expected 0 to 59/],
    ['groups out of order', withElement('groups.row', 1, 0), /section 'groups.row'/],
    ['a program without a school', withSection('program.row', () => Uint32Array.of(60)), /expected 0 to 59/],
    ['an unknown kind of school', withSection('program.kind', () => Uint8Array.of(9)), /program.kind/],
    ['too few letters', withSection('school.letter', (data) => data.slice(1) as Data), /59 entries/],
    ['too few groups', withSection('groups.count', (data) => data.slice(9) as Data), /171 entries .*, expected 180/],
    ['too few levels', withSection('school.level', (data) => data.slice(1) as Data), /59 entries/],
    ['too few names', withSection('school.name.ends', (data) => data.slice(1) as Data), /59 elements/],
    ['names beyond their bytes', withSection('school.name.bytes', (data) => data.slice(1) as Data), /school.name.ends/],
    ['one cut city', withSection('city.ends', (data) => data.slice(1) as Data), /section 'school.city'/],
    ['no longitudes', withSection('school.lon', (data) => data.slice(60) as Data), /0 entries in section 'school.lon'/],
    ['one latitude too few', withSection('school.lat', (data) => data.slice(1) as Data), /59 entries .*, expected 60/],
    [
      'a school beyond the pole',
      withElement('school.lat', 0, 90_000_001),
      /90000001 at element 0 of section 'school.lat'/,
    ],
    [
      'schools around the Earth',
      withSection('school.lon', (data) => data.fill(40_000_000, 1)),
      /at element \d+ of section 'school.lon'/,
    ],
  ])('is rejected for %s', (_, content, message) => {
    expectRefused(content, message)
  })

  it('is rejected if any section is missing', () => {
    // Older bundles lack these sections.
    const later = ['program.row', 'program.kind', 'school.letter']
    for (const { name } of flat.filter(({ name }) => !later.includes(name))) {
      const sections = flat.filter((section) => section.name !== name)
      // Missing strings that no search needs are noticed only when a whole school is requested.
      expect(() => askAll(new Schools(memoryBundle(fromFlat(sound, sections)))), name).toThrow(BundleError)
    }
  })

  it('with random bytes returns an answer or throws a BundleError', () => {
    const change = fc.record({
      section: fc.constantFrom(...flat.filter(({ data }) => data.length > 0).map(({ name }) => name)),
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
    })
    let refused = 0
    let answered = 0
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const sections = flat.map(({ name, data }) => {
          const copy = data.slice() as Data
          const bytes = new Uint8Array(copy.buffer)
          for (const { section, at, byte } of changes) if (section === name) bytes[at % bytes.length] = byte
          return { name, data: copy }
        })
        try {
          askAll(new Schools(memoryBundle(fromFlat(sound, sections))))
          answered++
        } catch (error) {
          if (!(error instanceof BundleError)) throw error
          refused++
        }
      }),
      { seed: 11, numRuns: 1000 },
    )
    expect(Math.min(refused, answered)).toBeGreaterThan(100)
  })
})
