import { normaliseCity } from '../../src/geocode/city.ts'
import { SourceError } from '../read/source-error.ts'
import { groupBy, meanOf, peopleOf, radiusOf } from './people.ts'
import type { CountyPlace, NamedPlace } from './place.ts'
import { type Centre, type CountyName, placeStates, type StateCode } from './place-files.ts'

/** Former names that are still written. */
const FORMER: Readonly<Record<string, readonly string[]>> = { '12086': ['Dade County'] }

/** States at the mean of their people. */
export function statePlaces(centres: readonly Centre[]): NamedPlace[] {
  return placeStates.map(({ code, fips, name }) => {
    const own = centres.filter(({ county }) => Number(county.slice(0, 2)) === fips)
    return { name, aliases: [], state: code, ...spotOf(own, name) }
  })
}

/** Counties at the mean of their people. */
export function countyPlaces(names: readonly CountyName[], centres: readonly Centre[]): CountyPlace[] {
  const members = groupBy(centres, ({ county }) => county)
  return names.map(({ fips, name, state }) => ({
    fips,
    name,
    aliases: FORMER[fips] ?? [],
    state,
    ...spotOf(members.get(fips) ?? [], name),
  }))
}

function spotOf(centres: readonly Centre[], name: string) {
  const mean = meanOf(centres)
  if (mean === null)
    throw new SourceError({
      file: 'census/population',
      found: `nobody lives in ${name}`,
      expectation: 'a block group with people in every state and county',
    })
  return { ...mean, radius: radiusOf(centres, mean), people: peopleOf(centres) }
}

/** FIPS codes of the counties by state and by name, with or without "County", whatever the blanks and abbreviations. */
export function countyFinder(counties: readonly CountyPlace[]): (name: string, state: StateCode) => string | null {
  const keyOf = (name: string, state: string) =>
    `${state} ${normaliseCity(name)
      .replace(/ COUNTY$/, '')
      .replaceAll(' ', '')}`
  const known = new Map(
    counties.flatMap(({ fips, name, aliases, state }) =>
      [name, ...aliases].map((wording) => [keyOf(wording, state), fips] as const),
    ),
  )
  return (name, state) => (name === '' ? null : (known.get(keyOf(name, state)) ?? null))
}
