import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { openVicinage } from '../../../src/index.ts'

const SCRIPT = 'examples/node-script/scores.mjs'
const PLACES = 'examples/node-script/places.csv'

interface Ended {
  readonly code: unknown
  readonly out: string
  readonly error: string
}

/** Runs the script with the name of a file, or with none, and with a string on standard input. */
function run(args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...args], (failure, out, error) =>
      resolve({ code: failure?.code ?? 0, out, error }),
    )
    child.stdin!.on('error', () => {})
    child.stdin!.end(input)
  })
}

describe('the Node script', () => {
  it('prints three scores for each place in its file, equal to those of the library', async () => {
    const dimensions = ['walkability', 'noise-levels', 'flood'] satisfies DimensionId[]
    const vicinage = await openVicinage({ dimensions, schools: false, geocoder: false })
    const { code, out, error } = await run([PLACES])
    expect({ code, error }).toEqual({ code: 0, error: '' })
    const [head, ...rows] = out.trimEnd().split('\n')
    expect(head.split(/ +/)).toEqual(['place', ...dimensions])
    const places = readFileSync(PLACES, 'utf8').trimEnd().split('\n').slice(1)
    expect(rows.length).toBe(places.length)
    for (const [i, text] of places.slice(0, -1).entries()) {
      const [place, lat, lon] = text.split(',')
      const scores = Object.values(vicinage.scores({ lat: Number(lat), lon: Number(lon) }, { dimensions }))
      expect(rows[i].slice(0, 34).trimEnd()).toBe(place)
      expect(rows[i].slice(34).match(/no data|\d+/g)).toEqual(
        scores.map(({ score }) => (score ? `${score}` : 'no data')),
      )
    }
    expect(rows[0]).toMatch(/ \d+ +\d+ +\d+$/)
    expect(rows.at(-1)).toMatch(/^Denver.*Outside the coverage: California, Texas and Florida\.$/)
  })

  it('accepts standard input, and explains why a row has no score', async () => {
    const { code, out } = await run(['-'], 'place,lat,lon\nbeyond the pole,91,0\nAustin,30.2672,-97.7431\n')
    expect(code).toBe(0)
    expect(out).toMatch(/^beyond the pole +The latitude 91 is not between -90 and 90\.$/m)
    expect(out).toMatch(/^Austin +\d+ +\d+ +\d+$/m)
  })

  it.each([
    ['examples/node-script/none.csv', 'ENOENT'],
    ['examples', 'EISDIR'],
  ])('reports in one sentence that it cannot read %s', async (name, code) => {
    const { code: exit, error } = await run([name])
    expect({ exit, error }).toEqual({
      exit: 1,
      error: `${name} cannot be read (${code}): name a CSV file that is there.\n`,
    })
  })

  it('prints its usage if no file is given', async () => {
    const { code, out, error } = await run([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toContain('Usage: ')
  })
})
