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
 * so that one in seven houses of such a ZIP lies across the line from its middle. A city all in one county, its ZIPs with it,
 * decides, but not where the ZIP is its own: then all houses of the ZIP are called by its name.
 */
export function splitOfZip(zip: number, city: number, places: PlaceLayer): Split {
  const ofZip = places.zipCounties(zip)
  if (ofZip.length < 2) return { counties: ofZip, isZipSure: true }
  const ofCity = city < 0 ? [] : places.cityCounties(city)
  const isCitySure =
    ofCity.length === 1 &&
    places.zipCity(zip) !== city &&
    ofZip.includes(ofCity[0]) &&
    countiesOfCity(city, places).length === 1
  return isCitySure ? { counties: ofCity, isZipSure: ofCity[0] === ofZip[0] } : { counties: ofZip, isZipSure: false }
}

/** Cities with more of their people in other counties are split: of a house in Dallas (7 %) or Austin (10 %) the city alone does not say
 * where it lies closely enough. At 2 % Houston would place 0.2 % of the houses of Texas in a wrong county. */
const MOST_ACROSS = 0.012

/** One in seven houses of a ZIP of several counties lies across the line from its middle. */
const ACROSS_THE_LINE = 1 / 7

/** The counties that a house may lie in by its city alone, by the people of the ZIPs that are mostly in each. */
export function countiesOfCity(city: number, places: PlaceLayer): readonly number[] {
  const known = KNOWN.get(places) ?? new Map<number, readonly number[]>()
  const counties = known.get(city) ?? reckoned(city, places)
  KNOWN.set(places, known.set(city, counties))
  return counties
}

/** Houston has more than a hundred ZIPs, too many to go through for every house. */
const KNOWN = new WeakMap<PlaceLayer, Map<number, readonly number[]>>()

function reckoned(city: number, places: PlaceLayer): readonly number[] {
  const counties = new Set(places.cityCounties(city))
  const [first] = counties
  let all = 0
  let across = 0
  for (const zip of places.cityZips(city)) {
    const { people } = places.place('zip', zip)
    const ofZip = places.zipCounties(zip)
    all += people
    if (ofZip[0] !== first) across += people
    else if (ofZip.length > 1) across += people * ACROSS_THE_LINE
    for (const county of ofZip) counties.add(county)
  }
  return across > MOST_ACROSS * all ? [...counties] : [...counties].slice(0, 1)
}
