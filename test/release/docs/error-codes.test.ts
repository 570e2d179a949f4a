import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync('docs/reference/api/errors.md', 'utf8')
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'))

/** Returns the quoted members of a union type. */
const membersOf = (type: string) => {
  const [, union] = sources.flatMap(
    (text) => new RegExp(`^export type ${type} =\\n((?: +\\| '\\w+'\\n)+)`, 'm').exec(text) ?? [],
  )
  return Array.from(union.matchAll(/'(\w+)'/g), ([, code]) => code)
}

/** Codes of the error classes that have a single code. */
const ofClasses = sources.flatMap((text) =>
  Array.from(text.matchAll(/^export class \w+ extends \w+ \{\n(?:.*\n)*?^\}/gm), ([body]) =>
    Array.from(body.matchAll(/^ {2}readonly code(?:: ErrorCode)? = '(\w+)'/gm), ([, code]) => code),
  ).flat(),
)

/** Classes of errors and their codes, as the tables of the page list them. */
const rows = Array.from(page.matchAll(/^\| (?:`(\w+)` )?\| ((?:`\w+`(?:, )?)+) \|/gm), ([, name, codes]) => ({
  name,
  codes: Array.from(codes.matchAll(/`(\w+)`/g), ([, code]) => code),
}))

it('the errors page lists every code that can be thrown, and no other code', () => {
  expect(ofClasses.length).toBeGreaterThan(10)
  const codes = new Set([...membersOf('ErrorCode'), ...membersOf('BatchCode'), ...ofClasses])
  expect([...new Set(rows.flatMap(({ codes }) => codes))].sort()).toEqual([...codes].sort())
})

it('the errors page lists only existing classes', () => {
  const missing = rows.filter(({ name }) => name && !sources.some((text) => text.includes(`class ${name} extends`)))
  expect(missing).toEqual([])
})

it('every code of the library is thrown somewhere', () => {
  const thrown = sources.map((text) => text.replace(/^export type \w+ =\n(?: +\| '\w+'\n)+/gm, '')).join('\n')
  // The source uses a template for the codes of schools and districts, such as `schools_not_loaded`.
  const made = thrown.replace(/`\$\{part\}_not_loaded`/, "'schools_not_loaded' 'districts_not_loaded'")
  expect(membersOf('ErrorCode').filter((code) => !made.includes(`'${code}'`))).toEqual([])
})
