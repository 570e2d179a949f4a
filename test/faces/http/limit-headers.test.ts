import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Verdict, Window } from '../../../src/faces/http/limits.ts'
import { limitHeaders, memoryLimits } from '../../../src/faces/http/limits.ts'
import { limitedKey } from './fixtures/keys.ts'

const rate: Window = { name: 'rate', limit: 50, seconds: 60, remaining: 49, reset: 30, resetAt: 1_795_262_431 }
const month: Window = {
  name: 'month',
  limit: 100_000,
  seconds: 2_592_000,
  remaining: 99_000,
  reset: 820_800,
  resetAt: 1_796_083_200,
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_795_262_400_999 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('limit headers', () => {
  it('are not sent for a key without limits', () => {
    expect(limitHeaders({ refused: null, windows: [] })).toEqual({})
  })

  it('list both windows and show the values of the window with the smallest remaining share', () => {
    expect(limitHeaders({ refused: null, windows: [rate, month] })).toEqual({
      'RateLimit-Policy': '"rate";q=50;w=60, "month";q=100000;w=2592000',
      RateLimit: '"rate";r=49;t=30, "month";r=99000;t=820800',
      'X-RateLimit-Limit': '50',
      'X-RateLimit-Remaining': '49',
      'X-RateLimit-Reset': '1795262431',
    })
    expect(limitHeaders({ refused: null, windows: [rate, { ...month, remaining: 97_000 }] })).toMatchObject({
      'X-RateLimit-Limit': '100000',
      'X-RateLimit-Remaining': '97000',
      'X-RateLimit-Reset': '1796083200',
    })
  })

  it.each([
    ['only a rate', { refused: null, windows: [rate] }, '50'],
    ['only a month', { refused: null, windows: [month] }, '100000'],
    [
      'a used-up rate and month',
      {
        refused: null,
        windows: [
          { ...rate, remaining: 0 },
          { ...month, remaining: 0 },
        ],
      },
      '100000',
    ],
    ['a rate of zero', { refused: null, windows: [{ ...rate, limit: 0, remaining: 0 }, month] }, '100000'],
  ] satisfies [string, Verdict, string][])(
    'show one window, and omit Retry-After unless the request is refused: %s',
    (_, verdict, limit) => {
      const headers = limitHeaders(verdict)
      expect(headers['X-RateLimit-Limit']).toBe(limit)
      expect(headers).not.toHaveProperty('Retry-After')
    },
  )

  it('show the window that refused the request and when to retry', () => {
    const used = [
      { ...rate, remaining: 0 },
      { ...month, remaining: 0 },
    ]
    expect(limitHeaders({ refused: 'Rate limit exceeded', windows: used })).toMatchObject({
      'X-RateLimit-Limit': '50',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1795262431',
      'Retry-After': '30',
    })
    // The batch had more places than remain in the monthly quota.
    expect(
      limitHeaders({ refused: 'Monthly quota exceeded', windows: [{ ...rate, remaining: 0 }, month] }),
    ).toMatchObject({
      'X-RateLimit-Remaining': '99000',
      'Retry-After': '820800',
    })
  })

  it('name a retry time at which a request is accepted, and the same reset time throughout a window', async () => {
    const limits = memoryLimits()
    const key = limitedKey({ rate: { requests: 1, seconds: 5 } })
    vi.setSystemTime(1_795_262_400_999)
    await limits.take(key)
    const times = new Set<string>()
    for (let i = 0; i < 9; i++) {
      vi.advanceTimersByTime(500)
      const headers = limitHeaders(await limits.take(key))
      times.add(headers['X-RateLimit-Reset'])
      // Neither header names a time that is before the end of the window.
      expect(Date.now() + 1000 * Number(headers['Retry-After'])).toBeGreaterThanOrEqual(1_795_262_405_999)
    }
    expect([...times]).toEqual(['1795262406'])
    vi.setSystemTime(1000 * Number([...times][0]))
    expect((await limits.take(key)).refused).toBeNull()
  })

  it('are structured fields with the values of the windows', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999_999 })
    const window = (name: Window['name']) =>
      fc.record({
        name: fc.constant(name),
        limit: whole,
        seconds: whole,
        remaining: whole,
        reset: whole,
        resetAt: whole,
      })
    const both = fc.tuple(window('rate'), window('month'))
    fc.assert(
      fc.property(both, fc.constantFrom([0, 1], [0], [1]), (windows, chosen) => {
        const shown = chosen.map((index) => windows[index])
        const headers = limitHeaders({ refused: null, windows: shown })
        expect(structuredList(headers['RateLimit-Policy'])).toEqual(
          shown.map(({ name, limit, seconds }) => ({ item: name, q: limit, w: seconds })),
        )
        expect(structuredList(headers.RateLimit)).toEqual(
          shown.map(({ name, remaining, reset }) => ({ item: name, r: remaining, t: reset })),
        )
      }),
    )
  })
})

/** Parses a List of Strings with Integer parameters as in RFC 9651, section 4.2. */
function structuredList(text: string): Record<string, string | number>[] {
  let at = 0
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern, 'y')
    sticky.lastIndex = at
    const match = sticky.exec(text)
    if (match === null) throw new Error(`no ${pattern} at ${at} of ${text}`)
    at = sticky.lastIndex
    return match[0]
  }
  const list: Record<string, string | number>[] = []
  for (;;) {
    const member: Record<string, string | number> = { item: take(/"[ !#-[\]-~]*"/).slice(1, -1) }
    while (text[at] === ';') {
      take(/; */)
      const name = take(/[a-z*][a-z0-9_.*-]*/)
      take(/=/)
      member[name] = Number(take(/-?\d{1,15}/))
    }
    list.push(member)
    if (at === text.length) return list
    take(/[ \t]*,[ \t]*/)
  }
}
