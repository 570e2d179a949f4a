import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradeCode, gradeLabel, gradeRange } from '../../data-build/schools/grades.ts'

describe('grades', () => {
  it.each([
    ['PK', -1],
    ['P', -1],
    ['PreK', -1],
    ['EE', -1],
    ['KG', 0],
    ['K', 0],
    ['TK', 0],
    ['01', 1],
    ['1', 1],
    ['09', 9],
    ['12', 12],
    ['13', 13],
    ['UG', 13],
    ['AE', 14],
    ['Adult', 14],
    ['AD', 14],
    [' kg ', 0],
    ["'UG", 13],
    ['N', null],
    ['M', null],
    ['', null],
    ['0', null],
    ['00', null],
    ['14', null],
    ['-1', null],
    ['-9', null],
    ['1.5', null],
    ['001', null],
    ['constructor', null],
  ])('code of %s is %s', (raw, code) => {
    expect(gradeCode(raw)).toBe(code)
  })

  it.each([
    // CDE
    ['K-5', [0, 5]],
    ['P-8', [-1, 8]],
    ['K', [0, 0]],
    ['9-12', [9, 12]],
    ['7-9 ', [7, 9]],
    ['P', [-1, -1]],
    ['P-K', [-1, 0]],
    ['Adult', [14, 14]],
    ['K-Adult', [0, 14]],
    ['9-Post Secondary', [9, 14]],
    ['3-13', [3, 13]],
    // TEA
    ['09 - 12', [9, 12]],
    ['PK-05', [-1, 5]],
    ['EE - PK', [-1, -1]],
    ["'09-12", [9, 12]],
    ["'EE-05", [-1, 5]],
    ["'EE KG-05", [-1, 5]],
    ["'EE-KG 09-12", [-1, 12]],
    ["'PK-04 08", [-1, 8]],
    ["'02 06-12", [2, 12]],
    ["'UG", [13, 13]],
    ["'12-AE", [12, 14]],
    ['12-9', [9, 12]],
    ['', null],
    [' ', null],
    ['N', null],
    ['N-N', null],
    ['K-', null],
    ['-5', null],
    ['K-5-', null],
    ['No Data', null],
    ['K-99', null],
  ])('range of %s is %s', (raw, range) => {
    expect(gradeRange(raw)).toEqual(range)
  })

  it('labels are what codes are read from, and nothing else has one', () => {
    for (let code = -1; code <= 12; code++) expect(gradeCode(gradeLabel(code)!)).toBe(code)
    expect([-2, 13, 14, 1.5, 99, Number.NaN, Number.POSITIVE_INFINITY].map(gradeLabel)).toEqual(Array(7).fill(null))
  })

  it('a range of two labels is their codes in order', () => {
    const code = fc.integer({ min: -1, max: 12 })
    fc.assert(
      fc.property(code, code, fc.constantFrom('-', ' - ', '–'), (a, b, dash) => {
        expect(gradeRange(`${gradeLabel(a)}${dash}${gradeLabel(b)}`)).toEqual([Math.min(a, b), Math.max(a, b)])
      }),
    )
  })
})
