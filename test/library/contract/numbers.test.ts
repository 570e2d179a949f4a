import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBoolean, readInteger } from '../../../src/base/parameters/check.ts'
import { readFloat } from '../../../src/base/parameters/check-basic.ts'
import { skippedName } from '../../support/skipped-name.ts'

// The expectations of the handpicked cases were checked against pydantic 2.13 (pydantic-core 2.46).

describe('readFloat', () => {
  it.each([
    ['42', 42],
    ['  42.1  ', 42.1],
    ['.5', 0.5],
    ['5.', 5],
    ['+1', 1],
    ['-0', -0],
    ['007', 7],
    ['1_0', 10],
    ['1_0_0.2_5', 100.25],
    ['1_.5', 1.5],
    ['1e5', 1e5],
    ['12E-1', 1.2],
    ['1e400', Number.POSITIVE_INFINITY],
    ['INF', Number.POSITIVE_INFINITY],
    ['+Infinity', Number.POSITIVE_INFINITY],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['nan', Number.NaN],
    ['-NaN', Number.NaN],
    ['\u00a01\u0085', 1],
    ['\u2003\t1\r\n', 1],
  ])('parses %j as %d', (text, value) => {
    expect(readFloat(text)).toBe(value)
  })

  it.each([
    ...['', ' ', '.', '+', 'e5', '1e', '1e+', '0x10', '0b1', '1,5', '1 0', '++1', '--1', '1.2.3', '_1'],
    ...['1_', '1__0', ' 1_0', 'infinit', '1n', '1f', 'wrong', '٣', '１', '\ufeff1', '1\u200b', '\u00001'],
  ])('rejects %j', (text) => {
    expect(readFloat(text)).toBeUndefined()
  })

  it('parses every number printed by JavaScript', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        // String(-0) is '0'.
        expect(readFloat(String(value))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('readInteger', () => {
  it.each([
    ['10', 10],
    ['10.0', 10],
    ['10.000', 10],
    ['010', 10],
    ['+10', 10],
    ['-1', -1],
    ['-1.0', -1],
    ['0', 0],
    ['-0', 0],
    ['00.00', 0],
    ['1_0', 10],
    ['+04_2.0', 42],
    ['0_000', 0],
    ['0__1', 1],
    ['-00042_000', -42000],
    [' \u00a010\u0085', 10],
    [' 4_2 ', 42],
    ['9'.repeat(20), 1e20],
    ['0'.repeat(5000), 0],
    [`${'0'.repeat(5000)}7`, 7],
    [`${' '.repeat(5000)}1`, 1],
    [`10.${'0'.repeat(5000)}`, 10],
    ['9'.repeat(4300), Number.POSITIVE_INFINITY],
  ])('parses %.20j as %d', (text, value) => {
    expect(readInteger(text)).toBe(value)
  })

  it.each([
    ...['', ' ', '+', '-', '.0', '10.', '10.5', '1.0_0', '1_.0', '1e1', '1e0', '_1', '-_1', '1_', '1__0'],
    ...['00_', '+-1', '-+1', '++1', '+ 1', '0x10', '10 .0', 'inf', 'nan', '٣', '１', '\ufeff10'],
    'x'.repeat(5000),
  ])('rejects %.20j', (text) => {
    expect(readInteger(text)).toBe('int_parsing')
  })

  it.each(['9'.repeat(4301), `-${'9'.repeat(4300)}`, `+${'1'.repeat(4301)}.0`])('rejects %.9j… as too long', (text) => {
    expect(readInteger(text)).toBe('int_parsing_size')
  })

  it('parses every integer in any notation', () => {
    const ways = fc.record({ zeros: fc.nat(3), decimals: fc.nat(3), space: fc.constantFrom('', ' ', '\t') })
    fc.assert(
      fc.property(fc.maxSafeInteger(), ways, (value, { zeros, decimals, space }) => {
        const digits = `${value < 0 ? '-' : ''}${'0'.repeat(zeros)}${Math.abs(value)}`
        const text = space + digits + (decimals === 0 ? '' : `.${'0'.repeat(decimals)}`) + space
        expect(readInteger(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('readBoolean', () => {
  it.each(['1', 't', 'y', 'on', 'yes', 'true', 'TRUE', 'On', 'yEs'])('parses %j as true', (text) => {
    expect(readBoolean(text)).toBe(true)
  })

  it.each(['0', 'f', 'n', 'off', 'no', 'false', 'FALSE', 'Off', 'nO'])('parses %j as false', (text) => {
    expect(readBoolean(text)).toBe(false)
  })

  it.each(['', ' true', 'true ', '2', '01', 'tru', 'null', 'none', 'falsey', 'ﬀ', 'cheese'])('rejects %j', (text) => {
    expect(readBoolean(text)).toBeUndefined()
  })
})

interface Vector {
  readonly input: string
  readonly value?: number | boolean
  readonly error?: string
}

const VECTORS = '../shared/vectors/number-parsing.json'

describe.skipIf(!existsSync(VECTORS))(
  skippedName("the cases from pydantic's own tests", !existsSync(VECTORS), 'without ../shared/vectors'),
  () => {
    const vectors: Record<'int' | 'float' | 'bool', Vector[]> = existsSync(VECTORS)
      ? JSON.parse(readFileSync(VECTORS, 'utf8'))
      : { int: [], float: [], bool: [] }

    it('include more than 50 integers, 20 floats and 30 booleans', () => {
      expect(vectors.int.length).toBeGreaterThan(50)
      expect(vectors.float.length).toBeGreaterThan(20)
      expect(vectors.bool.length).toBeGreaterThan(30)
    })

    it.each(vectors.float)('match the result of readFloat for $input', ({ input, value }) => {
      expect(readFloat(input)).toBe(value)
    })

    it.each(vectors.int)('match the result of readInteger for $input', ({ input, value }) => {
      expect(readInteger(input)).toBe(value ?? 'int_parsing')
    })

    it.each(vectors.bool)('match the result of readBoolean for $input', ({ input, value }) => {
      expect(readBoolean(input)).toBe(value)
    })
  },
)
