import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimal } from '../../../src/faces/batch/decimal.ts'

const code = (char: string) => char.charCodeAt(0)

/** Reads a field and checks its end. Returns null if readDecimal leaves it to a slower reader. */
function read(field: string, behind = '\n', delimiter = ',', point = '.'): number | null {
  const into = new Float64Array([Number.NaN])
  const end = readDecimal(Buffer.from(`${field}${behind}`), 0, code(delimiter), code(point), into, 0)
  if (end < 0) {
    expect(into[0]).toBeNaN()
    return null
  }
  expect(end).toBe(field.length + behind.indexOf(behind.trim() === '' ? '\n' : delimiter))
  return into[0]
}

/** Returns whether a number is read correctly in every form in which it may be written in a file. */
function isRead(text: string): boolean {
  const value = Number(text)
  return [
    read(text),
    read(text, '\r\n'),
    read(text, ',1\n'),
    read(`  ${text} `),
    read(`"${text}"`, '\r\n'),
    read(`" ${text}"`),
    read(text.replace('.', ','), ';\n', ';', ','),
  ].every((got) => Object.is(got, value))
}

describe('numbers returned by readDecimal', () => {
  it('are equal to Number(text) to the last bit for typical coordinates', () => {
    const written = fc.stringMatching(/^[+-]?[0-9]{1,3}(\.[0-9]{0,12})?$/)
    fc.assert(fc.property(written, isRead), { numRuns: 2000 })
  })

  it('are equal to Number(text), or null for less than 20% of texts, if the texts have all digits of a double or more', () => {
    const double = fc.double({ min: 1e-5, max: 180, noNaN: true })
    const digits = fc.integer({ min: 15, max: 20 })
    const isEqual = (text: string) => [null, Number(text)].includes(read(text))
    let unread = 0
    fc.assert(
      fc.property(double, digits, (value, digits) => {
        const texts = [String(value), value.toFixed(digits), value.toPrecision(digits)]
        unread += texts.filter((text) => read(text) === null).length
        return texts.every(isEqual)
      }),
      { numRuns: 5000 },
    )
    expect(unread).toBeLessThan(3000)
  })

  it('are equal to Number(text), or null, close to the midpoint between two doubles', () => {
    const double = fc.double({ min: 1, max: 180, noNaN: true })
    const cut = fc.integer({ min: 14, max: 22 })
    let read17 = 0
    fc.assert(
      fc.property(double, cut, fc.integer({ min: -2, max: 2 }), (value, decimals, off) => {
        // Writes the midpoint between two neighboring doubles as a decimal fraction that is cut off after some digits.
        // `off` changes the last digits slightly.
        const middle = middleAbove(value)
        const scaled = (middle * 10n ** BigInt(decimals)) / 2n ** 54n + BigInt(off)
        const digits = String(scaled).padStart(decimals + 1, '0')
        const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
        const got = read(text)
        if (got !== null) read17++
        return got === null || got === Number(text)
      }),
      { numRuns: 5000 },
    )
    expect(read17).toBeGreaterThan(1000)
  })

  it('are exact, or null, at the midpoint between two doubles', () => {
    for (const text of ['9007199254740993', '9007199254740995', '18014398509481986.0', '4503599627370497.5'])
      expect([null, Number(text)], text).toContain(read(text))
  })

  it('are null for ambiguous text and for anything except a plain number', () => {
    for (const field of [
      ...[' ', '+', '-', '.', '1.2.3', '1-2', '1e1', '0x10', 'NaN', '1_0'],
      ...['30N', '30°', '--1', '1 2', '"', '"1', '"1"2', '""', ' "1"'],
      '1,2'.replace(',', ';'),
    ])
      expect(read(field), field).toBeNull()
    expect(read('1.5', ';\n', ';', ',')).toBe(1.5)
    expect(read(`0.${'0'.repeat(22)}1`)).toBeNull()
    expect(read('9'.repeat(400))).toBeNull()
    expect(read(`${'0'.repeat(400)}7`)).toBe(7)
    expect(read('-0')).toBe(-0)
    expect([read(''), read('', '\r\n'), read('', ',1\n')]).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect(read('5.')).toBe(5)
    expect(read('.5')).toBe(0.5)
  })

  it('are read up to a space if the delimiter is a space', () => {
    expect(read('30.5', ' 1\n', ' ')).toBe(30.5)
    expect(read('', ' 1\n', ' ')).toBeNaN()
  })
})

/** Returns 2^54 times the midpoint between a double from 1 to 256 and the next double. */
function middleAbove(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn) - 1075
  const mantissa = (bits & (2n ** 52n - 1n)) | (2n ** 52n)
  return ((2n * mantissa + 1n) << BigInt(exponent + 54)) >> 1n
}
