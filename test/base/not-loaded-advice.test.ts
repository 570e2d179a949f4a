import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../src')
/** File whose errors are not checked, because it only rebuilds errors from the messages of other threads. */
const REBUILT = join('faces', 'http', 'request-pool.ts')
/** Words that tell a reader what to do, which belong in `advice`. */
const ADVICE = /\b(copy the|open (with|without|the|a)|load (it|its|the|a)|use a|await|--data)\b|`vicinage data/i

const facts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file !== REBUILT)
  .flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/new NotLoadedError\(\s*(`[^`]*`|'[^']*'|"[^"]*")(.*)/g)].map(
      ([, text, rest]) => ({ file, text: text + rest }),
    ),
  )

it('the source code contains more than 18 NotLoadedError messages', () => {
  expect(facts.length).toBeGreaterThan(18)
})

it.each(facts)('a NotLoadedError message states a fact without advice: $text', ({ text }) => {
  expect(text.split("', '")[0]).not.toMatch(ADVICE)
})
