import { coveredStates, stateOfZip } from '../../src/base/states.ts'
import { number, readRecords, text } from '../read/csv.ts'
import type { Feature, Properties, Ring } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** A ZIP Code Tabulation Area, or a census place: a city, a town, or a settlement without a government. */
export interface OutlinedArea {
  /** ZIP code or 7-digit place GEOID. */
  readonly code: string
  /** Place name; null for ZIP codes. */
  readonly name: string | null
  /** Population in the 2020 census; null if unknown. */
  readonly people: number | null
  readonly rings: readonly Ring[]
}

const ZIP_PEOPLE = 'census/zcta/zcta2020_people_P1.csv.gz'
/** Table of presidential votes by place, which also contains the census counts. */
const PLACE_PEOPLE = 'elections/census_places_2020_pres_06_12_48.csv.gz'

export function hasZipPeople(sources: SourceFolder): boolean {
  return sources.has(ZIP_PEOPLE)
}

/** Reads the 2020 census counts by ZIP code and by 7-digit place GEOID. */
async function readPeople(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const count = { required: true, min: 0, integer: true } as const
  const zips = await readRecords(sources, ZIP_PEOPLE, {
    code: text({ heading: 'zcta', required: true, pattern: /^\d{5}$/ }),
    people: number({ heading: 'people_2020', ...count }),
  })
  const places = await readRecords(sources, PLACE_PEOPLE, {
    code: text({ heading: 'placefips', required: true, pattern: /^\d{7}$/ }),
    people: number({ heading: 'population', ...count }),
  })
  // Skips places with 0 people, because the table also lists 0 for places created after the census, whose population is
  // unknown.
  const counted = [...zips, ...places.filter(({ people }) => people > 0)]
  return new Map(counted.map(({ code, people }) => [code, people]))
}

/** Reads the ZIP code and city outlines from the sources folder. */
export async function readOutlinedAreas(sources: SourceFolder): Promise<readonly OutlinedArea[]> {
  const people = await readPeople(sources)
  const areas: OutlinedArea[] = []
  for (const { postal } of coveredStates)
    for (const path of [
      `census/zcta/zcta2020_${postal}.geojson.gz`,
      `census/places/tl_2019_place_${postal}.geojson.gz`,
    ])
      areas.push(...getAreas((await readGeoJson(sources, path)).features, path).areas)
  return areas.map((area) => ({ ...area, people: people.get(area.code) ?? null }))
}

/**
 * Returns the areas of a file that are in the covered states. Fields are found by their Census Bureau names. Places are
 * sorted: cities come before census designated places, and within each group the largest land area comes first.
 *
 * @throws {SourceError} when the file has neither ZIP codes nor places, or when a row has no valid code or no name
 */
export function getAreas(
  features: readonly Feature[],
  file: string,
): { readonly title: string; readonly areas: readonly OutlinedArea[] } {
  const [first] = features
  const zipField = ['ZCTA5CE20', 'ZCTA5CE10', 'ZCTA5CE', 'zip'].find((field) => field in (first?.properties ?? {}))
  const refuse = (i: number, found: string, expectation: string): never => {
    throw new SourceError({ file, row: i + 1, found, expectation })
  }
  const read = (i: number, code: string, name: string | null): OutlinedArea => {
    return { code, name, people: null, rings: features[i].polygons.flat() }
  }
  if (zipField !== undefined) {
    const zips = features.map(({ properties }, i) => {
      const code = getText(properties, zipField)
      if (!/^\d{5}$/.test(code)) refuse(i, `the ZIP '${code}'`, 'five digits')
      return read(i, code, null)
    })
    // Drops the ZIP codes of neighboring states that the source files include.
    return {
      title: 'ZIP Code Tabulation Areas',
      areas: zips.filter(({ code }) => zipField === 'zip' || stateOfZip(code) !== null),
    }
  }
  if (first === undefined || !('GEOID' in first.properties && 'NAME' in first.properties))
    return refuse(0, 'no ZIPs or cities', 'ZCTA5CE20 for ZIPs, or PLACEFP, GEOID and NAME for census places')
  const places = features.map(({ properties }, i) => {
    const code = getText(properties, 'GEOID')
    const name = getText(properties, 'NAME')
    if (!/^\d{7}$/.test(code) || name === '')
      refuse(i, `the GEOID '${code}' and the NAME '${name}'`, 'the 7-digit GEOID and the NAME of a place')
    // LSAD 57 and the CLASSFP codes U1 and U2 mark census designated places, which are not cities because they have no
    // government.
    const isCity = getText(properties, 'LSAD') !== '57' && !getText(properties, 'CLASSFP').startsWith('U')
    return { area: read(i, code, name), isCity, land: Number(properties.ALAND ?? 0) }
  })
  places.sort((a, b) => Number(b.isCity) - Number(a.isCity) || b.land - a.land)
  const covered = places.filter(({ area: { code } }) => coveredStates.some(({ fips }) => fips === code.slice(0, 2)))
  return { title: 'Places', areas: covered.map(({ area }) => area) }
}

function getText(properties: Properties, name: string): string {
  return String(properties[name] ?? '').trim()
}
