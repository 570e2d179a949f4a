import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Geocoder } from '../../../src/geocode/geocoder.ts'
import { addStreets } from '../../../src/geocode/streets/build/add-streets.ts'
import { Streets } from '../../../src/geocode/streets/streets.ts'
import { geocodeAnswers } from '../../../src/geocode-answers.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check } from '../check.ts'
import { planeMetres, RANGES_FILE, rangeTruths, sideOf } from './range-truth.ts'

/** Metres within which an address has to be found. */
const NEAR = 30

/** A street layer built from the file of one county, asked for every range's ends and middle. */
export async function streetRanges(context: BuiltContext): Promise<Check[]> {
  const { sources, places } = context
  const truths = await rangeTruths(sources)
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-streets-'))
  try {
    await addStreets([join(sources.directory, RANGES_FILE)], folder)
    const { geocode } = geocodeAnswers(new Geocoder(places, [Streets.open(folder)]))
    const withZip = truths.filter(({ address }) => /\d{5}$/.test(address))
    const found = withZip.map((truth) => {
      const { lat, lon } = geocode(truth.address)
      if (lat === null || lon === null) return { near: false, side: false }
      const near = planeMetres(truth, { lat, lon }) < NEAR
      return { near, side: near && sideOf(truth, { lat, lon }) === truth.side }
    })
    const share = (what: string, count: number): Check => {
      const check = `ends and middles of the address ranges of Meagher County, Montana, ${what}`
      const value = count / found.length
      return {
        dimension: 'geocoder',
        check,
        statistic: 'share',
        value,
        n: found.length,
        trial: 1,
        reached: value === 1,
      }
    }
    return [
      share(`within ${NEAR} m`, found.filter(({ near }) => near).length),
      share('on the right side of the street', found.filter(({ side }) => side).length),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
