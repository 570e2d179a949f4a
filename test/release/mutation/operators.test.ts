import { expect, it } from 'vitest'
import { mutantsIn } from './operators.ts'

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
