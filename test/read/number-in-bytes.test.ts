import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberIn } from '../../data-build/read/number-in-bytes.ts'
import { ascii } from './made-folder.ts'

const read = (written: string, thousands = false) => numberIn(ascii(written), 0, written.length, thousands)

describe('numbers in bytes', () => {
  it('are equal to Number(text) to the last bit, whatever double is written', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value) => read(String(value)) === Number(String(value)),
      ),
    )
  })

  it('are equal to Number(text) for decimals as agencies write them', () => {
    const digits = fc.stringMatching(/^[+-]?[0-9]{1,18}(\.[0-9]{0,25})?$/)
    fc.assert(fc.property(digits, (written) => Object.is(read(written), Number(written))))
  })

  it('are equal to Number(text) with 16 and 17 digits, one more than a double holds exactly', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,3}\.[0-9]{13,15}$/)
    fc.assert(
      fc.property(digits, (written) => read(written) === Number(written)),
      { numRuns: 2000 },
    )
  })

  it('survive commas between thousands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        (value) => read(value.toLocaleString('en-US'), true) === value,
      ),
    )
  })

  it('are NaN when the text is none', () => {
    for (const written of [
      '',
      ' ',
      '+',
      '-',
      '.',
      '1.2.3',
      '1-2',
      '1e',
      '1e5x',
      'e5',
      '0x10',
      'Infinity',
      '1,000',
      '1 2',
    ])
      expect(read(written), written).toBeNaN()
    for (const written of ['1,00', '1,0000', ',100', '1.5,000']) expect(read(written, true), written).toBeNaN()
  })

  it('may have blanks around them', () => {
    expect(read('   94 ')).toBe(94)
  })
})
