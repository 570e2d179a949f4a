import type { PlaceLayer } from './layers.ts'

/** Where a house with a ZIP or city lies: in one county that is known, or in one of several. */
export interface Split {
  /** The counties that it may lie in; one where that is sure. */
  readonly counties: readonly number[]
  /** Whether the ZIP's own middle lies in that county, mostly. */
  readonly isZipSure: boolean
}

/**
 * The counties that a house may lie in by its ZIP and its city, which is -1 where none is known. ZIPs run over county lines,
 * so that one in seven houses of such a ZIP lies across the line from its middle; a city all in one county decides.
 */
export function splitOfZip(zip: number, city: number, places: PlaceLayer): Split {
  const ofZip = places.zipCounties(zip)
  if (ofZip.length < 2) return { counties: ofZip, isZipSure: true }
  const ofCity = city < 0 ? [] : places.cityCounties(city)
  if (ofCity.length !== 1 || !ofZip.includes(ofCity[0])) return { counties: ofZip, isZipSure: false }
  return { counties: ofCity, isZipSure: ofCity[0] === ofZip[0] }
}

/** Cities with more of their people in other counties are split: of a house in Dallas (7 %) or Austin (10 %) the city alone does not say
 * where it lies closely enough. */
const MOST_ACROSS = 0.02

/** One in seven houses of a ZIP of several counties lies across the line from its middle. */
const ACROSS_THE_LINE = 1 / 7

/** The counties that a house may lie in by its city alone, by the people of the ZIPs that are mostly in each. */
export function countiesOfCity(city: number, places: PlaceLayer): readonly number[] {
  const counties = places.cityCounties(city)
  if (counties.length < 2) return counties
  let all = 0
  let across = 0
  for (const zip of places.cityZips(city)) {
    const { people } = places.place('zip', zip)
    all += people
    const ofZip = places.zipCounties(zip)
    if (ofZip[0] !== counties[0]) across += people
    else if (ofZip.length > 1) across += people * ACROSS_THE_LINE
  }
  return across > MOST_ACROSS * all ? counties : counties.slice(0, 1)
}
