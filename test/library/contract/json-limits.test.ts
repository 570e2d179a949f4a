import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceededLimit as excessInBytes, JsonLimits } from '../../../src/library/contract/json-limits.ts'
import { runs } from '../../support/runs.ts'

const exceededLimit = (json: string) => excessInBytes(Buffer.from(json))
const nested = (levels: number, [open, close]: readonly [string, string] = ['[', ']']) =>
  open.repeat(levels) + close.repeat(levels)
const wide = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join(',')}}`
const DEEP = 'More than 100 levels'
const WIDE = 'More than 1,000 keys in an object'

describe('the JSON limits', () => {
  it.each<[string, string, string | null]>([
    ['a hundred levels', nested(100), null],
    ['a hundred and one levels', nested(101), DEEP],
    ['two million levels that are never closed', '['.repeat(2_000_000), DEEP],
    ['objects in objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, DEEP],
    ['levels that end and start again', `[${Array(500).fill(nested(99)).join(',')}]`, null],
    ['closing brackets first', `${']'.repeat(1000)}${nested(101)}`, DEEP],
    ['brackets in a text', JSON.stringify('['.repeat(500)), null],
    ['brackets after a quote in a text', JSON.stringify(`"${'['.repeat(500)}`), null],
    ['brackets after backslashes in a text', JSON.stringify(`\\\\"\\${'['.repeat(500)}`), null],
    ['brackets after a text that ends with backslashes', `["\\\\\\\\",${nested(100)}]`, DEEP],
    ['a text that never ends', `"${'['.repeat(500)}`, null],
    ['a thousand keys', wide(1000), null],
    ['a thousand and one keys', wide(1001), WIDE],
    ['many objects of a thousand keys', `[${Array(20).fill(wide(1000)).join(',')}]`, null],
    ['keys around an object with keys', `{${'"a":{"b":1},'.repeat(1001)}"c":1}`, WIDE],
    ['colons in a text', JSON.stringify(':'.repeat(5000)), null],
    ['an empty text', '', null],
  ])('apply to %s', (_, json, sentence) => {
    expect(exceededLimit(json)).toBe(sentence)
  })

  it('are the same for text in chunks as for the whole text', () => {
    const special = fc.constantFrom('"', '\\', '[', ']', '{', '}', ':', 'a', 'é', '["k":', '"\\"')
    const text = fc.array(special, { maxLength: 400 }).map((parts) => parts.join(''))
    const hostile = fc.constantFrom(nested(101), wide(1001), '['.repeat(150), `"${'['.repeat(500)}`)
    fc.assert(
      fc.property(fc.tuple(text, hostile, text), fc.integer({ min: 1, max: 50 }), (parts, size) => {
        const bytes = Buffer.from(parts.join(''))
        const limits = new JsonLimits()
        let excess: string | null = null
        for (let at = 0; at < bytes.length && excess === null; at += size)
          excess = limits.check(bytes.subarray(at, at + size))
        expect(excess).toBe(excessInBytes(bytes))
      }),
      { numRuns: runs(1000, 200) },
    )
  })

  it('are never exceeded by JSON whose nesting and keys are within the limits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.option(fc.constantFrom(1, '\t')), (value, space) => {
        expect(exceededLimit(JSON.stringify(value, null, space ?? undefined))).toBeNull()
      }),
      { numRuns: runs(1000, 200) },
    )
  })

  it('are checked in linear time for two million quotes and backslashes', () => {
    const started = performance.now()
    exceededLimit(`"${'\\"'.repeat(1_000_000)}`)
    exceededLimit('""'.repeat(1_000_000))
    exceededLimit(`"${'\\'.repeat(2_000_000)}"`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
