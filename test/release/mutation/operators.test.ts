import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { listed } from './listed.ts'
import { marked, mutantsIn } from './operators.ts'

/** Returns the text after each change. */
const changed = (text: string) =>
  mutantsIn(text).map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end))

it.each<[string, string[]]>([
  ['const a = b < c', ['const a = b <= c']],
  ['const a = b === c && d', ['const a = b === c || d', 'const a = b !== c && d']],
  ['const a = b + 1', ['const a = b - 1', 'const a = b + (1 + 1)']],
  ['const a = -b', ['const a = (b)']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['if (!a) b()', ['if (!(!a)) b()', 'if ((a)) b()', 'if (!a) ;']],
  ['for (;;) { a++ }', ['for (;;) { ; }', 'for (;;) { a-- }']],
  ['for (;;) { if (a) continue }', ['for (;;) { if (!(a)) continue }', 'for (;;) { if (a) ; }']],
  ['const a = true', ['const a = false']],
  ['a = b >>> c', [';', 'a = b << c']],
])('a mutation changes each operator of %s', (text, expected) => {
  expect(changed(text)).toEqual(expected)
})

it.each([
  "import { a } from 'b'",
  'type A = 1 | 2',
  'interface A { readonly b: true }',
  'const a: 1 = b',
  "const a = 'b < c'",
  'const a = { example: 5 }',
  '// a < b',
  'class A extends B { constructor() { super() } }',
])('a mutation leaves %s unchanged', (text) => {
  expect(changed(text)).toEqual([])
})

it('mutations of a whole program can all be parsed', () => {
  const text =
    'export function f(a: number): number { let b = 0; while (b < a) { b += 2; if (b === 9) break } return b }'
  expect(changed(text).length).toBeGreaterThan(6)
  for (const program of changed(text)) expect(() => mutantsIn(program)).not.toThrow()
})

it('marked sources record which blocks run, and each mutation names its block', () => {
  const text = `const twice = (a) => a * 2
function f(a) {
  if (a > 1) {
    return [twice(a), 5]
  }
  return (() => ({ a: -a }))()
}
f(INPUT)`
  const run = (input: string) => {
    const { mutationBlocks } = globalThis as { mutationBlocks?: Set<string> }
    mutationBlocks?.clear()
    runInThisContext(`(() => {${ts.transpile(marked(text.replace('INPUT', input), 'a.ts'))}})()`)
    return (globalThis as { mutationBlocks?: Set<string> }).mutationBlocks!
  }
  const getBlock = (operator: string) => mutantsIn(text).find((mutant) => mutant.operator === operator)!.block
  expect(getBlock('statement')).toBe(-1)
  for (const [operator, ran, input] of [
    ['* to /', true, '2'],
    ['* to /', false, '1'],
    ['> to >=', true, '1'],
    ['without -', true, '1'],
    ['without -', false, '2'],
    ['statement', true, '1'],
  ] as const)
    expect(run(input).has(`a.ts:${getBlock(operator)}`), `${operator} with ${input}`).toBe(ran)
})

it.each(listed)('the listed change of $file can still be applied: $before', ({ file, before, operator }) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
  const changes = mutantsIn(text).filter((mutant) => {
    const line = text.slice(0, mutant.start).split('\n').length
    return mutant.operator === operator && text.split('\n')[line - 1].trim() === before
  })
  expect(changes).not.toEqual([])
})
