import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvSplitter, LONGEST_RECORD } from '../../../src/batch/csv/split-csv.ts'
import { BatchError } from '../../../src/batch/rows.ts'

const splitter = csvSplitter({ delimiter: ',' })
const end = (text: string, last = false) => splitter.end(Buffer.from(text), last)

describe('ends of records', () => {
  it.each([
    ['', 0],
    ['1,2', 0],
    ['1,2\n', 4],
    ['1\n2\n3', 4],
    ['1\r\n2\r\n3\r', 6],
    ['"1\n2"', 0],
    ['"1\n2"\n', 6],
    ['a,"1\n2\n', 0],
    ['a\nb,"1\n2', 2],
    ['a\n"b""\n', 2],
    ['a\n"b"""\n', 8],
    ['"",""\n"', 6],
    ['5\'10" tall\n6\' 2",\n', 18],
    ['a "b\nc" d\n', 10],
    [' "b\n', 4],
    ['"a"b"\n', 6],
    ['"a","b\n', 0],
    ['"a"\n"b\n', 4],
    ['\n\n\n"', 3],
  ])('of %j: %i', (text, expected) => {
    expect(end(text)).toBe(expected)
  })

  it('close what is last, but not a quote', () => {
    expect(end('1,2', true)).toBe(3)
    expect(end('1\n"a"', true)).toBe(5)
    expect(end('1\n"a\n', true)).toBe(2)
    expect(end('"a\n', true)).toBe(0)
    expect(end('', true)).toBe(0)
  })

  it('lie where a plain look at every byte finds them', () => {
    const texts = fc.array(fc.constantFrom('"', '"', ',', '\n', 'a'), { maxLength: 30 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        let isOpen = false
        let found = 0
        for (let i = 0; i < text.length; i++) {
          if (text[i] === '"' && isOpen && text[i + 1] === '"') i++
          else if (text[i] === '"' && isOpen) isOpen = false
          else if (text[i] === '"') isOpen = i === 0 || text[i - 1] === ',' || text[i - 1] === '\n'
          else if (text[i] === '\n' && !isOpen) found = i + 1
        }
        return end(text) === found && end(text, true) === (isOpen ? found : text.length)
      }),
      { numRuns: 20_000 },
    )
  })

  it('must come within 16 MB', () => {
    const long = Buffer.alloc(LONGEST_RECORD + 20, 'x')
    long.write('a,b\n1,"two')
    for (const last of [false, true]) {
      const refused = new BatchError(
        `The record that begins with '1,"two${'x'.repeat(54)}' has more than 16 MB: a quote in it is never closed.`,
      )
      expect(() => splitter.end(long, last)).toThrow(refused)
    }
    // The line begins 4 bytes behind those of the input before.
    expect(() => splitter.end(long, false, 1000)).toThrow(
      /^The record that begins with '1,"twox+' at byte 1004 has more/,
    )
    long.write('a,b\n1,2two')
    expect(() => splitter.end(long, false)).toThrow(/has more than 16 MB: its line does not end\.$/)
    expect(splitter.end(long.subarray(0, LONGEST_RECORD), false)).toBe(4)
    long.fill('\n')
    expect(splitter.end(long, false)).toBe(long.length)
  })
})
