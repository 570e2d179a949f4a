import type { OutlinedPlaces } from '../../src/answers/areas/outlined-places.ts'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { LatLon } from '../geography/center-index.ts'
import { readCityNeighborhoods, readFloridaPlaces } from '../neighborhoods/read-neighborhoods.ts'
import { coordinates, readRecords, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import type { StateCode } from './place-files.ts'

/** Returns the downtown of a city, or null if no source has it. `city` is the number of the city's outline. */
export type Downtowns = (name: string, state: StateCode, city: number) => LatLon | null

/** Pattern for names of neighborhoods at the center of their city. */
const MIDDLE = /^(?:(?:new |city )?downtown\b|central business district)|\bdowntown$/i

/** Kinds of signs of a city center, each with a weight and the distance in meters over which a sign has an effect. */
const SIGNS = {
  museum: { weight: 2, spread: 2000 },
  /** A house number below 300, because streets are numbered from the center. */
  lowNumber: { weight: 1, spread: 1500 },
  /** Main Street, Broadway and the lowest-numbered streets. */
  mainStreet: { weight: 0.5, spread: 1500 },
  grocery: { weight: 0.5, spread: 1500 },
}
const MAIN_STREET = /\b(?:main|broadway|central|1st|first|2nd|second|3rd|third)\b/i
/** Minimum number by which the weighted counts of a kind are divided, so that two signs alone do not make a center. */
const FEWEST = 2.5
/** Minimum weighted sum of the signs at a city center. */
const LEAST = 1

/** Federal address lists with coordinates. They also cover cities that publish no lists of their own. */
const LISTS = [
  'imls_museums',
  'usda_snap',
  'hifld_private_schools',
  'hhs_covid_therapeutics',
  'afdc_fuel_stations',
].map((name) => `addresses/known-2026/${name}.csv.gz`)

/**
 * Finds the center of a city. Uses a neighborhood that the city itself calls Downtown, otherwise the place where
 * museums, low house numbers and main streets cluster, otherwise the city's point in the Geographic Names Information
 * System (Florida).
 */
export async function readDowntowns(sources: SourceFolder, outlines: OutlinedPlaces): Promise<Downtowns> {
  const [cityLists, florida, signs] = await Promise.all([
    readCityNeighborhoods(sources),
    readFloridaPlaces(sources),
    readSigns(sources),
  ])
  const getKey = (name: string, state: string) => `${normalizeCity(name)}, ${state}`
  const middles = groupBy(
    cityLists.filter(({ name }) => MIDDLE.test(name)),
    ({ city, state }) => getKey(city ?? '', state),
  )
  const points = groupBy(florida, ({ name, state }) => getKey(name, state))
  const getCity = ({ lat, lon }: LatLon) => outlines.at('city', lon, lat)
  const byCity = groupBy(signs, getCity)
  return (name, state, city) => {
    const key = getKey(name, state)
    const holds = (point: LatLon) => getCity(point) === city
    const middle = middles.get(key)?.find(holds)
    if (middle !== undefined) return middle
    const inCity = (byCity.get(city) ?? []).filter((sign) => sign.state === state)
    return crowded(inCity) ?? points.get(key)?.find(holds) ?? null
  }
}

interface Sign extends LatLon {
  readonly state: string
  readonly of: ReadonlySet<keyof typeof SIGNS>
}

/**
 * Returns the sign with the most signs around it. For each kind, the signs around a place are counted with weights that
 * fall with distance (normal curve), and the count is divided by the highest count of that kind.
 */
function crowded(all: readonly Sign[]): LatLon | null {
  const sums = new Float64Array(all.length)
  for (const [kind, { weight, spread }] of Object.entries(SIGNS)) {
    const bearing = all.filter(({ of }) => of.has(kind as keyof typeof SIGNS))
    const near = all.map(({ lat, lon }) =>
      bearing.reduce(
        (sum, sign) => sum + Math.exp(-((metersBetween(lat, lon, sign.lat, sign.lon) / spread) ** 2) / 2),
        0,
      ),
    )
    const most = Math.max(FEWEST, ...near)
    near.forEach((count, i) => {
      sums[i] += (weight * count) / most
    })
  }
  const best = sums.indexOf(Math.max(...sums))
  return best >= 0 && sums[best] >= LEAST ? all[best] : null
}

/** Reads the listed addresses, and determines which signs of a city center each address shows. */
async function readSigns(sources: SourceFolder): Promise<readonly Sign[]> {
  const read = LISTS.map(async (path) => {
    const spec = { number: text(), street: text(), state: text(), ...coordinates('lat', 'lon') }
    const rows = await readRecords(sources, path, spec)
    return rows.map(({ number, street, ...place }): Sign => {
      const kinds = [
        ...(path.includes('museums') ? (['museum'] as const) : []),
        ...(path.includes('snap') ? (['grocery'] as const) : []),
        ...(/^\d+$/.test(number) && Number(number) < 300 ? (['lowNumber'] as const) : []),
        ...(MAIN_STREET.test(street) ? (['mainStreet'] as const) : []),
      ]
      return { ...place, of: new Set(kinds) }
    })
  })
  return (await Promise.all(read)).flat()
}
