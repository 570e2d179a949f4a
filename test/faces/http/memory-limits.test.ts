import { build } from 'esbuild'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryLimits } from '../../../src/faces/http/limits.ts'
import { limitedKey } from './fixtures/keys.ts'

const start = Date.parse('2026-11-21T12:00:00.250Z')

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('limits in memory', () => {
  it('never refuse a key without limits', async () => {
    const limits = memoryLimits()
    expect(await limits.take(limitedKey())).toEqual({ refused: null, windows: [] })
    expect(await limits.takeMore(limitedKey(), 1e9)).toEqual({ refused: null, windows: [] })
  })

  it('reset a rate at the end of a window that begins with its first request', async () => {
    const limits = memoryLimits()
    const key = limitedKey({ rate: { requests: 2, seconds: 60 } })
    // The first window ends at 12:01:00.250, and the second at 12:02:00.250. Reset times are rounded up to whole
    // seconds.
    const window = { name: 'rate', limit: 2, seconds: 60, resetAt: Date.parse('2026-11-21T12:01:01Z') / 1000 }
    expect(await limits.take(key)).toEqual({ refused: null, windows: [{ ...window, remaining: 1, reset: 60 }] })
    vi.advanceTimersByTime(30_500)
    expect(await limits.take(key)).toEqual({ refused: null, windows: [{ ...window, remaining: 0, reset: 30 }] })
    const refused = { refused: 'Rate limit exceeded', windows: [{ ...window, remaining: 0, reset: 1 }] }
    vi.advanceTimersByTime(29_000)
    expect(await limits.take(key)).toEqual(refused)
    vi.advanceTimersByTime(499)
    expect(await limits.take(key)).toEqual(refused)
    vi.advanceTimersByTime(1)
    const next = { ...window, remaining: 1, reset: 60, resetAt: Date.parse('2026-11-21T12:02:01Z') / 1000 }
    expect(await limits.take(key)).toEqual({ refused: null, windows: [next] })
  })

  it('count each key and each rate separately', async () => {
    const limits = memoryLimits()
    const one = limitedKey({ id: '00000001', rate: { requests: 1, seconds: 60 }, monthly: 5 })
    const other = { ...one, id: '00000002' }
    expect((await limits.take(one)).refused).toBe(null)
    expect((await limits.take(other)).refused).toBe(null)
    expect((await limits.take(one)).refused).toBe('Rate limit exceeded')
    // A key whose rate was changed starts a new window, but keeps its monthly count.
    const { refused, windows } = await limits.take({ ...one, rate: { requests: 3, seconds: 60 } })
    expect([refused, ...windows.map(({ remaining }) => remaining)]).toEqual([null, 2, 3])
  })

  it('count calendar months in UTC', async () => {
    const limits = memoryLimits()
    const key = limitedKey({ monthly: 2 })
    const november = { name: 'month', limit: 2, seconds: 30 * 86_400, resetAt: Date.parse('2026-12-01') / 1000 }
    // From 2026-11-21T12:00:00.250Z to 2026-12-01T00:00:00Z: 9 days and 12 hours, less a quarter of a second.
    expect(await limits.take(key)).toEqual({ refused: null, windows: [{ ...november, remaining: 1, reset: 820_800 }] })
    expect(await limits.take(key)).toMatchObject({ refused: null, windows: [{ remaining: 0 }] })
    vi.setSystemTime('2026-11-30T23:59:59.999Z')
    const exceeded = 'Monthly quota exceeded'
    expect(await limits.take(key)).toEqual({ refused: exceeded, windows: [{ ...november, remaining: 0, reset: 1 }] })
    vi.setSystemTime('2026-12-01T00:00:00Z')
    const seconds = 31 * 86_400
    const resetAt = Date.parse('2027-01-01') / 1000
    const december = { name: 'month', limit: 2, seconds, remaining: 1, reset: seconds, resetAt }
    expect(await limits.take(key)).toEqual({ refused: null, windows: [december] })
    for (const [month, days] of [
      ['2027-02', 28],
      ['2028-02', 29],
      ['2027-01', 31],
    ] as const) {
      vi.setSystemTime(`${month}-01T00:00:00Z`)
      expect(await limits.take(key)).toMatchObject({ windows: [{ seconds: days * 86_400, remaining: 1 }] })
    }
  })

  it('restart in the current month if the clock is set back from a later month', async () => {
    vi.setSystemTime('2099-01-31T00:00:00Z')
    const limits = memoryLimits()
    const key = limitedKey({ monthly: 1 })
    await limits.take(key)
    vi.setSystemTime(start)
    expect(await limits.take(key)).toMatchObject({ refused: null, windows: [{ seconds: 30 * 86_400, reset: 820_800 }] })
  })

  it('count all further places of a batch against the monthly quota, or none of them', async () => {
    const limits = memoryLimits()
    const key = limitedKey({ rate: { requests: 5, seconds: 60 }, monthly: 10 })
    const windows = (month: number) => [
      { name: 'rate', remaining: 4 },
      { name: 'month', remaining: month },
    ]
    await limits.take(key)
    expect(await limits.takeMore(key, 10)).toMatchObject({ refused: 'Monthly quota exceeded', windows: windows(9) })
    expect(await limits.takeMore(key, 9)).toMatchObject({ refused: null, windows: windows(0) })
    expect(await limits.takeMore(key, 1)).toMatchObject({ refused: 'Monthly quota exceeded', windows: windows(0) })
    expect(await limits.takeMore({ ...key, monthly: null }, 1e9)).toMatchObject({
      refused: null,
      windows: [{ remaining: 4 }],
    })
  })

  it('refuse every request if a limit is zero or a quota is below the current usage', async () => {
    const limits = memoryLimits()
    expect(await limits.take(limitedKey({ rate: { requests: 0, seconds: 60 } }))).toMatchObject({
      refused: 'Rate limit exceeded',
      windows: [{ limit: 0, remaining: 0 }],
    })
    const key = limitedKey({ monthly: 100 })
    await limits.takeMore(key, 50)
    expect(await limits.take({ ...key, monthly: 20 })).toMatchObject({
      refused: 'Monthly quota exceeded',
      windows: [{ limit: 20, remaining: 0 }],
    })
    expect(await limits.take(limitedKey({ monthly: 0 }))).toMatchObject({ refused: 'Monthly quota exceeded' })
  })

  it('throw on every request if a rate has an invalid number of requests or seconds', async () => {
    const limits = memoryLimits()
    const key = (requests: number, seconds: number) => limitedKey({ rate: { requests, seconds } })
    const [tooLong, odd] = [[key(1, 2_592_000)], [key(1, 0), key(1, 0.5), key(1.5, 1), key(Number.NaN, 1)]]
    for (const one of [...tooLong, ...odd, key(-1, 1), key(1, -1)])
      for (let i = 0; i < 2; i++) await expect(limits.take(one)).rejects.toThrow(/^The rate \S+ cannot be enforced: /)
    expect((await limits.take(key(1, 86_400))).refused).toBe(null)
  })

  it('match a simple reference count over random sequences of requests and pauses', async () => {
    const step = fc.oneof(
      fc.record({ take: fc.constant(true) }),
      fc.record({ more: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ wait: fc.integer({ min: 1, max: 15_000 }) }),
    )
    const rate = { requests: 3, seconds: 10 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        vi.setSystemTime(start)
        const limits = memoryLimits()
        const key = limitedKey({ rate, monthly: 25 })
        let month = 0
        let taken: number[] = []
        for (const one of steps) {
          if ('wait' in one) {
            vi.advanceTimersByTime(one.wait)
            continue
          }
          if (taken.length > 0 && Date.now() >= taken[0] + 10_000) taken = []
          if ('take' in one) taken.push(Date.now())
          const asked = 'more' in one ? one.more : 1
          const isRefused = 'take' in one && taken.length > 3
          const isOver = !isRefused && month + asked > 25
          if (!isRefused && !isOver) month += asked
          const verdict = await ('more' in one ? limits.takeMore(key, one.more) : limits.take(key))
          expect(verdict.refused).toBe(isRefused ? 'Rate limit exceeded' : isOver ? 'Monthly quota exceeded' : null)
          expect(verdict.windows.map(({ remaining }) => remaining)).toEqual([Math.max(3 - taken.length, 0), 25 - month])
          expect(verdict.windows[0].reset).toBe(
            taken.length === 0 ? 10 : Math.ceil((taken[0] + 10_000 - Date.now()) / 1000),
          )
        }
      }),
    )
  })

  it('use one timer per key, not one per request', async () => {
    const limits = memoryLimits()
    const key = limitedKey({ rate: { requests: 10, seconds: 60 }, monthly: 10 })
    for (let i = 0; i < 1000; i++) await limits.take(key)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('can be bundled for a runtime without Node modules', async () => {
    vi.useRealTimers()
    const { metafile } = await build({
      entryPoints: ['src/faces/http/limits.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'neutral',
      packages: 'external',
      logLevel: 'silent',
    })
    // The rate limiter is loaded with the first key that has a rate.
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
    expect(imports).toMatchObject([{ path: 'rate-limiter-flexible', kind: 'dynamic-import' }])
  })
})
