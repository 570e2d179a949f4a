import { describe, expect, it } from 'vitest'
import { geocodeAnswers } from '../../../src/answers/geocode/geocode-methods.ts'
import { once } from '../../../src/data/bundle/once.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { geocoderFixture } from '../../answers/geocode/fixtures/geocoder.ts'
import { consoleOf, libraryFixture } from './console.ts'

const addresses = {
  open: async () => ({ ...libraryFixture, ...geocodeAnswers(once(geocoderFixture)) }) as unknown as Vicinage,
}
const austin = ['30.2672', '-97.7431']
const answers: readonly (readonly string[])[] = [
  ['report', ...austin],
  ['score', ...austin],
  ['explain', 'air-quality', ...austin],
  ['explain', 'flood', ...austin],
  ['start'],
  ['dimensions'],
  ['schools', ...austin],
  ['schools', ...austin, '--level', 'high', '--same-district'],
  ['district-schools', '4899900'],
  ['districts', ...austin],
  ['school', '489990000101'],
  ['geocode', '12 Invented Ln, Quillwater, TX 78790'],
  ['geocode', 'Alderbrook'],
  ['geocode', 'Toronto, Canada'],
  ['geocode', '1 Main St, Bluestem Heights, TX 78792'],
]
// SGR codes, which set colors.
const colors = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

describe.each(answers.map((argv) => [argv.join(' '), argv] as const))('the output of %s', (_, argv) => {
  const ask = async (change: Parameters<typeof consoleOf>[1]) =>
    (await consoleOf(argv, { ...(argv[0] === 'geocode' && addresses), ...change })).out

  it('fits terminals of 20 to 300 columns', async () => {
    // IDs with their names and commands for users to copy are not wrapped, so these lines can be wider than the
    // terminal.
    const narrowest = argv.length === 1 ? 60 : 40
    for (const columns of [20, 40, 60, 75, 80, 100, 140, 300]) {
      const longest = Math.max(...(await ask({ columns })).split('\n').map(({ length }) => length))
      expect(longest, `${columns} columns`).toBeLessThanOrEqual(Math.min(140, Math.max(narrowest, columns)))
    }
  })

  it('is colored only on request, without any change to the text', async () => {
    for (const columns of [80, 140]) {
      const without = await ask({ columns })
      const colored = await ask({ columns, color: true })
      expect(without).not.toMatch(colors)
      expect(colored).toMatch(colors)
      expect(colored.replace(colors, '')).toBe(without)
    }
  })

  it('contains only ASCII characters if the terminal does not support UTF-8', async () => {
    expect(await ask({ unicode: false, columns: 80 })).toMatch(/^[\n -~]+$/)
  })
})
