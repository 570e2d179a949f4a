import { DISC_POINTS, fillDisc } from '../../base/geo/disc.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import { outsideText } from '../../base/open-water.ts'
import { coveredState } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { NamedPlaces } from './names/named-places.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import type { PublicPlaceColumns } from './public-places/columns.ts'
import type { Streets } from './streets/streets.ts'

/**
 * Answer of `reverse`: the address, city and county of a place. The answer is also a place, so scores and areas accept
 * it. Outside the covered states, everything except the place and `message` is null.
 */
export interface ReverseAnswer extends Place {
  /** Radius in meters of the circle around the place. 0 for a coordinate. */
  readonly radius: number
  /** The place in one line: `Hyde Park, Austin, TX 78751`. */
  readonly label: string | null
  /** Layer of the place in the request, or `coordinates`. */
  readonly layer: string
  /**
   * Nearest house number within 100 m, from known streets or a street index: `103 E 5th St, Austin, TX 78701`. Null if
   * no house number is known.
   */
  readonly address: string | null
  /** Name of the neighborhood. Null if unknown, or if it contains less than half of the circle. */
  readonly neighborhood: string | null
  /** City that contains the place. Outside all cities, the city used in addresses of the ZIP. */
  readonly city: string | null
  /** Whether the place is inside the outline of `city`. Null if the outline is not known. */
  readonly in_city: boolean | null
  /** Five-digit ZIP that contains the place. Null if no ZIP covers the place, for example in a desert. */
  readonly zip: string | null
  /** County: `{ name: 'Travis County', fips: '48453' }`. */
  readonly county: { readonly name: string; readonly fips: string } | null
  /** The state, such as `{ name: 'Texas', postal: 'TX', fips: '48' }`. */
  readonly state: { readonly name: string; readonly postal: string; readonly fips: string } | null
  /** 11-digit census tract code. */
  readonly tract: string | null
  /** 12-digit census block group code. */
  readonly block_group: string | null
  /** Sentence that explains why nothing is known or why there is no city. Otherwise null. */
  readonly message: string | null
}

const NO_NAMES: Omit<ReverseAnswer, 'lat' | 'lon' | 'radius' | 'layer' | 'message'> = Object.freeze({
  label: null,
  address: null,
  neighborhood: null,
  city: null,
  in_city: null,
  zip: null,
  county: null,
  state: null,
  tract: null,
  block_group: null,
})

/** Names of a place that the geocoder contributes to an answer. */
export interface LocalNames {
  /**
   * Looks up the nearest house number. Callers can skip this look-up, which takes as long as the rest of the answer.
   */
  address(): string | null
  readonly neighborhood: string | null
  readonly city: string | null
  /** Whether the place is inside the city outline. Null if the outline is not known. */
  readonly isInCity: boolean | null
  readonly zip: string | null
  /**
   * Whether ZIP and city outlines are loaded. Without outlines, the ZIP and city are taken from a nearby house, if any.
   */
  readonly hasOutlines: boolean
}

/** Finds the names of a place. `county` is a five-digit FIPS code. */
export type NamePlace = (county: string, lon: number, lat: number) => LocalNames

/** Finds the names and codes of the areas that contain a coordinate. */
export class ReverseGeocoder {
  #namePlace: NamePlace | undefined

  /** @param namer called before the first answer; if null, only the county, state and census areas are known */
  constructor(
    private readonly geography: Geography,
    private readonly namer: (() => NamePlace) | null,
  ) {}

  /**
   * Returns the names and codes of the areas that contain a place.
   *
   * @param zone zone of the place, from `Geography.zoneAt`
   * @param withAddress whether to look for the nearest address
   */
  at(
    zone: number,
    { lat, lon, radius: placeRadius, layer: kind, label }: Place,
    withAddress = (placeRadius ?? 0) <= EXACT,
  ): ReverseAnswer {
    const radius = placeRadius ?? 0
    // The place may be a caller's own record, whose `layer` and `label` can have other types.
    const layer = typeof kind === 'string' ? kind : 'coordinates'
    const place = { lat, lon, radius, layer }
    if (zone === 0) return { ...NO_NAMES, message: outsideText(lat, lon), ...place }
    const number = this.geography.blockGroupIn(zone, lon, lat)
    const { blockGroup: block_group, county: countyName, state: stateName } = this.geography.describe(number)
    const fips = block_group.slice(0, 5)
    const county = { name: countyName, fips }
    const postal = coveredState(fips.slice(0, 2))?.postal ?? ''
    const state = { name: stateName, postal, fips: fips.slice(0, 2) }
    const tract = block_group.slice(0, 11)
    if (this.namer === null) {
      const unnamed = { ...NO_NAMES, ...place, label: null, county, state, tract, block_group, message: NOT_LOADED }
      return withinRadius(unnamed, () => false)
    }
    this.#namePlace ??= this.namer()
    const names = this.#namePlace(fips, lon, lat)
    const { neighborhood, city, zip, hasOutlines } = names
    // A ZIP that is only for PO boxes has no outline. Its location is in the outline of a different ZIP, which is not
    // the ZIP of the place.
    const isOther =
      layer === 'zip' && radius > EXACT && names.zip !== null && typeof label === 'string' && !label.endsWith(names.zip)
    let around: readonly PointNames[] | undefined
    const holdsHalf = (name: AreaName) => {
      around ??= this.#namesWithin(lat, lon, radius)
      return 2 * around.filter((there) => there[name] === names[name]).length >= around.length
    }
    const answer: ReverseAnswer = {
      ...place,
      label: null,
      address: withAddress ? names.address() : null,
      neighborhood,
      city,
      zip: isOther ? null : names.zip,
      in_city: city === null ? null : names.isInCity,
      county,
      state,
      tract,
      block_group,
      message: !hasOutlines && city === null && zip === null ? NO_OUTLINES : null,
    }
    return withinRadius(answer, holdsHalf)
  }

  /** Returns the names at points spread evenly over a circle, without points outside the covered states. */
  #namesWithin(lat: number, lon: number, radius: number): PointNames[] {
    const lats = new Float64Array(DISC_POINTS)
    const lons = new Float64Array(DISC_POINTS)
    fillDisc(lat, lon, radius, lats, lons)
    return Array.from(lats, (spotLat, i) =>
      this.namesAt(this.geography.zoneAt(lons[i], spotLat), lons[i], spotLat),
    ).filter(({ state }) => state !== null)
  }

  /** Returns only the names that `at` returns for a coordinate, which takes half the time. */
  namesAt(zone: number, lon: number, lat: number): PointNames {
    if (zone === 0) return NOWHERE
    const { blockGroup, county, state: name } = this.geography.describe(this.geography.blockGroupIn(zone, lon, lat))
    const fips = blockGroup.slice(0, 2)
    const state = { name, postal: coveredState(fips)?.postal ?? '', fips }
    if (this.namer === null) return { ...NOWHERE, county, state }
    this.#namePlace ??= this.namer()
    const { neighborhood, city, zip } = this.#namePlace(blockGroup.slice(0, 5), lon, lat)
    return { neighborhood, city, zip, county, state }
  }
}

/**
 * Maximum radius of a place in meters for returning its neighborhood, ZIP or city. If the radius is larger, the place
 * may be in several of these areas.
 */
const MAX_RADIUS = { neighborhood: 500, zip: 2000, city: 5000 }
type AreaName = keyof typeof MAX_RADIUS
/**
 * For each layer, the areas that always contain a whole place of this layer. These areas are returned regardless of
 * `MAX_RADIUS` and of their share of the circle.
 */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  neighborhood: ['neighborhood', 'city'],
  zip: ['zip', 'city'],
  city: ['city'],
}

/**
 * Adds the label to the answer and clears areas that are smaller than the circle of the place or contain less than half
 * of it.
 */
function withinRadius(answer: ReverseAnswer, holdsHalf: (name: AreaName) => boolean): ReverseAnswer {
  const { radius, layer } = answer
  const isExact = radius <= EXACT
  const isKnown = (name: AreaName) =>
    isExact ||
    CONTAINERS[layer]?.includes(name) ||
    (answer[name] !== null && radius <= MAX_RADIUS[name] && holdsHalf(name))
  const neighborhood = isKnown('neighborhood') ? answer.neighborhood : null
  const [city, in_city] = isKnown('city') ? [answer.city, answer.in_city] : [null, null]
  const zip = isKnown('zip') ? answer.zip : null
  const county = isExact || layer !== 'state' ? answer.county : null
  const label = placeLabel({ neighborhood, city, zip, county: county?.name ?? null }, answer.state)
  const described = { ...answer, neighborhood, city, in_city, zip, county, label }
  return isExact ? described : { ...described, address: null, tract: null, block_group: null }
}

/** Names for a place. Unknown names are null. */
interface Names {
  readonly neighborhood: string | null
  readonly city: string | null
  readonly zip: string | null
  readonly county: string | null
}

/** Names and state of a coordinate. Everything is null outside the coverage area. */
export interface PointNames extends Names {
  readonly state: ReverseAnswer['state']
}

const NOWHERE: PointNames = Object.freeze({ neighborhood: null, city: null, zip: null, county: null, state: null })

/**
 * Joins the names in one line: `Hyde Park, Austin, TX 78751`, `Travis County, TX`, `Texas`. Returns null if there is no
 * state.
 */
export function placeLabel({ neighborhood, city, zip, county }: Names, state: ReverseAnswer['state']): string | null {
  if (state === null) return null
  const town = city ?? county
  if (town === null) return state.name
  const line = `${town}, ${state.postal}${city === null || zip === null ? '' : ` ${zip}`}`
  return neighborhood === null || neighborhood === city ? line : `${neighborhood}, ${line}`
}

const NOT_LOADED = 'City, ZIP and neighborhood are not loaded: places.bundle was not included.'
const NO_OUTLINES = 'City and ZIP are not loaded: areas.bundle was not included.'

/** Finds the ZIP and the city whose outlines contain a place. */
export interface PlaceOutlines {
  /** Returns the five-digit ZIP, or null if there is none, for example in uninhabited areas. */
  zipAt(lon: number, lat: number): string | null
  /** Returns the census code and name of the city, or null outside all cities. */
  cityAt(lon: number, lat: number): { readonly code: string; readonly name: string } | null
}

/** Sources of place names, which may be opened on demand. */
export interface PlaceNames {
  readonly gazetteer: Gazetteer
  /** ZIP and city outlines. Null if they are not loaded. */
  readonly outlines: PlaceOutlines | null
  readonly publicPlaces: PublicPlaceColumns | null
  /** Neighborhoods in search order. */
  readonly neighborhoods: readonly Neighborhoods[]
  readonly named: NamedPlaces
  /** Street index. Null if none is open. */
  readonly streets: Streets | null
}
