import Flatbush from 'flatbush'
import type { Box } from '../geo/box.ts'
import { metersBetween } from '../geo/distance.ts'
import type { Gazetteer, PlaceExtent } from '../geocode/gazetteer/gazetteer.ts'
import { normalizeCity } from '../geocode/parse/city-name.ts'
import type { Geography } from '../geography.ts'
import type { Ground } from './area.ts'
import { Bands } from './around.ts'
import type { OutlinedPlaces } from './outlined-places.ts'
import { circleRegion, type Region } from './region.ts'

/** ZIPs and cities as areas; null where there is none of that name. */
export interface PlaceAreas {
  zip(zip: string, geography: Geography): PlaceGround | null
  /** @param state two capitals */
  city(name: string, state: string, geography: Geography): PlaceGround | null
  /** All of a kind with the block groups that are theirs. */
  all(kind: 'zip' | 'city', geography: Geography): readonly PlaceMembers[]
}

export interface PlaceGround {
  readonly ground: Ground
  /** `exact` where the outline of the place is known. */
  readonly boundary: 'exact' | 'approximate'
}

export interface PlaceMembers {
  /** `78701`, `Austin, TX` */
  readonly name: string
  readonly blockGroups: Uint16Array
}

/**
 * @param gazetteer called when it is first needed, as is `outlines`
 * @param outlines null: of no place the outline is known
 */
export function placeAreas(gazetteer: () => Gazetteer, outlines: (() => OutlinedPlaces) | null = null): PlaceAreas {
  const kinds = new Map<'zip' | 'city', Members>()
  const membersOf = (kind: 'zip' | 'city', geography: Geography): Members => {
    const members = kinds.get(kind) ?? new Members(gazetteer(), kind, geography)
    kinds.set(kind, members)
    return members
  }
  const groundOf = (kind: 'zip' | 'city', index: number, geography: Geography): Ground | null => {
    if (index < 0) return null
    const blockGroups = membersOf(kind, geography).of(index)
    // Without a block group of its own a place is the circle that holds its addresses.
    return blockGroups.length > 0 ? { blockGroups } : circleRegion(gazetteer().place(kind, index))
  }
  const found = (ground: Ground | null, boundary: PlaceGround['boundary']) => ground && { ground, boundary }
  /** The outline of a place of the gazetteer. */
  const regionOf = (kind: 'zip' | 'city', index: number): Region | null => {
    if (outlines === null || index < 0) return null
    const { name, state } = gazetteer().place(kind, index)
    return kind === 'zip' ? outlines().zip(name) : outlines().city(normalizeCity(name), state)
  }
  return {
    zip: (zip, geography) =>
      found(outlines?.().zip(zip) ?? null, 'exact') ??
      found(groundOf('zip', gazetteer().zip(zip), geography), 'approximate'),
    city(name, state, geography) {
      const wanted = normalizeCity(name)
      const index = gazetteer().citiesNamed(wanted, state)[0] ?? -1
      return (
        found(outlines?.().city(wanted, state) ?? regionOf('city', index), 'exact') ??
        found(groundOf('city', index, geography), 'approximate')
      )
    },
    all: (kind, geography) =>
      Array.from({ length: gazetteer().count(kind) }, (_, index) => {
        const { name, state } = gazetteer().place(kind, index)
        const region = regionOf(kind, index)
        return {
          name: kind === 'zip' ? name : `${name}, ${state}`,
          blockGroups: region === null ? membersOf(kind, geography).of(index) : centersIn(region, geography),
        }
      }),
  }
}

/** The block groups whose centers a region holds, ascending. */
function centersIn(region: Region, geography: Geography): Uint16Array {
  const near = Bands.of(geography).people.centersIn(region.box)
  const isInside = (blockGroup: number) => {
    const { lon, lat } = geography.centerOf(blockGroup)
    return region.contains(lon, lat)
  }
  return Uint16Array.from(near.filter(isInside)).sort()
}

/** Radii of a place beyond which no block group is taken for its own. */
const FARTHEST = { zip: 2, city: 3 }
/** Meters: places whose radius is smaller reach as far as this. */
const LEAST_RADIUS = 300

/**
 * The block groups of ZIPs or cities, of which no outlines are at hand: those that are nearer to a place than to any other of its kind,
 * distances being divided by the radius that holds nine tenths of a place's addresses. A city whose people are known takes as many of
 * them, the surest first; so it has about its people, though not its exact outline.
 */
class Members {
  readonly places: readonly PlaceExtent[]
  /** The place that is nearest to each block group, by number, and the distances in radii of it and of the next one; of the places compared. */
  readonly #nearest: Uint16Array
  readonly #distance: Float64Array
  readonly #next: Float64Array
  /** The boxes within which places take block groups. */
  readonly #reach: Flatbush
  readonly #isCompared: Uint8Array

  constructor(
    gazetteer: Gazetteer,
    private readonly kind: 'zip' | 'city',
    private readonly geography: Geography,
  ) {
    this.places = Array.from({ length: gazetteer.count(kind) }, (_, i) => gazetteer.extent(kind, i))
    this.#nearest = new Uint16Array(geography.size)
    this.#distance = new Float64Array(geography.size).fill(FARTHEST[kind])
    this.#next = new Float64Array(geography.size).fill(FARTHEST[kind])
    this.#isCompared = new Uint8Array(this.places.length)
    this.#reach = new Flatbush(this.places.length)
    for (const place of this.places) {
      const { west, south, east, north } = this.#boxOf(place)
      this.#reach.add(west, south, east, north)
    }
    this.#reach.finish()
  }

  /** Says to the block groups around a place how far it is. */
  #compare(index: number): void {
    const place = this.places[index]
    // A place without people of its own takes nobody from another.
    if (this.#isCompared[index] === 1 || place.people === 0) return
    this.#isCompared[index] = 1
    for (const blockGroup of this.#around(place)) {
      const away = this.#away(place, blockGroup)
      const best = this.#distance[blockGroup]
      // Whichever is compared first: of places equally near the one with the lower number is the nearest.
      if (away < best || (away === best && index < this.#nearest[blockGroup])) {
        this.#next[blockGroup] = best
        this.#distance[blockGroup] = away
        this.#nearest[blockGroup] = index
      } else if (away < this.#next[blockGroup]) this.#next[blockGroup] = away
    }
  }

  /** The block groups of a place, ascending. */
  of(index: number): Uint16Array {
    const place = this.places[index]
    const { west, south, east, north } = this.#boxOf(place)
    for (const other of this.#reach.search(west, south, east, north)) this.#compare(other)
    const candidates: { blockGroup: number; margin: number }[] = []
    for (const blockGroup of this.#around(place)) {
      const away = this.#away(place, blockGroup)
      if (away > FARTHEST[this.kind]) continue
      const isNearest = this.#nearest[blockGroup] === index && place.people > 0
      candidates.push({ blockGroup, margin: away / (isNearest ? this.#next : this.#distance)[blockGroup] })
    }
    candidates.sort((a, b) => a.margin - b.margin || a.blockGroup - b.blockGroup)
    const count =
      this.kind === 'city' && place.people > 0
        ? countFor(candidates, place.people, this.geography.people)
        : candidates.filter(({ margin }) => margin <= 1).length
    return Uint16Array.from(candidates.slice(0, count), ({ blockGroup }) => blockGroup).sort()
  }

  /** Block groups that may be within the farthest reach of a place. */
  #around(place: PlaceExtent): readonly number[] {
    return Bands.of(this.geography).people.centersIn(this.#boxOf(place))
  }

  #boxOf(place: PlaceExtent): Box {
    const { lat, lon } = place
    return circleRegion({ lat, lon, radius: FARTHEST[this.kind] * radiusOf(place) }).box
  }

  /** From the place to the center of the block group, in the place's radii. */
  #away(place: PlaceExtent, blockGroup: number): number {
    const { lat, lon } = this.geography.centerOf(blockGroup)
    return metersBetween(lat, lon, place.lat, place.lon) / radiusOf(place)
  }
}

/** How many of the candidates come nearest to this number of people. */
function countFor(candidates: readonly { blockGroup: number }[], wanted: number, people: Uint16Array): number {
  let sum = 0
  for (let i = 0; i < candidates.length; i++) {
    const own = people[candidates[i].blockGroup]
    if (sum + own / 2 > wanted) return i
    sum += own
  }
  return candidates.length
}

function radiusOf({ radius }: PlaceExtent): number {
  return Math.max(LEAST_RADIUS, radius)
}
