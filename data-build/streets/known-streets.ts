import type { StreetName } from '../../src/answers/geocode/parse/street.ts'
import { metersApart } from '../../src/base/geo/distance.ts'
import { compare, groupBy } from '../statistics.ts'
import { withAliases } from './aliases.ts'
import { type GridOfStreets, getGrids, type KnownNumber, type KnownStreet } from './grids.ts'
import type { KnownAddress } from './known-addresses.ts'

/** Minimum median error in meters of a list whose points are rough. */
const ROUGH = 40
/**
 * Maximum error in meters of an interpolated house number. If interpolation is at least this accurate, the number
 * itself is not stored.
 */
const THIN = 5
/** Maximum difference between two house numbers for interpolating a number between them. */
const WIDEST_GAP = 400

/** Streets from public records, and additions from the lists of brand stores. */
export interface KnownStreets {
  readonly streets: readonly KnownStreet[]
  readonly ofBrands: readonly KnownStreet[]
  /** Grids built from public records. */
  readonly grids: readonly GridOfStreets[]
}

/**
 * Collects the streets of addresses, with each house number once. If lists disagree, the most precise one wins. Within
 * one list, the middle point wins. Removes house numbers that are far off the line of their neighbors and house numbers
 * that interpolation can replace. House numbers from brand stores are stored with their public neighbors so that they
 * can be interpolated separately.
 */
export function knownStreets(addresses: readonly KnownAddress[]): KnownStreets {
  const streets: KnownStreet[] = []
  const ofBrands: KnownStreet[] = []
  const add = (to: KnownStreet[], street: KnownStreet) => street.numbers.length > 0 && to.push(street)
  for (const [zip, ofZip] of sorted(groupBy(withAliases(addresses), (address) => address.zip)))
    for (const [, ofStreet] of sorted(groupBy(withWholeNames(ofZip), ({ street }) => getKey(street)))) {
      const name = ofStreet[0].street
      const numbers = withoutStrays(oncePerNumber(ofStreet.filter(({ list }) => !list.isBrands)))
      add(streets, { zip, name, numbers: thinned(numbers) })
      const taken = new Set(numbers.map(getText))
      const more = oncePerNumber(ofStreet.filter(({ list }) => list.isBrands)).filter(
        (address) => !taken.has(getText(address)),
      )
      add(ofBrands, { zip, name, numbers: withNeighbors(more, thinned(numbers)) })
    }
  return { streets, ofBrands, grids: getGrids(streets) }
}

/**
 * Number of public house numbers to include on each side of a brand store's number. Two usually cover both sides of the
 * street.
 */
const NEIGHBORS = 2

function withNeighbors(more: readonly KnownNumber[], numbers: readonly KnownNumber[]): readonly KnownNumber[] {
  const all = withoutStrays([...numbers, ...more].sort(inOrder))
  const ofBrands = new Set(more)
  return all.filter((_, i) =>
    all.slice(Math.max(0, i - NEIGHBORS), i + NEIGHBORS + 1).some((address) => ofBrands.has(address)),
  )
}

function getText({ prefix, value, extra }: Pick<KnownNumber, 'prefix' | 'value' | 'extra'>): string {
  return `${prefix}|${value}|${extra}`
}

function inOrder(a: KnownNumber, b: KnownNumber): number {
  return compare(a.prefix, b.prefix) || a.value - b.value || compare(a.extra, b.extra)
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => compare(a, b))
}

function getKey({ street, predirectional, suffix, postdirectional }: StreetName): string {
  return `${street}|${predirectional}|${suffix}|${postdirectional}`
}

/**
 * Completes the street names in a ZIP. A missing suffix or directional is added if the ZIP has only one street of that
 * name. Directionals are moved to their most common position: `CONGRESS AVE S` becomes `S CONGRESS AVE`.
 */
function withWholeNames(addresses: readonly KnownAddress[]): KnownAddress[] {
  return [...groupBy(addresses, ({ street }) => street.street).values()].flatMap((ofStreet) => {
    const turned = new Map<string, StreetName>()
    for (const same of groupBy(ofStreet, ({ street: { predirectional, suffix, postdirectional } }) =>
      [suffix, ...[predirectional, postdirectional].sort()].join('|'),
    ).values()) {
      const forms = [...groupBy(same, ({ street }) => getKey(street))].sort(([, a], [, b]) => b.length - a.length)
      for (const [key] of forms.slice(1)) turned.set(key, forms[0][1][0].street)
    }
    const alike = ofStreet.map((address) => ({
      ...address,
      street: turned.get(getKey(address.street)) ?? address.street,
    }))
    const names = new Map(alike.map(({ street }) => [getKey(street), street]))
    if (names.size === 1) return alike
    const whole = new Map<string, StreetName>()
    for (const [key, name] of names) {
      const fuller = [...names.values()].filter((other) => other !== name && isFuller(other, name))
      const fullest = fuller.filter((list) => !fuller.some((other) => other !== list && isFuller(other, list)))
      if (fullest.length === 1) whole.set(key, fullest[0])
    }
    return alike.map((address) => ({ ...address, street: whole.get(getKey(address.street)) ?? address.street }))
  })
}

/** Checks whether every directional and suffix in `bare` is also in `full`. */
function isFuller(full: StreetName, bare: StreetName): boolean {
  const fits = (a: string, b: string) => b === '' || a === b
  return (
    fits(full.predirectional, bare.predirectional) &&
    fits(full.suffix, bare.suffix) &&
    fits(full.postdirectional, bare.postdirectional)
  )
}

function oncePerNumber(addresses: readonly KnownAddress[]): KnownNumber[] {
  const byNumber = groupBy(addresses, ({ key }) => getText(key))
  return [...byNumber.values()]
    .map((same) => {
      const least = Math.min(...same.map(({ list }) => list.meters))
      const { key, lat, lon, list } = findMiddle(same.filter(({ list }) => list.meters === least))
      return { ...key, lat, lon, isRough: list.meters >= ROUGH }
    })
    .sort(inOrder)
}

function findMiddle<T extends { readonly lat: number; readonly lon: number }>(points: readonly T[]): T {
  if (points.length < 3) return points[0]
  const sample = points.slice(0, 50)
  const sums = sample.map((a) => sample.reduce((sum, b) => sum + metersApart(a, b), 0))
  return sample[sums.indexOf(Math.min(...sums))]
}

/**
 * Number of meters by which a house number may be farther from both neighbors than the neighbors are from each other.
 */
const STRAY = 400

/** Removes house numbers that are far from both neighbors although the neighbors are near each other. */
function withoutStrays(numbers: readonly KnownNumber[]): readonly KnownNumber[] {
  if (numbers.length < 3) return numbers
  return numbers.filter((number, i) => {
    if (i === 0 || i === numbers.length - 1) return true
    const before = numbers[i - 1]
    const after = numbers[i + 1]
    const apart = metersApart(before, after)
    return Math.min(metersApart(number, before), metersApart(number, after)) < STRAY + apart
  })
}

/**
 * Removes house numbers that lie within `THIN` of the line between two other numbers on the same side of the street.
 */
function thinned(numbers: readonly KnownNumber[]): readonly KnownNumber[] {
  const kept = new Set<KnownNumber>()
  for (const parity of [0, 1]) {
    const side = numbers.filter(({ value, prefix, extra }) => value % 2 === parity && prefix === '' && extra === '')
    for (let first = 0; first < side.length; ) {
      kept.add(side[first])
      let last = Math.min(first + 1, side.length - 1)
      while (last + 1 < side.length && isLine(side, first, last + 1)) last++
      kept.add(side[last])
      first = last === first ? side.length : last
    }
  }
  return numbers.filter((number) => kept.has(number) || number.prefix !== '' || number.extra !== '')
}

/** Checks whether all house numbers between two others are where interpolation puts them. */
function isLine(side: readonly KnownNumber[], first: number, last: number): boolean {
  const a = side[first]
  const b = side[last]
  if (b.value - a.value > WIDEST_GAP || last - first > 60) return false
  for (let i = first + 1; i < last; i++) {
    const share = (side[i].value - a.value) / (b.value - a.value)
    const at = { lat: a.lat + share * (b.lat - a.lat), lon: a.lon + share * (b.lon - a.lon) }
    if (metersApart(at, side[i]) > THIN) return false
  }
  return true
}
