import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = 'docs/internals'
const guides = readdirSync(FOLDER).filter((file) => file.startsWith('life-of-'))

/** A step of a guide: a table row with a function and the file that declares it. */
const STEP = /^\| *\d+ \| `(\w+)` \| `([\w./-]+)` \|/gm

describe('a guide through the code', () => {
  it.each(guides)('names only functions that are declared in its files: %s', (guide) => {
    const steps = [...readFileSync(`${FOLDER}/${guide}`, 'utf8').matchAll(STEP)]
    expect(steps.length).toBeGreaterThan(5)
    const missing = steps
      .filter(([, name, file]) => !isDeclaredIn(name, file))
      .map(([, name, file]) => `${name} in ${file}`)
    expect(missing).toEqual([])
  })

  it('cannot name a function or file that does not exist', () => {
    expect(isDeclaredIn('noSuchFunction', 'src/library/open.ts')).toBe(false)
    expect(isDeclaredIn('openVicinage', 'src/no-such-file')).toBe(false)
  })
})

/** Returns whether a file declares a function, a class or a method with the given name. */
function isDeclaredIn(name: string, file: string): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false
  return new RegExp(`(?:function\\*? |class |const |^  (?:async )?)${name}\\b`, 'm').test(readFileSync(file, 'utf8'))
}
