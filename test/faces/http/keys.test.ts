import { build } from 'esbuild'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newToken } from '../../../src/faces/cli/change-keys.ts'
import { isExpired, knownKeys } from '../../../src/faces/http/keys.ts'
import { keyFixture } from './fixtures/keys.ts'

const tokens = Array.from({ length: 20 }, newToken)
const list = tokens.map((token) => keyFixture(token))
const keys = knownKeys(list)
const surrogate = String.fromCharCode(0xd800)
const long = ['x'.repeat(257), 'x'.repeat(1e6)]
const hostile = ['', ' ', '\0', surrogate, `vic_${surrogate}`, 'clé', '😀', '__proto__', ...long]

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

describe('keys in memory', () => {
  it('are found by their tokens, whether or not they have expired', () => {
    expect(tokens.map((token) => keys.find(token))).toEqual(list)
    const old = keyFixture('old', { expires: 1 })
    expect(knownKeys([old]).find('old')).toBe(old)
    expect([0, 1, 2].map((now) => isExpired(old, now))).toEqual([false, true, true])
  })

  it('know whether any key has a rate limit', () => {
    const [free, rated] = [keyFixture('a', { rate: null }), keyFixture('b', { rate: { requests: 1, seconds: 60 } })]
    expect(knownKeys([free]).hasRates).toBe(false)
    expect(knownKeys([free, rated]).hasRates).toBe(true)
  })

  it('are not found by a similar token, a hash, an ID or a name', () => {
    for (const [index, token] of tokens.entries()) {
      const { hash, id, name } = list[index]
      const first = token[4] === 'A' ? 'B' : 'A'
      const near = [`${token} `, ` ${token}`, token.slice(0, -1), token.toUpperCase(), `vic_${first}${token.slice(5)}`]
      for (const other of [...near, hash, id, name]) expect(keys.find(other)).toBeUndefined()
    }
    expect(knownKeys([]).find(tokens[0])).toBeUndefined()
  })

  it('are not found by a hostile token, and the search does not throw', () => {
    for (const token of hostile) expect(keys.find(token)).toBeUndefined()
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (units) => {
        expect(keys.find(String.fromCharCode(...units))).toBeUndefined()
      }),
    )
  })

  it('are found only by tokens of 1 to 256 characters', () => {
    const lengths = [0, 1, 256, 257]
    const all = knownKeys(lengths.map((length) => keyFixture('é'.repeat(length))))
    expect(lengths.map((length) => all.find('é'.repeat(length)) !== undefined)).toEqual([false, true, true, false])
  })

  it('are found asynchronously with WebCrypto when Node modules are missing', async () => {
    vi.resetModules()
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    const { knownKeys } = await import('../../../src/faces/http/keys.ts')
    const web = knownKeys(list)
    expect(web.find(tokens[0])).toBeInstanceOf(Promise)
    expect(await Promise.all(tokens.map((token) => web.find(token)))).toEqual(list)
    for (const token of hostile) expect(await web.find(token)).toBeUndefined()
    const odd = [keyFixture('clé'), keyFixture(`a${surrogate}`)]
    for (const token of ['clé', `a${surrogate}`]) expect(await knownKeys(odd).find(token)).toEqual(keyFixture(token))
  })

  it('can be bundled for a browser without Node modules', async () => {
    const path = new URL('../../../src/faces/http/keys.ts', import.meta.url).pathname
    const { metafile } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      platform: 'browser',
      metafile: true,
    })
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  })
})

describe('a new token', () => {
  it('consists of vic_ and 32 random bytes in base64url', () => {
    for (const token of tokens) {
      expect(token).toMatch(/^vic_[\w-]{43}$/)
      expect(Buffer.from(token.slice(4), 'base64url')).toHaveLength(32)
    }
    expect(new Set(tokens).size).toBe(tokens.length)
  })
})
