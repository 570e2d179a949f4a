import { describe, expect, it } from 'vitest'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { builtVicinage } from '../../library/built.ts'
import { FIRST_QUERIES, SECOND_QUERIES, THIRD_QUERIES } from './typed-queries.ts'

interface Query {
  readonly text: string
  /** Place that the query means; null if nothing should be found. */
  readonly place: { readonly lat: number; readonly lon: number; readonly km: number } | null
}

function queriesIn(table: string): Query[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [text, lat, lon, km] = line.split(' | ')
      return { text, place: lat === 'none' ? null : { lat: Number(lat), lon: Number(lon), km: Number(km) } }
    })
}

const vicinage = await builtVicinage()

/** Returns what is wrong with the answer, or null if the query is answered as intended. */
function missOf({ text, place }: Query): string | null {
  const { lat, lon, label, layer } = vicinage.geocode(text)
  if (lat === undefined) return place === null ? null : `${text}: nothing found`
  if (place === null) return `${text}: found ${layer} ${label}, expected nothing`
  const km = metersBetween(place.lat, place.lon, lat, lon) / 1000
  return km <= place.km ? null : `${text}: ${layer} ${label} is ${km.toFixed(1)} km off, expected ${place.km} at most`
}

describe.each([
  ['the first list', FIRST_QUERIES, 95],
  ['the second list', SECOND_QUERIES, 95],
  // This list has many lesser neighborhoods, and the data includes about two thirds of them.
  ['the third list', THIRD_QUERIES, 80],
])('%s of typed queries', (name, table, least) => {
  const queries = queriesIn(table)

  it(`is answered correctly for at least ${least}% of its queries`, () => {
    const misses = queries.flatMap((query) => missOf(query) ?? [])
    const share = (100 * (queries.length - misses.length)) / queries.length
    console.log([`${name}: ${share.toFixed(1)} % of ${queries.length} typed queries hold`, ...misses].join('\n  '))
    expect(share).toBeGreaterThanOrEqual(least)
  })

  it('contains only well-formed lines and no duplicates', () => {
    for (const { text, place } of queries) {
      expect(text).not.toBe('')
      if (place) expect(Number.isFinite(place.lat + place.lon) && place.km > 0, text).toBe(true)
    }
    expect(new Set(queries.map(({ text }) => text)).size).toBe(queries.length)
  })
})

it('the first two query lists contain at least 500 typed queries', () =>
  expect(queriesIn(FIRST_QUERIES).length + queriesIn(SECOND_QUERIES).length).toBeGreaterThanOrEqual(500))

it('LA after a neighborhood is read as Los Angeles, and a note is added only for a city far from its ZIP', () => {
  expect(vicinage.geocode('Silver Lake, LA')).toMatchObject({ layer: 'neighborhood', parsed: { state: null } })
  expect(vicinage.geocode('Palo Alto, CA 94110').note?.code).toBe('city_not_at_zip')
  expect(vicinage.geocode('Daly City, CA 94110').note).toBeNull()
})
