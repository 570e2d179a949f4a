import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SchoolSummary } from '../../../src/answers/schools/answers.ts'
import { schoolsText } from '../../../src/faces/cli/commands/schools.ts'
import { bar, intervalBar } from '../../../src/faces/cli/style.ts'
import { hasColor, hasUnicode } from '../../../src/faces/cli/terminal.ts'
import {
  clip,
  flow,
  hang,
  padAfter,
  padBefore,
  shorten,
  textWidth,
  withoutControls,
  wrap,
} from '../../../src/faces/cli/text-layout.ts'
import { distanceWords, districtWords, levelWords, ratingWords } from '../../../src/library/contract/school-words.ts'
import { districtsFixture } from './fixtures/schools.ts'

const plain = { width: 100, color: false, unicode: false, units: 'us' } as const
const blocks = { ...plain, unicode: true }
const score = fc.integer({ min: 1, max: 255 })
const text = fc
  .array(fc.stringMatching(/^[a-z,;.]{1,12}$/), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '))

describe('the bar of a score', () => {
  it('grows in proportion to the score, visible from 1 and full at 255', () => {
    expect(bar(255, 20, 'vibe', blocks)).toBe('█'.repeat(20))
    expect(bar(1, 20, 'vibe', blocks)).toBe(`▏${'·'.repeat(19)}`)
    // 128 of 255 is 80.3 of the 160 eighths in 20 cells.
    expect(bar(128, 20, 'vibe', blocks)).toBe('█'.repeat(10) + '·'.repeat(10))
    expect(bar(1, 20, 'vibe', plain)).toBe(`#${'.'.repeat(19)}`)
    expect(bar(255, 20, 'vibe', plain)).toBe('#'.repeat(20))
    fc.assert(fc.property(score, (value) => [...bar(value, 20, 'risk', blocks)].length === 20))
  })

  it('never shrinks as the score increases', () => {
    const eighths = (value: number) =>
      [...bar(value, 20, 'risk', blocks)].reduce((sum, cell) => sum + (Math.max(0, 0x2590 - cell.charCodeAt(0)) % 9), 0)
    for (let value = 2; value <= 255; value++) expect(eighths(value)).toBeGreaterThanOrEqual(eighths(value - 1))
    expect(eighths(255)).toBe(160)
  })
})

describe('the bar of a score with an interval', () => {
  it('is solid up to the low end, lighter up to the score, and lightest up to the high end', () => {
    expect(intervalBar(128, { low: 64, high: 191 }, 20, 'vibe', blocks)).toBe('█████▒▒▒▒▒░░░░░·····')
    expect(intervalBar(128, { low: 64, high: 191 }, 20, 'vibe', plain)).toBe('#####+++++-----.....')
    expect(intervalBar(255, { low: 204, high: 255 }, 20, 'vibe', blocks)).toBe('████████████████▒▒▒▒')
    expect(intervalBar(1, { low: 1, high: 51 }, 20, 'vibe', blocks)).toBe('░░░░················')
  })

  it('is the plain bar if the interval is narrower than a character', () => {
    expect(intervalBar(130, { low: 128, high: 132 }, 20, 'vibe', blocks)).toBe(bar(130, 20, 'vibe', blocks))
  })

  it('is always 20 characters long', () => {
    const ends = fc.tuple(score, score, score).map((scores) => scores.sort((a, b) => a - b))
    fc.assert(
      fc.property(ends, ([low, at, high]) => [...intervalBar(at, { low, high }, 20, 'risk', blocks)].length === 20),
    )
  })
})

describe('text layout', () => {
  it('wraps text within the width without losing a word', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 40 }), (words, width) => {
        const lines = wrap(words, width)
        expect(lines.join(' ')).toBe(words)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('indents the lines after the first', () => {
    expect(hang('one two three', 9, 2)).toBe('one two\n  three')
  })

  it('truncates text to the width', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 60 }), fc.boolean(), (words, width, unicode) => {
        const short = shorten(words, width, unicode)
        expect(short.length).toBeLessThanOrEqual(width)
        expect(words.startsWith(short.replace(/(…|\.\.\.)$/, ''))).toBe(true)
      }),
    )
  })

  it('truncates text at the end of a clause if space is limited', () => {
    expect(shorten('Good air: mean 45, fine particles 9; monitor 4 km.', 60, true)).toBe(
      'Good air: mean 45, fine particles 9; monitor 4 km',
    )
    expect(shorten('Good air: mean 45, fine particles 9; monitor 4 km.', 40, true)).toBe(
      'Good air: mean 45, fine particles 9…',
    )
    expect(shorten('Moderate flood risk: estimate from data', 30, true)).toBe('Moderate flood risk: estimate…')
    expect(shorten('Moderate flood risk: estimate from data', 30, false)).toBe('Moderate flood risk...')
  })
})

describe('a terminal', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('supports color with %j (interactive: %j): %j', (environment, isTerminal, expected) => {
    expect(hasColor(environment, isTerminal)).toBe(expected)
  })

  it.each([
    [{ LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ LANG: 'C' }, 'linux', false],
    [{}, 'linux', false],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux', false],
    [{ LANG: 'C', LC_CTYPE: 'C.utf8' }, 'linux', true],
    [{}, 'win32', true],
    [{}, 'darwin', true],
  ])('supports Unicode with %j on %s: %j', (environment, platform, expected) => {
    expect(hasUnicode(environment, platform)).toBe(expected)
  })
})

const school = { level: null, lowest_grade: null, highest_grade: null } as SchoolSummary

describe('text about schools', () => {
  it.each([
    [0, '< 30 ft (< 10 m)', '< 10 m'],
    [4.9, '< 30 ft (< 10 m)', '< 10 m'],
    [5, '< 30 ft (10 m)', '10 m'],
    [50, '150 ft (50 m)', '50 m'],
    [353.2, '0.2 mi (350 m)', '350 m'],
    [994.9, '0.6 mi (990 m)', '990 m'],
    [995, '0.6 mi (1.0 km)', '1.0 km'],
    [1249, '0.8 mi (1.2 km)', '1.2 km'],
    [9940, '6.2 mi (9.9 km)', '9.9 km'],
    [16_010, '9.9 mi (16 km)', '16 km'],
    [999_600, '621 mi (1,000 km)', '1,000 km'],
    [20_015_087, '12,437 mi (20,015 km)', '20,015 km'],
  ])('shows a distance of %j m as "%s"', (meters, us, metric) => {
    expect(distanceWords(meters)).toBe(us)
    expect(distanceWords(meters, 'metric')).toBe(metric)
  })

  it('omits a missing distance', () => {
    expect(distanceWords(null)).toBe('')
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
  ])('shows the level %s with grades %j to %j as "%s"', (level, lowest_grade, highest_grade, words) => {
    expect(levelWords({ ...school, level, lowest_grade, highest_grade })).toBe(words)
  })

  it.each([
    ['PK', '12', 'Unified PK-12'],
    ['KG', '08', 'Unified K-8'],
    ['09', '12', 'Unified 9-12'],
    [null, '12', 'Unified'],
  ])('shows a district with grades %s to %s as "%s"', (lograde, higrade, words) => {
    expect(districtWords({ ...districtsFixture[0], lograde, higrade })).toBe(words)
  })

  it('shows the year of the oldest source if there are several', () => {
    const style = { width: 80, color: false, unicode: true, units: 'us' } as const
    const words = { title: 'Schools', nothing: 'None.', districts: false, next: [] }
    const source = (data_source: string) =>
      schoolsText({ schools: [], data_source, data_vintage: 2013, additional_info: null }, words, style, true)
    expect(source('List A')).toContain('Source: List A, 2013.')
    expect(source('List A; List B')).toContain('Source: List A; List B; the oldest of 2013.')
  })

  it('shows a rating out of ten with its year, and a missing rating as a dash', () => {
    const style = { width: 80, color: false, unicode: true, units: 'us' } as const
    expect(ratingWords({ rating: 8 }, style)).toBe('8/10')
    expect(ratingWords({ rating: 8, rating_year: 2025 }, style)).toBe('8/10 (2025)')
    expect(ratingWords({ rating: null, rating_year: 2025 }, style)).toBe('–')
    expect(ratingWords({ rating: null }, style)).toBe('–')
    expect(ratingWords({ rating: null }, { ...style, unicode: false })).toBe('-')
  })
})

describe('text width', () => {
  it.each([
    ['Ñandú', 5],
    ['n\u0303', 1],
    ['學校', 4],
    ['ʻŌlelo', 6],
    ['', 0],
  ])('is measured in columns, of which "%s" occupies %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
    expect(padAfter(text, 8)).toBe(text + ' '.repeat(8 - width))
    expect(padBefore(text, 8)).toBe(' '.repeat(8 - width) + text)
    expect(padAfter(text, 0)).toBe(text)
  })

  it('is limited by clip(), which preserves the beginning of the text', () => {
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

  it('is limited by flow(), which preserves all of the text', () => {
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

describe('text from data files', () => {
  it('is printed without terminal control characters and otherwise unchanged', () => {
    const hostile = { name: ' A\u001b[31mB\r\nC\u202eD\u0007 ', list: [{ of: 'n\u0303', count: 3, none: null }] }
    expect(withoutControls(hostile)).toEqual({ name: 'A [31mB CD', list: [{ of: 'ñ', count: 3, none: null }] })
  })

  it('never contains a control character or line break when printed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(withoutControls({ name }).name).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })
})
