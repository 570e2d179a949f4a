import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readGazetteer } from '../../data-build/geocode/gazetteer.ts'
import { gazetteerBundle } from '../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { metersBetween } from '../../src/geocode/distance.ts'
import { Gazetteer } from '../../src/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../src/geocode/geocoder.ts'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'

const SHARED = '../shared/data'

/** How English words are misspelt by those who only heard them. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/PH/, 'F'],
  [/F(?!T)/, 'PH'],
  [/CK/, 'K'],
  [/([A-Z])\1/, '$1'],
  [/([LTNRSPMD])(?!\1)(?=[AEIOUY])/, '$1$1'],
  [/E\b/, ''],
  [/GH/, 'G'],
  [/IE/, 'EI'],
  [/EI/, 'IE'],
  [/C(?=[EIY])/, 'S'],
  [/C(?=[AOUR])/, 'K'],
  [/K(?=[AOUR])/, 'C'],
  [/Z/, 'S'],
  [/Y(?=\b|[^AEIOU])/, 'I'],
  [/EE/, 'EA'],
  [/EA/, 'EE'],
  [/OU/, 'OW'],
  [/X/, 'KS'],
  [/QU/, 'KW'],
  [/AI/, 'AY'],
]

/** Confidence in a city that was found by its sound, and no more. */
const BY_SOUND = 0.34

describe.skipIf(!existsSync(SHARED))('cities by their sound (skipped without ../shared/data)', async () => {
  const sources = new SourceFolder(SHARED)
  const places = existsSync(SHARED)
    ? new Gazetteer(memoryBundle(gazetteerBundle(await readGazetteer(sources), [])))
    : null!
  const geocoder = new Geocoder(places, [])

  it('are found for most names that two rules misspell beyond a typing error, and hardly ever another', () => {
    let missed = 0
    let right = 0
    let wrong = 0
    for (let city = 0; city < places.count('city'); city++) {
      const { name, state } = places.place('city', city)
      const own = normalizeCity(name)
      const rules = own.length > 4 ? RULES.filter(([from]) => from.test(own)) : []
      for (const [i, [first, one]] of rules.entries())
        for (const [second, other] of rules.slice(i + 1)) {
          const heard = normalizeCity(own.replace(first, one).replace(second, other))
          const isKnown = places.citiesNamed(heard, state).length + places.countiesNamed(heard, state).length > 0
          if (isKnown || places.citiesLike(heard, state).length > 0) continue
          const { lat, lon, confidence } = geocoder.geocode(`${heard}, ${state}`)
          if (lat === null || lon === null) missed++
          // "BUT CREEK CANYON" is read as a street and a city.
          else if (confidence! < BY_SOUND) {
            const isThere = places.citiesNamed(own, state).some((same) => {
              const at = places.place('city', same)
              return metersBetween(lat, lon, at.lat, at.lon) < 30_000
            })
            if (isThere) right++
            else wrong++
          }
        }
    }
    expect(right / (right + wrong + missed)).toBeGreaterThan(0.6)
    expect(wrong / (right + wrong)).toBeLessThan(0.002)
  })

  it('are seldom taken for places of other states', async () => {
    const { columns } = await readCsv(sources, 'census/gazetteer/us_places_2024_pcaisse.csv.gz', {
      name: text({ required: true }),
    })
    const elsewhere = new Set(
      columns.name.flatMap((name) => (/, (CA|TX|FL)$/.test(name) ? [] : [normalizeCity(name.replace(/, ..$/, ''))])),
    )
    let asked = 0
    let bySound = 0
    for (const name of elsewhere)
      for (const state of ['CA', 'TX', 'FL']) {
        if (places.citiesNamed(name, state).length > 0) continue
        asked++
        const { confidence } = geocoder.geocode(`1 Main St, ${name}, ${state}`)
        if (confidence !== null && confidence < BY_SOUND) bySound++
      }
    expect(asked).toBeGreaterThan(50_000)
    expect(bySound / asked).toBeLessThan(0.005)
  })
})
