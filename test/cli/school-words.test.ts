import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, flow } from '../../src/cli/output/fit.ts'
import { distanceWords, districtWords, levelWords, ratingWords } from '../../src/cli/output/school-words.ts'
import { schoolsText } from '../../src/cli/output/schools-text.ts'
import { padAfter, padBefore, textWidth } from '../../src/cli/output/text-width.ts'
import { withoutControls } from '../../src/cli/output/without-controls.ts'
import type { SchoolSummary } from '../../src/endpoints/school-schemas.ts'
import { madeDistricts } from './made-schools.ts'

const school = { level: null, lowest_grade: null, highest_grade: null } as SchoolSummary

describe('words about schools', () => {
  it.each([
    [null, ''],
    [0, '< 10 m'],
    [4.9, '< 10 m'],
    [5, '10 m'],
    [353.2, '350 m'],
    [994.9, '990 m'],
    [995, '1.0 km'],
    [1249, '1.2 km'],
    [9940, '9.9 km'],
    [9960, '10 km'],
    [999_600, '1,000 km'],
    [20_015_087, '20,015 km'],
  ])('a distance of %j m is "%s"', (metres, words) => {
    expect(distanceWords(metres)).toBe(words)
  })

  it.each([
    ['Elementary', 0, 5, 'Elementary K-5'],
    ['Combined', -1, 12, 'Combined PK-12'],
    ['High', 9, 9, 'High 9'],
    ['High', 9, 13, 'High 9-UG'],
    ['Prekindergarten', -1, -1, 'Prekindergarten'],
    ['Ungraded', 13, 13, 'Ungraded'],
    ['Adult Education', 14, 14, 'Adult Education'],
    ['Middle', null, 8, 'Middle'],
    [null, 6, 8, '6-8'],
    [null, -1, -1, 'PK'],
    [null, null, null, undefined],
  ])('%s with grades %j to %j is "%s"', (level, lowest_grade, highest_grade, words) => {
    expect(levelWords({ ...school, level, lowest_grade, highest_grade })).toBe(words)
  })

  it.each([
    ['PK', '12', 'Unified PK-12'],
    ['KG', '08', 'Unified K-8'],
    ['09', '12', 'Unified 9-12'],
    [null, '12', 'Unified'],
  ])('a district of grades %s to %s is "%s"', (lograde, higrade, words) => {
    expect(districtWords({ ...madeDistricts[0], lograde, higrade })).toBe(words)
  })

  it('the year of several sources is that of the oldest', () => {
    const style = { width: 80, colour: false, unicode: true }
    const words = { title: 'Schools', nothing: 'None.', districts: false, next: [] }
    const source = (data_source: string) =>
      schoolsText({ schools: [], data_source, data_vintage: 2013, additional_info: null }, words, style, true)
    expect(source('List A')).toContain('Source: List A, 2013.')
    expect(source('List A; List B')).toContain('Source: List A; List B; the oldest of 2013.')
  })

  it('a rating is of ten, or a dash', () => {
    const style = { width: 80, colour: false, unicode: true }
    expect(ratingWords({ rating: 8 }, style)).toBe('8/10')
    expect(ratingWords({ rating: null }, style)).toBe('–')
    expect(ratingWords({ rating: null }, { ...style, unicode: false })).toBe('-')
  })
})

describe('the width of a text', () => {
  it.each([
    ['Ñandú', 5],
    ['n\u0303', 1],
    ['學校', 4],
    ['ʻŌlelo', 6],
    ['', 0],
  ])('of "%s" is %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width)
    expect(padAfter(text, 8)).toBe(text + ' '.repeat(8 - width))
    expect(padBefore(text, 8)).toBe(' '.repeat(8 - width) + text)
    expect(padAfter(text, 0)).toBe(text)
  })

  it('is kept by what is cut, which stays a beginning', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ñ', '學', 'n\u0303', ' ', '😀', '.') })
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 20 }), fc.boolean(), (name, width, unicode) => {
        const short = clip(name, width, unicode)
        expect(textWidth(short)).toBeLessThanOrEqual(width)
        if (short !== name) {
          expect(textWidth(name)).toBeGreaterThan(width)
          expect(name.startsWith(short.replace(/(…|\.\.\.)$/, ''))).toBe(true)
        }
      }),
    )
  })

  it('holds for parts that flow over lines, none of which is lost', () => {
    const parts = fc.array(
      fc.array(fc.stringMatching(/^[a-zñ]{1,9}$/), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(parts, fc.integer({ min: 9, max: 60 }), (parts, width) => {
        const lines = flow(parts, ' | ', width)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
        expect(lines.join(' ').replaceAll(' |', '')).toBe(parts.join(' '))
      }),
    )
  })
})

describe('texts out of files', () => {
  it('lose what would steer a terminal, and nothing else of the answer', () => {
    const hostile = { name: ' A\u001b[31mB\r\nC\u202eD\u0007 ', list: [{ of: 'n\u0303', count: 3, none: null }] }
    expect(withoutControls(hostile)).toEqual({ name: 'A [31mB CD', list: [{ of: 'ñ', count: 3, none: null }] })
  })

  it('have no control or line break left, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(withoutControls({ name }).name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })
})
