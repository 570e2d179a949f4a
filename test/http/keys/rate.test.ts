import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRate, rateText } from '../../../src/http/keys/rate.ts'

const requests = fc.integer({ min: 1, max: 999_999_999 })
const seconds = fc.integer({ min: 1, max: 86_400 })

describe('a rate', () => {
  it.each([
    ['50/min', 50, 60],
    ['50/minute', 50, 60],
    ['1/sec', 1, 1],
    ['1/second', 1, 1],
    ['7/hour', 7, 3600],
    ['999999999/day', 999_999_999, 86_400],
    ['10/30s', 10, 30],
    ['10/86400s', 10, 86_400],
  ])('%s is %i requests in %i seconds', (text, requests, seconds) => {
    expect(parseRate(text)).toEqual({ requests, seconds })
  })

  it.each([
    ...[
      '',
      '50',
      '/min',
      '50/',
      '50/m',
      '50/s',
      '50/mins',
      '50/MIN',
      '50 /min',
      '50/min ',
      '50/min\n',
      '50/60',
      '50/ 60s',
    ],
    ...[
      '0/min',
      '050/min',
      '-5/min',
      '+5/min',
      '5.5/min',
      '1e3/min',
      '0x10/min',
      '1,000/min',
      '1_000/min',
      '1000000000/min',
    ],
    ...['50/0s', '50/86401s', '50/99999s', '50/100000s', '50/030s', '50/1.5s', '50/-1s', '50/week', '50/constructor'],
    ...['٥/min', '50∕min', 'NaN/min', 'Infinity/min', '50/min/min'],
  ])('%j is none', (text) => {
    expect(parseRate(text)).toBeUndefined()
  })

  it('reads what it writes', () => {
    fc.assert(
      fc.property(requests, fc.oneof(seconds, fc.constantFrom(1, 60, 3600, 86_400)), (requests, seconds) => {
        expect(parseRate(rateText({ requests, seconds }))).toEqual({ requests, seconds })
        expect(parseRate(`${requests}/${seconds}s`)).toEqual({ requests, seconds })
      }),
    )
    expect([1, 60, 3600, 86_400, 90].map((seconds) => rateText({ requests: 5, seconds }))).toEqual([
      ...['5/sec', '5/min', '5/hour', '5/day', '5/90s'],
    ])
  })

  it('is within its bounds, whatever the text', () => {
    const pieces = fc.array(fc.constantFrom('0', '1', '9', '/', 's', 'sec', 'min', 'day', '-', '.', ' ', '\n'), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        pieces.map((some) => some.join('')),
        (text) => {
          const rate = parseRate(text)
          if (rate === undefined) return
          const [count, time] = text.split('/')
          expect(String(rate.requests)).toBe(count)
          expect(rate.seconds).toBe({ sec: 1, min: 60, day: 86_400 }[time] ?? Number(time.slice(0, -1)))
          expect(rate.seconds).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
