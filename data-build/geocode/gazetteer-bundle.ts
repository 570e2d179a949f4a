import type { GazetteerMeta } from '../../src/answers/geocode/gazetteer/columns.ts'
import { SCALE } from '../../src/data/bundle/paths.ts'
import type { BundleContent, SectionContent } from '../../src/data/bundle/write.ts'
import type { LatLon } from '../geography/center-index.ts'
import { getTexts } from '../pack/blocks.ts'
import { placeStates, type StateCode } from './place-files.ts'

/** Builds the bundle of ZIPs, cities, counties and states. */
export function gazetteerBundle(
  { states, counties, cities, zips }: GazetteerTables,
  sources: BundleContent['sources'],
): BundleContent {
  const countyRow = new Map(counties.map(({ fips }, row) => [fips, row]))
  const zipRow = new Map(zips.map(({ zip }, row) => [zip, row]))
  return {
    kind: 'places',
    id: 'places',
    meta: { states: placeStates.map(({ code, fips, name }) => ({ code, fips, name })) } satisfies GazetteerMeta,
    sources,
    sections: [
      ...spotSections('state', states),
      ...spotSections('county', counties),
      ...nameSections('county', counties),
      { name: 'county.fips', data: Uint32Array.from(counties, ({ fips }) => Number(fips)) },
      ...spotSections('city', cities),
      ...nameSections('city', cities),
      { name: 'city.code', data: Uint32Array.from(cities, ({ code }) => Number(code ?? 0)) },
      ...linkSections('city.zips', cities, ({ zips }) => zips, zipRow),
      ...linkSections('city.counties', cities, ({ counties }) => counties, countyRow),
      ...spotSections('zip', zips),
      stateSection('zip', zips),
      { name: 'zip.code', data: Uint32Array.from(zips, ({ zip }) => Number(zip)) },
      { name: 'zip.city', data: Uint32Array.from(zips, ({ city }) => (city === null ? 0 : city + 1)) },
      ...linkSections('zip.counties', zips, ({ counties }) => counties, countyRow),
    ],
  }
}

function spotSections(kind: string, places: readonly PlaceRow[]): SectionContent[] {
  return [
    { name: `${kind}.lat`, data: Int32Array.from(places, ({ lat }) => Math.round(lat * SCALE)) },
    { name: `${kind}.lon`, data: Int32Array.from(places, ({ lon }) => Math.round(lon * SCALE)) },
    { name: `${kind}.radius`, data: Uint32Array.from(places, ({ radius }) => Math.round(radius)) },
    { name: `${kind}.people`, data: Uint32Array.from(places, ({ people }) => Math.round(people)) },
  ]
}

function stateSection(kind: string, places: readonly PlaceRow[]): SectionContent {
  const number = new Map<string, number>(placeStates.map(({ code }, i) => [code, i]))
  return { name: `${kind}.state`, data: Uint8Array.from(places, ({ state }) => number.get(state)!) }
}

function nameSections(kind: string, places: readonly NamedPlace[]): SectionContent[] {
  const aliases = places.flatMap(({ aliases }, row) => aliases.map((name) => ({ name, row })))
  return [
    stateSection(kind, places),
    ...getTexts(`${kind}.name`, places, ({ name }) => name),
    ...getTexts(`${kind}.alias`, aliases, ({ name }) => name),
    { name: `${kind}.aliasOf`, data: Uint32Array.from(aliases, ({ row }) => row) },
  ]
}

/**
 * Encodes references from places to rows of another table. Throws a RangeError for a reference to a row that does not
 * exist.
 */
function linkSections<T>(
  name: string,
  places: readonly T[],
  keysOf: (place: T) => readonly string[],
  rowOf: ReadonlyMap<string, number>,
): SectionContent[] {
  const start = new Uint32Array(places.length + 1)
  const rows: number[] = []
  places.forEach((place, i) => {
    for (const key of keysOf(place)) {
      const row = rowOf.get(key)
      if (row === undefined) throw new RangeError(`Row ${i} of ${name} refers to ${key}, which does not exist.`)
      rows.push(row)
    }
    start[i + 1] = rows.length
  })
  return [
    { name: `${name}.start`, data: start },
    { name: `${name}.rows`, data: Uint32Array.from(rows) },
  ]
}

/** Location and population of a place. */
interface PlaceRow extends LatLon {
  /** Radius in meters that covers about 90% of the place's addresses. */
  readonly radius: number
  /** Population; 0 if unknown. */
  readonly people: number
  readonly state: StateCode
}

export interface NamedPlace extends PlaceRow {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface CountyPlace extends NamedPlace {
  readonly fips: string
}

export interface CityPlace extends NamedPlace {
  /** 7-digit GEOID of the census place; null if only the Postal Service uses the name. */
  readonly code?: string | null
  /** ZIP codes in ascending order. */
  readonly zips: readonly string[]
  /** FIPS codes of the city's counties. The county with most of the city comes first. */
  readonly counties: readonly string[]
}

export interface ZipPlace extends PlaceRow {
  readonly zip: string
  /** Index in the list of cities; null if the Postal Service's city name is unknown. */
  readonly city: number | null
  /** FIPS codes of the ZIP's counties. The county with the most addresses comes first. */
  readonly counties: readonly string[]
}

/** Content of the `places` bundle. */
export interface GazetteerTables {
  readonly states: readonly NamedPlace[]
  /** Counties sorted by FIPS code. */
  readonly counties: readonly CountyPlace[]
  /** Cities sorted by state, name and population. */
  readonly cities: readonly CityPlace[]
  /** ZIP codes in ascending order. */
  readonly zips: readonly ZipPlace[]
}
