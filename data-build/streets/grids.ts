import type { StreetName } from '../../src/answers/geocode/parse/street.ts'
import type { Grid } from '../../src/answers/geocode/streets/find-numbers.ts'
import { metersApart } from '../../src/base/geo/distance.ts'
import { groupBy, quantile } from '../statistics.ts'

/** A known house number of a numbered street: `8700` of `SW 88TH ST`. */
interface Sample {
  readonly street: number
  readonly number: number
  readonly lat: number
  readonly lon: number
}

/** A grid, and the ZIP, directions and suffix of the streets that it covers. */
export interface GridOfStreets {
  readonly zip: string
  readonly predirectional: string
  readonly suffix: string
  readonly postdirectional: string
  readonly grid: Grid
}

/**
 * Distance in meters from the center of a ZIP within which house numbers are used. A single ZIP has too few numbers,
 * and grids continue beyond its border.
 */
const REACH = 4000
/** Minimum number of streets in a grid. */
const MIN_STREETS = 4
/** Minimum number of known house numbers in a grid. */
const MIN_NUMBERS = 8
/** Maximum number of streets that are withheld one at a time, to test how well the other streets locate them. */
const MAX_OMITTED = 12
/** Maximum number of house numbers tested per withheld street. */
const MAX_PER_STREET = 30
/** Maximum radius of a grid in meters. With a larger radius, a grid would be hardly more precise than the ZIP alone. */
const WIDEST = 1000
/**
 * Factor for the radius. It is above 1 because addresses from lists that were not used to fit the grid have somewhat
 * larger errors than withheld streets.
 */
const MARGIN = 1.25
/** Maximum number of streets by which a grid extends beyond the known streets. */
const STREETS_BEYOND = 5
/** Maximum amount by which the house numbers of a grid extend beyond the known house numbers. */
const NUMBERS_BEYOND = 500

/**
 * Finds where numbered streets of one type (`SW … ST`) form a grid, so that street and number determine the place. Fits
 * a plane through the known numbers of each ZIP. The radius contains 90% of a street's numbers when that street is
 * withheld from the fit.
 */
export function getGrids(streets: readonly KnownStreet[]): GridOfStreets[] {
  const middles = new Map(
    [...groupBy(streets, ({ zip }) => zip)].map(([zip, zipStreets]) => {
      const points = zipStreets.flatMap(({ numbers }) => numbers)
      const lats = points.map(({ lat }) => lat)
      const lons = points.map(({ lon }) => lon)
      return [zip, { lat: quantile(lats, 0.5), lon: quantile(lons, 0.5) }]
    }),
  )
  const numbered = streets.filter(({ name }) => name.suffix !== '' && ORDINAL.test(name.street))
  const kinds = groupBy(numbered, ({ zip, name }) => `${zip[0]}|${getKind(name)}`)
  return [...kinds.values()].flatMap((alike) => {
    const samples = alike.flatMap(({ name, numbers }) =>
      numbers
        .filter(({ prefix, extra }) => prefix === '' && extra === '')
        .map(({ value, lat, lon }) => ({ street: Number.parseInt(name.street, 10), number: value, lat, lon })),
    )
    const { predirectional, suffix, postdirectional } = alike[0].name
    return [...new Set(alike.map(({ zip }) => zip))].flatMap((zip) => {
      const middle = middles.get(zip)!
      const grid = gridThrough(samples.filter((sample) => metersApart(sample, middle) < REACH))
      return grid === null ? [] : [{ zip, predirectional, suffix, postdirectional, grid }]
    })
  })
}

const ORDINAL = /^\d{1,3}(?:ST|ND|RD|TH)$/

function getKind({ predirectional, suffix, postdirectional }: KnownStreet['name']): string {
  return `${predirectional}|${suffix}|${postdirectional}`
}

function gridThrough(samples: readonly Sample[]): Grid | null {
  const streets = [...new Set(samples.map(({ street }) => street))].sort((a, b) => a - b)
  if (streets.length < MIN_STREETS || samples.length < MIN_NUMBERS) return null
  const step = Math.ceil(streets.length / MAX_OMITTED)
  const away = streets
    .filter((_, i) => i % step === 0)
    .flatMap((leftOut) => {
      const plane = planeThrough(samples.filter(({ street }) => street !== leftOut))
      return samples
        .filter(({ street }) => street === leftOut)
        .slice(0, MAX_PER_STREET)
        .map((sample) => metersApart(plane(sample), sample))
    })
  const radius = Math.round(MARGIN * quantile(away, 0.9))
  if (!(radius <= WIDEST)) return null
  const plane = planeThrough(samples)
  const numbers = samples.map(({ number }) => number).sort((a, b) => a - b)
  const street = streets[streets.length >> 1]
  const number = numbers[numbers.length >> 1]
  const at = (one: number, other: number) => {
    const { lat, lon } = plane({ street: one, number: other })
    return [Math.round(lat * 1e6), Math.round(lon * 1e6)] as const
  }
  const [lat, lon] = at(street, number)
  const [latOfStreet, lonOfStreet] = at(street + 1, number)
  const [latOfNumber, lonOfNumber] = at(street, number + 100)
  return [
    ...[street, number, lat, lon, latOfStreet - lat, lonOfStreet - lon, latOfNumber - lat, lonOfNumber - lon, radius],
    ...[Math.max(1, streets[0] - STREETS_BEYOND), streets[streets.length - 1] + STREETS_BEYOND],
    ...[Math.max(1, numbers[0] - NUMBERS_BEYOND), numbers[numbers.length - 1] + NUMBERS_BEYOND],
  ]
}

type Plane = (of: Pick<Sample, 'street' | 'number'>) => { readonly lat: number; readonly lon: number }

/**
 * Fits a plane by least squares, ignoring samples whose error is more than 100 m and more than three times the median.
 */
function planeThrough(samples: readonly Sample[]): Plane {
  let kept = samples
  let plane = solved(kept)
  for (let round = 0; round < 4; round++) {
    const away = samples.map((sample) => metersApart(plane(sample), sample))
    const most = Math.max(100, 3 * quantile(away, 0.5))
    kept = samples.filter((_, i) => away[i] <= most)
    if (kept.length < MIN_NUMBERS / 2) break
    plane = solved(kept)
  }
  return plane
}

function solved(samples: readonly Sample[]): Plane {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const street = mean((sample) => sample.street)
  const number = mean((sample) => sample.number)
  const lat = mean((sample) => sample.lat)
  const lon = mean((sample) => sample.lon)
  let ss = 1e-9
  let sn = 0
  let nn = 1e-9
  let sLat = 0
  let nLat = 0
  let sLon = 0
  let nLon = 0
  for (const sample of samples) {
    const s = sample.street - street
    const n = sample.number - number
    ss += s * s
    sn += s * n
    nn += n * n
    sLat += s * (sample.lat - lat)
    nLat += n * (sample.lat - lat)
    sLon += s * (sample.lon - lon)
    nLon += n * (sample.lon - lon)
  }
  const determinant = ss * nn - sn * sn
  const slope = (s: number, n: number) => [(s * nn - n * sn) / determinant, (n * ss - s * sn) / determinant] as const
  const [latOfStreet, latOfNumber] = slope(sLat, nLat)
  const [lonOfStreet, lonOfNumber] = slope(sLon, nLon)
  return (of) => ({
    lat: lat + latOfStreet * (of.street - street) + latOfNumber * (of.number - number),
    lon: lon + lonOfStreet * (of.street - street) + lonOfNumber * (of.number - number),
  })
}

/** A known house number on a street, ready for packing. */
export interface KnownNumber {
  readonly prefix: string
  readonly value: number
  readonly extra: string
  readonly lat: number
  readonly lon: number
  /** Whether the number comes from a list whose points are often off by half a block. */
  readonly isRough: boolean
}

/** Known numbers of a street in one ZIP, ascending. */
export interface KnownStreet {
  readonly zip: string
  readonly name: StreetName
  readonly numbers: readonly KnownNumber[]
}
