import type { StreetName } from '../../src/answers/geocode/parse/street.ts'
import { metersApart } from '../../src/base/geo/distance.ts'
import { groupBy } from '../statistics.ts'
import type { KnownAddress } from './known-addresses.ts'

/** Names of numbered roads, which often also have a local name. */
const ROUTE =
  /^(?:(?:OLD|BUSINESS) )?(?:INTERSTATE|US HIGHWAY|STATE ROAD|COUNTY ROAD|HIGHWAY|FM|RM|LOOP) [A-Z]?\d+[A-Z]?(?: BUSINESS)?\|/

/** Local names that a whole road may have, as opposed to names of a single block. */
const THROUGH = /^\d+\||\|(?:BLVD|EXPY|FWY|HWY|PKWY|RD|TPKE)$/

/** Maximum distance in meters between two points that are treated as the same place. */
const SAME = 60
/** Minimum distance in meters between two points that are treated as different places. */
const OTHER = 300
/**
 * Minimum number of house numbers that two names of a road must share. Streets that merely cross also have a few equal
 * numbers near each other.
 */
const LEAST = 4
/** Minimum difference between the lowest and the highest shared house number. */
const MIN_SPAN = 300
/** Maximum difference between two house numbers for interpolating a number between them. */
const WIDEST_GAP = 500
/** Maximum distance in meters between two house numbers for interpolating a number between them. */
const LONGEST = 1500

/**
 * Evidence that two street names mean one road: the house numbers that are at the same place under both names, the
 * number of house numbers at different places, and the number of all compared house numbers.
 */
interface Evidence {
  readonly same: readonly number[]
  readonly other: number
  readonly all: number
}

/**
 * Adds addresses on numbered roads under their local name and vice versa, if matching house numbers at the same places
 * prove that both names refer to one road.
 */
export function withAliases(addresses: readonly KnownAddress[]): KnownAddress[] {
  const zips = groupBy(addresses, ({ zip }) => zip)
  const ofZip = new Map([...zips].map(([zip, zipAddresses]) => [zip, evidenceIn(zipAddresses)]))
  const ofCenter = new Map<string, Map<string, Evidence>>()
  for (const [zip, pairs] of ofZip)
    for (const [pair, { same, other, all }] of pairs) {
      const center = ofCenter.get(zip.slice(0, 3)) ?? new Map<string, Evidence>()
      ofCenter.set(zip.slice(0, 3), center)
      const sum = center.get(pair)
      const joined = sum && { same: [...sum.same, ...same], other: sum.other + other, all: sum.all + all }
      center.set(pair, joined ?? { same, other, all })
    }
  const added: KnownAddress[] = []
  for (const [zip, zipAddresses] of zips) {
    const others = new Map<string, Set<string>>()
    for (const pair of shownBy(ofCenter.get(zip.slice(0, 3)) ?? new Map<string, Evidence>())) {
      const [a, b] = pair.split(' = ')
      others.set(a, (others.get(a) ?? new Set()).add(b))
      others.set(b, (others.get(b) ?? new Set()).add(a))
    }
    if (others.size === 0) continue
    const taken = new Set(zipAddresses.map(({ street, key }) => `${getName(street)}|${key.value}`))
    for (const address of zipAddresses)
      for (const other of others.get(getName(address.street)) ?? []) {
        if (taken.has(`${other}|${address.key.value}`)) continue
        const [street, suffix] = other.split('|')
        added.push({ ...address, street: { ...address.street, street, suffix } })
      }
  }
  return [...addresses, ...added]
}

function shownBy(pairs: ReadonlyMap<string, Evidence>): string[] {
  return [...pairs]
    .filter(([, { same, other, all }]) => {
      const span = Math.max(...same) - Math.min(...same)
      // Rules out parallel roads, whose house numbers are usually a block away and not at the same place.
      return same.length >= LEAST && span >= MIN_SPAN && same.length >= 3 * other && 2 * same.length > all
    })
    .map(([pair]) => pair)
}

function evidenceIn(addresses: readonly KnownAddress[]): Map<string, Evidence> {
  const pairs = new Map<string, Evidence>()
  const plain = addresses.filter(({ key }) => key.prefix === '' && key.extra === '')
  const streets = [...groupBy(plain, ({ street }) => getName(street))].map(
    ([name, addresses]) => [name, addresses.sort((a, b) => a.key.value - b.key.value)] as const,
  )
  for (const [a, route] of streets.filter(([name]) => ROUTE.test(name)))
    for (const [b, addresses] of streets) {
      if (a === b || (ROUTE.test(b) ? a > b : !THROUGH.test(b))) continue
      const same: number[] = []
      let other = 0
      let all = 0
      for (const address of route) {
        const there = placeOn(addresses, address.key.value)
        if (there === null) continue
        all++
        const meters = metersApart(address, there)
        if (meters <= SAME) same.push(address.key.value)
        else if (meters >= OTHER) other++
      }
      if (same.length > 0) pairs.set(`${a} = ${b}`, { same, other, all })
    }
  return pairs
}

/** Interpolates the position of a house number on a street. Returns null if its neighbors are too far away. */
function placeOn(addresses: readonly KnownAddress[], value: number): { lat: number; lon: number } | null {
  const above = addresses.findIndex(({ key }) => key.value >= value)
  if (above < 0) return null
  if (addresses[above].key.value === value) return addresses[above]
  if (above === 0) return null
  const a = addresses[above - 1]
  const b = addresses[above]
  const gap = b.key.value - a.key.value
  if (gap > WIDEST_GAP || metersApart(a, b) > LONGEST) return null
  const share = (value - a.key.value) / gap
  return { lat: a.lat + share * (b.lat - a.lat), lon: a.lon + share * (b.lon - a.lon) }
}

function getName({ street, suffix }: StreetName): string {
  return `${street}|${suffix}`
}
