import { metresApart } from '../../src/geocode/metres.ts'
import type { PublicPlace } from './public-places.ts'

/** Metres that records of one address may lie apart: a campus. */
const ONE_CAMPUS = 1000

/**
 * Makes records of one address one place, with all their names. Where they lie too far apart to be one campus, those count
 * that more than half of them agree on; where no such majority is, nobody knows where the address is and all are left out.
 */
export function mergePlaces(places: readonly PublicPlace[]): PublicPlace[] {
  const merged: PublicPlace[] = []
  const byAddress = new Map<string, PublicPlace[]>()
  for (const place of places) {
    if (place.address === null) {
      merged.push(place)
      continue
    }
    const { number, predirectional, street, suffix, postdirectional } = place.address
    const key = [place.zip, number, predirectional, street, suffix, postdirectional].join('|')
    const same = byAddress.get(key)
    if (same) same.push(place)
    else byAddress.set(key, [place])
  }
  for (const same of byAddress.values()) {
    const middle = middleOf(same)
    const agreed = same.filter((place) => metresApart(place, middle) <= ONE_CAMPUS)
    if (agreed.length * 2 > same.length)
      merged.push({ ...middle, names: [...new Set(agreed.flatMap(({ names }) => names))].sort() })
  }
  return merged
}

/** The record with the least distance to all others. */
function middleOf(places: readonly PublicPlace[]): PublicPlace {
  const distances = places.map((a) => places.reduce((sum, b) => sum + metresApart(a, b), 0))
  return places[distances.indexOf(Math.min(...distances))]
}
