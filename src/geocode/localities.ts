import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { metersBetween } from '../geo/distance.ts'
import type { Geography } from '../geography.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { PublicPlaceColumns } from './public-places/columns.ts'

/** Known addresses, and centers of ZIPs, that are weighed for a block group: the nearest of each. */
const NEAREST = 6
const VOTERS = 2 * NEAREST
/** Kilometers: nobody says that a place is in a town farther away. */
const FARTHEST = 80
/** Meters: the center of a ZIP of this radius says as much as a known address there. */
const ZIP_RADIUS = 1800
/** Meters: among the nearest, distance says little. */
const BLUR = 100

/**
 * The city and the ZIP of a place, as its address would have them. There are no outlines of either: the public places around, whose
 * addresses are known, and the centers of ZIPs vote, each by the inverse square of its distance (Shepard's method with two kinds of
 * samples). Which ones vote is found once for each block group, from its center, when it is first asked about.
 */
export class Localities {
  readonly #gazetteer: Gazetteer
  readonly #geography: Geography
  readonly #evidence: Evidence
  /** Rows of the evidence, `VOTERS` for each block group; -1 where there are fewer. */
  readonly #near: Int32Array
  readonly #isKnown: Uint8Array
  readonly #weights = new Float64Array(VOTERS)
  readonly #votes = new Float64Array(VOTERS)
  readonly #cityNames: (string | undefined)[] = []
  readonly #zipNames: (string | undefined)[] = []

  /** Takes 30 ms. */
  constructor(gazetteer: Gazetteer, publicPlaces: PublicPlaceColumns | null, geography: Geography) {
    this.#gazetteer = gazetteer
    this.#geography = geography
    this.#evidence = evidenceOf(gazetteer, publicPlaces)
    this.#near = new Int32Array(geography.size * VOTERS)
    this.#isKnown = new Uint8Array(geography.size)
  }

  /** The name of the city and the five digits of the ZIP; null where there is none near. */
  at(blockGroup: number, lon: number, lat: number): { city: string | null; zip: string | null } {
    if (this.#isKnown[blockGroup] === 0) this.#findNear(blockGroup)
    this.#weigh(blockGroup, lon, lat)
    const { city, zip } = this.#evidence
    return { city: this.#cityName(this.#elect(city, blockGroup)), zip: this.#zipName(this.#elect(zip, blockGroup)) }
  }

  /** Sets the weights of the evidence near the block group, as seen from the place. */
  #weigh(blockGroup: number, lon: number, lat: number): void {
    const { lon: lons, lat: lats, weight } = this.#evidence
    for (let i = 0; i < VOTERS; i++) {
      const row = this.#near[blockGroup * VOTERS + i]
      if (row < 0) return
      const meters = metersBetween(lat, lon, lats[row], lons[row]) + BLUR
      this.#weights[i] = weight[row] / (meters * meters)
    }
  }

  /** The value of a column of the evidence that has most votes; -1 where none votes. Allocates nothing. */
  #elect(column: Int32Array, blockGroup: number): number {
    const near = this.#near
    const votes = this.#votes
    const first = blockGroup * VOTERS
    let best = -1
    let most = 0
    for (let i = 0; i < VOTERS && near[first + i] >= 0; i++) {
      const value = column[near[first + i]]
      if (value < 0) continue
      // The votes for a value are counted where it comes first.
      let slot = 0
      while (column[near[first + slot]] !== value) slot++
      if (slot === i) votes[i] = 0
      votes[slot] += this.#weights[i]
      if (votes[slot] <= most) continue
      most = votes[slot]
      best = value
    }
    return best
  }

  #cityName(city: number): string | null {
    if (city < 0) return null
    this.#cityNames[city] ??= this.#gazetteer.place('city', city).name
    return this.#cityNames[city]
  }

  #zipName(zip: number): string | null {
    if (zip < 0) return null
    this.#zipNames[zip] ??= this.#gazetteer.place('zip', zip).name
    return this.#zipNames[zip]
  }

  #findNear(blockGroup: number): void {
    const { lat, lon } = this.#geography.centerOf(blockGroup)
    const { places, zips } = this.#evidence
    const first = blockGroup * VOTERS
    const rows = [
      ...around(places, lon, lat, NEAREST, FARTHEST),
      ...around(zips, lon, lat, NEAREST, FARTHEST).map((zip) => zip + places.numItems),
    ]
    this.#near.fill(-1, first, first + VOTERS)
    this.#near.set(rows, first)
    this.#isKnown[blockGroup] = 1
  }
}

/** Public places, then ZIPs with people: what they say about the city and ZIP around them. */
interface Evidence {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly weight: Float64Array
  /** Numbers in the gazetteer; -1 where it does not know them. */
  readonly city: Int32Array
  readonly zip: Int32Array
  readonly places: KDBush
  readonly zips: KDBush
}

function evidenceOf(gazetteer: Gazetteer, publicPlaces: PublicPlaceColumns | null): Evidence {
  const known = publicPlaces?.size ?? 0
  const zips = Array.from({ length: gazetteer.count('zip') }, (_, zip) => gazetteer.place('zip', zip))
  const lived = zips.flatMap(({ people }, zip) => (people > 0 ? [zip] : []))
  const size = known + lived.length
  const evidence: Evidence = {
    lon: new Float64Array(size),
    lat: new Float64Array(size),
    weight: new Float64Array(size).fill(1),
    city: new Int32Array(size),
    zip: new Int32Array(size),
    places: new KDBush(known),
    zips: new KDBush(lived.length),
  }
  const { lon, lat, weight, city, zip } = evidence
  if (publicPlaces !== null) {
    const cityOf = cityFinder(gazetteer, publicPlaces)
    for (let row = 0; row < known; row++) {
      lon[row] = publicPlaces.lon[row]
      lat[row] = publicPlaces.lat[row]
      zip[row] = gazetteer.zip(String(publicPlaces.zip[row]).padStart(5, '0'))
      city[row] = cityOf(row)
      evidence.places.add(lon[row], lat[row])
    }
  }
  lived.forEach((number, i) => {
    const row = known + i
    const center = zips[number]
    lon[row] = center.lon
    lat[row] = center.lat
    weight[row] = (center.radius / ZIP_RADIUS) ** 2
    zip[row] = number
    city[row] = gazetteer.zipCity(number)
    evidence.zips.add(center.lon, center.lat)
  })
  evidence.places.finish()
  evidence.zips.finish()
  return evidence
}

/** The city in the address of a public place; of namesakes the nearest, that of the ZIP where the gazetteer does not know it. */
function cityFinder(gazetteer: Gazetteer, { state, states, city, cities, lat, lon, zip }: PublicPlaceColumns) {
  const byName = new Map<number, readonly number[]>()
  return (row: number): number => {
    const key = city[row] * states.length + state[row]
    let named = byName.get(key)
    if (named === undefined) {
      named = gazetteer.citiesNamed(cities[city[row]], states[state[row]])
      byName.set(key, named)
    }
    if (named.length === 1) return named[0]
    const ofZip = gazetteer.zip(String(zip[row]).padStart(5, '0'))
    if (named.length === 0) return ofZip < 0 ? -1 : gazetteer.zipCity(ofZip)
    const meters = named.map((number) => {
      const center = gazetteer.place('city', number)
      return metersBetween(lat[row], lon[row], center.lat, center.lon)
    })
    return named[meters.indexOf(Math.min(...meters))]
  }
}
