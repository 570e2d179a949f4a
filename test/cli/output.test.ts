import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bar } from '../../src/cli/output/bar.ts'
import { hang, shorten, wrap } from '../../src/cli/output/fit.ts'
import { hasColour, hasUnicode } from '../../src/cli/terminal.ts'

const plain = { width: 100, colour: false, unicode: false }
const blocks = { ...plain, unicode: true }
const score = fc.integer({ min: 1, max: 255 })
const text = fc
  .array(fc.stringMatching(/^[a-z,;.]{1,12}$/), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '))

describe('bar', () => {
  it('is as long as it should be, visible from 1, full at 255', () => {
    expect(bar(255, 20, 'vibe', blocks)).toBe('█'.repeat(20))
    expect(bar(1, 20, 'vibe', blocks)).toBe(`▏${'·'.repeat(19)}`)
    // 128 of 255 of 20 cells are 80.3 eighths.
    expect(bar(128, 20, 'vibe', blocks)).toBe('█'.repeat(10) + '·'.repeat(10))
    expect(bar(1, 20, 'vibe', plain)).toBe(`#${'.'.repeat(19)}`)
    expect(bar(255, 20, 'vibe', plain)).toBe('#'.repeat(20))
    fc.assert(fc.property(score, (value) => [...bar(value, 20, 'risk', blocks)].length === 20))
  })

  it('never shrinks as the score grows', () => {
    const eighths = (value: number) =>
      [...bar(value, 20, 'risk', blocks)].reduce((sum, cell) => sum + (Math.max(0, 0x2590 - cell.charCodeAt(0)) % 9), 0)
    for (let value = 2; value <= 255; value++) expect(eighths(value)).toBeGreaterThanOrEqual(eighths(value - 1))
    expect(eighths(255)).toBe(160)
  })
})

describe('fitting text', () => {
  it('wraps without losing a word, within the width', () => {
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

  it('shortens to the width, as a beginning of the text', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 60 }), fc.boolean(), (words, width, unicode) => {
        const short = shorten(words, width, unicode)
        expect(short.length).toBeLessThanOrEqual(width)
        expect(words.startsWith(short.replace(/(…|\.\.\.)$/, ''))).toBe(true)
      }),
    )
  })

  it('ends after a clause where that leaves little room', () => {
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

describe('what the terminal can show', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('colour: %j on a terminal: %j → %j', (environment, isTerminal, expected) => {
    expect(hasColour(environment, isTerminal)).toBe(expected)
  })

  it.each([
    [{ LANG: 'en_US.UTF-8' }, 'linux', true],
    [{ LANG: 'C' }, 'linux', false],
    [{}, 'linux', false],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux', false],
    [{ LANG: 'C', LC_CTYPE: 'C.utf8' }, 'linux', true],
    [{}, 'win32', true],
    [{}, 'darwin', true],
  ])('more than ASCII: %j on %s → %j', (environment, platform, expected) => {
    expect(hasUnicode(environment, platform)).toBe(expected)
  })
})
