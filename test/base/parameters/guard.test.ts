import { describe, expect, it } from 'vitest'
import { UnexpectedError, ValidationError } from '../../../src/base/errors.ts'
import { alreadyGuarded, attempt, guarded, guardMethods, isGuarded } from '../../../src/base/parameters/guard.ts'

const fails = (error: unknown) => () => {
  throw error
}
const broken = new TypeError('x is not a function')

describe('a guarded function', () => {
  it('receives `this` and up to five arguments, and its result is returned', async () => {
    const sum = guarded('sum()', function (this: { base: number }, ...given: number[]) {
      return given.reduce((total, one) => total + (one ?? 0), this.base)
    })
    expect(sum.call({ base: 1 }, 10, 100, 1000, 10_000, 100_000)).toBe(111_111)
    const later = guarded(
      'async later()',
      function (this: { base: number }, a: number, b: number, c: number, d: number, e: number) {
        return Promise.resolve(this.base + a + b + c + d + e)
      },
    )
    await expect(later.call({ base: 1 }, 10, 100, 1000, 10_000, 100_000)).resolves.toBe(111_111)
  })

  it('is not guarded a second time', () => {
    const fn = () => 0
    expect(isGuarded(fn)).toBe(false)
    const once = guarded('fn()', fn)
    expect([isGuarded(once), guarded('fn()', once) === once, once === fn]).toEqual([true, true, false])
    const own = alreadyGuarded(() => 1)
    expect(guarded('own()', own)).toBe(own)
  })

  it('rethrows errors that have a code', async () => {
    const error = new ValidationError([], 'no')
    expect(guarded('fn()', fails(error))).toThrow(error)
    await expect(guarded('async fn()', fails(error))()).rejects.toBe(error)
  })

  it('names the first argument that does not match the signature', () => {
    const edge = guarded('edge(dimension: string, place: object, options?: object)', fails(broken)) as (
      ...given: unknown[]
    ) => void
    const message = (...given: unknown[]) => {
      try {
        edge(...given)
      } catch (error) {
        return (error as Error).message
      }
      return ''
    }
    expect(message(5, {})).toBe('edge() needs dimension as a string, not 5.')
    expect(message('fire', undefined)).toBe('edge() needs place as an object, not undefined.')
    expect(message('fire', {}, 'x')).toBe("edge() needs options as an object, not 'x'.")
    expect(message('fire', {}, null)).toBe('edge() needs options as an object, not null.')
    const unexpected = 'edge() failed (x is not a function). Check the arguments; if they are right, report a bug.'
    expect([message('fire', {}), message('fire', {}, {})]).toEqual([unexpected, unexpected])
  })

  it('wraps errors of the engine and the operating system, and quotes at most 80 characters of engine errors', () => {
    const thrown = (error: unknown) => {
      try {
        guarded('place.read()', fails(error))()
      } catch (outer) {
        return outer as UnexpectedError
      }
      return null
    }
    expect(thrown(broken)).toBeInstanceOf(UnexpectedError)
    expect(thrown(broken)!.cause).toBe(broken)
    expect(thrown('text')!.message).toContain('place.read() failed (text).')
    expect(thrown(undefined)!.message).toContain('place.read() failed (undefined).')
    expect(thrown(null)!.message).toContain('place.read() failed (null).')
    expect(thrown(new Error('y'.repeat(90)))!.message).toContain(`(${'y'.repeat(80)}).`)
    const refused = Object.assign(new Error('EACCES: permission denied'), { syscall: 'open' })
    expect(thrown(refused)!.message).toBe(
      'place.read() failed with an operating system error: EACCES: permission denied.',
    )
  })

  it('throws the abort reason of a signal only if the caller aborted it', () => {
    const reason = new Error('stop')
    const fn = guarded('fn(options?: object)', fails(reason)) as (options: unknown) => void
    const hidden = new Proxy({}, { get: fails(broken) })
    expect(() => fn({ signal: AbortSignal.abort(reason) })).toThrow(reason)
    for (const signal of [AbortSignal.abort(new Error('other')), { aborted: false, reason }, undefined])
      expect(() => fn({ signal })).toThrow(UnexpectedError)
    expect(() => fn(hidden)).toThrow(UnexpectedError)
    expect(() => fn(null)).toThrow(ValidationError)
  })
})

describe('attempt()', () => {
  it('returns the result or throws an error with a code, for plain and asynchronous functions', async () => {
    expect(attempt('fn()', [], () => 5)).toBe(5)
    await expect(attempt('fn()', [], async () => 5)).resolves.toBe(5)
    expect(() => attempt('fn(a: number)', ['x'], fails(broken))).toThrow("fn() needs a as a number, not 'x'.")
    await expect(attempt('fn(a: number)', [5], () => Promise.reject(broken))).rejects.toBeInstanceOf(UnexpectedError)
  })
})

describe('guardMethods()', () => {
  it('guards all functions of an object, with their own signatures or the default one', async () => {
    const methods = { a: fails(broken) as (text: unknown) => void, b: fails(broken), c: fails(broken), size: 5 }
    const same = guardMethods(methods, { a: '(text: string)', c: 'async (text?: string)' }, '(n?: number)')
    expect(same).toBe(methods)
    expect(same.size).toBe(5)
    expect(() => same.a(5)).toThrow('a() needs text as a string, not 5.')
    expect(() => (same.b as (n: unknown) => void)('x')).toThrow("b() needs n as a number, not 'x'.")
    await expect((same.c as (text: unknown) => Promise<void>)(5)).rejects.toThrow('c() needs text as a string, not 5.')
    expect(() => guardMethods({ d: fails(broken) }, {}).d()).toThrow('d() failed (x is not a function).')
  })
})
