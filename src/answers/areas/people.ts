import KDBush from 'kdbush'
import type { Box } from '../../base/geo/box.ts'
import { GOLDEN_ANGLE } from '../../base/geo/disc.ts'
import { METERS_PER_DEGREE, metersApart, RADIANS } from '../../base/geo/distance.ts'
import { type Geography, HOME_PARTS } from '../../data/geography.ts'
import type { Budget } from './budget.ts'
import { circleRegion, type TestedArea } from './region.ts'

/** Number of homes per block group. A home is a location where some of the block group's people are assumed to live. */
export const HOMES = 8

/** Maximum distance in meters from a home to the center of its block group. */
const FARTHEST = 3000

/**
 * Model of where people live. Each block group has eight *homes*, spread over a disc around its center of population.
 * The disc extends to the third nearest center of another block group. Each home is placed in the part of the tract
 * that is closer to the center of its own block group than to other centers. Putting all people of a block group at a
 * single point would make neighborhoods look more uniform than they are. If a block group spans several ZIP codes, its
 * people are divided among its homes so that each ZIP code adds up to its census count. Home h belongs to block group h
 * / 8, rounded down.
 */
export class People {
  /** Longitude of each home in degrees, valid for a block group only after `settle` was called for it. */
  readonly lon: Float64Array
  /** Latitude of each home in degrees. Like `lon`, valid only after `settle`. */
  readonly lat: Float64Array
  readonly #settled: Uint8Array
  readonly #centers: KDBush
  #lastReach = FARTHEST
  #homesInside: Uint32Array = new Uint32Array(1024)

  constructor(private readonly geography: Geography) {
    const { size } = geography
    this.lon = new Float64Array(size * HOMES)
    this.lat = new Float64Array(size * HOMES)
    this.#settled = new Uint8Array(size)
    this.#centers = new KDBush(size)
    for (let blockGroup = 0; blockGroup < size; blockGroup++) {
      const { lon, lat } = geography.getCenter(blockGroup)
      this.#centers.add(lon, lat)
    }
    this.#centers.finish()
  }

  /** Returns the population of a block group, 2020 census. */
  of(blockGroup: number): number {
    return this.geography.people[blockGroup]
  }

  /** Returns the number of people who live at a home, which is a part of its block group's population. */
  at(home: number): number {
    const blockGroup = Math.floor(home / HOMES)
    const people = this.geography.people[blockGroup]
    const parts = this.geography.homes[blockGroup]
    return parts === 0 ? people / HOMES : (((parts >>> (4 * (home % HOMES))) & 15) * people) / HOME_PARTS
  }

  /** Returns the number of people who live at each home. */
  peopleAt(homes: Uint32Array): Float64Array {
    const people = new Float64Array(homes.length)
    for (let i = 0; i < homes.length; i++) people[i] = this.at(homes[i])
    return people
  }

  /** Returns the block groups whose centers are in a box. */
  centersIn({ west, south, east, north }: Box): number[] {
    return this.#centers.range(west, south, east, north)
  }

  /** Returns the homes within `radius` meters of a point, in the format of `homesIn`. */
  homesAround(lat: number, lon: number, radius: number): Uint32Array {
    return this.homesIn(circleRegion({ lat, lon, radius }))
  }

  /** Returns the homes in a region, grouped by block group. The array is valid until the next call. */
  homesIn(area: TestedArea, budget?: Budget): Uint32Array {
    const { box, contains, parts } = area
    const { west, south, east, north } = box
    const reach = FARTHEST / METERS_PER_DEGREE
    const across = reach / Math.max(0.01, Math.cos(Math.min(90, Math.max(Math.abs(south), Math.abs(north))) * RADIANS))
    let count = 0
    for (const blockGroup of this.#centers.range(west - across, south - reach, east + across, north + reach)) {
      this.settle(blockGroup)
      budget?.spend(HOMES * (parts?.length ?? 1))
      if (count + HOMES > this.#homesInside.length) this.#homesInside = doubled(this.#homesInside)
      if (this.#isInside(blockGroup, area, across, reach)) {
        for (let home = 0; home < HOMES; home++) this.#homesInside[count++] = blockGroup * HOMES + home
        continue
      }
      for (let home = blockGroup * HOMES; home < (blockGroup + 1) * HOMES; home++) {
        const lon = this.lon[home]
        const lat = this.lat[home]
        if (lon >= west && lon <= east && lat >= south && lat <= north && contains(lon, lat))
          this.#homesInside[count++] = home
      }
    }
    return this.#homesInside.subarray(0, count)
  }

  /** Checks whether an area contains every possible home location of a block group. */
  #isInside(blockGroup: number, { box, containsAround }: TestedArea, across: number, reach: number): boolean {
    if (containsAround === undefined) return false
    const { lon, lat } = this.geography.getCenter(blockGroup)
    return (
      lon - across >= box.west &&
      lon + across <= box.east &&
      lat - reach >= box.south &&
      lat + reach <= box.north &&
      // Homes are placed on a plane tangent to the sphere at the center, so they can be slightly more than `FARTHEST`
      // away.
      containsAround(lon, lat, 1.05 * FARTHEST)
    )
  }

  /** Returns all homes of the block groups. */
  getHomes(blockGroups: ArrayLike<number>): Uint32Array {
    const homes = new Uint32Array(blockGroups.length * HOMES)
    for (let i = 0; i < blockGroups.length; i++) {
      this.settle(blockGroups[i])
      for (let home = 0; home < HOMES; home++) homes[i * HOMES + home] = blockGroups[i] * HOMES + home
    }
    return homes
  }

  /** Places the homes of a block group if they have not been placed yet. */
  settle(blockGroup: number): void {
    if (this.#settled[blockGroup] === 1) return
    this.#settled[blockGroup] = 1
    const { lon, lat } = this.geography.getCenter(blockGroup)
    const cos = Math.cos(lat * RADIANS)
    const reach = this.#findReach(lon, lat)
    for (let i = 0; i < HOMES; i++) {
      const angle = i * GOLDEN_ANGLE + blockGroup
      const east = Math.cos(angle) / cos
      const north = Math.sin(angle)
      let away = reach * Math.sqrt((i + 0.5) / HOMES)
      // Move toward the center until the home is in the block group. After three failed tries, use the center.
      for (let tries = 0; tries < 4 && !this.#isOf(blockGroup, lon + away * east, lat + away * north); tries++)
        away = tries === 3 ? 0 : away / 2
      this.lon[blockGroup * HOMES + i] = lon + away * east
      this.lat[blockGroup * HOMES + i] = lat + away * north
    }
  }

  /** Returns the distance in degrees of latitude from a center to the third nearest other center. */
  #findReach(lon: number, lat: number): number {
    const cos = Math.cos(lat * RADIANS)
    // Start from the last result, because consecutive block groups have similar densities.
    for (let reach = this.#lastReach; ; reach = Math.min(FARTHEST, 2 * reach)) {
      const up = (1.01 * reach) / METERS_PER_DEGREE
      // The four smallest distances: 0 (the center itself), then the distances to the three nearest other centers.
      const least = [FARTHEST, FARTHEST, FARTHEST, FARTHEST]
      for (const other of this.#centers.range(lon - up / cos, lat - up, lon + up / cos, lat + up)) {
        const meters = metersApart({ lat, lon }, this.geography.getCenter(other))
        let at = 4
        for (; at > 0 && meters < least[at - 1]; at--) if (at < 4) least[at] = least[at - 1]
        if (at < 4) least[at] = meters
      }
      const [, , , third] = least
      if (third > reach) continue
      this.#lastReach = Math.min(FARTHEST, Math.max(100, 1.5 * third))
      return third / METERS_PER_DEGREE
    }
  }

  #isOf(blockGroup: number, lon: number, lat: number): boolean {
    const zone = this.geography.zoneAt(lon, lat)
    return zone > 0 && this.geography.blockGroupIn(zone, lon, lat) === blockGroup
  }
}

/** Returns a copy with twice the length. */
export function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
