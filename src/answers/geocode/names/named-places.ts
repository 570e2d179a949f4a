import { TextColumn } from '../../../data/bundle/columns.ts'
import { checkLength, checkOnEarth, SCALE } from '../../../data/bundle/paths.ts'
import { assertKind, type Bundle } from '../../../data/bundle/read.ts'
import { CityNames } from '../gazetteer/city-names.ts'
import { listIn } from '../gazetteer/similar-names.ts'
import type { Neighborhoods } from '../neighborhoods.ts'
import { type ParsedAddress, parseAddress } from '../parse/parse-address.ts'
import { normalizeCity } from '../parse/tokens.ts'

/** A neighborhood or landmark that is named instead of an address. */
export interface NamedPlace {
  readonly layer: 'neighborhood' | 'landmark'
  readonly name: string
  /** City that contains the place. Null if no source names a city. */
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string
  /** Latitude in degrees. */
  readonly lat: number
  /** Longitude in degrees. */
  readonly lon: number
  /** Radius in meters that covers about 90% of the place. */
  readonly radius: number
  /**
   * How widely the name is known, used to choose between places with the same name: 3 for nationwide, 2 for an airport
   * or national park, 1 for a large park or a city neighborhood, 0 for anything else.
   */
  readonly rank: number
}

/** Neighborhoods and landmarks by name, numbered from 0. The index is created by the first look-up, in about 100 ms. */
export class NamedPlaces {
  readonly count: number
  #index: ReadonlyMap<string, readonly number[]> | null = null
  #similar: CityNames | null = null
  #byEnds: ReturnType<typeof endsOf> | null = null
  #byAddress: ReadonlyMap<string, readonly number[]> | null = null

  /** @param neighborhoods neighborhood sources in order of preference for names */
  constructor(
    private readonly neighborhoods: readonly Neighborhoods[],
    private readonly landmarks: LandmarkColumns | null,
  ) {
    this.count = neighborhoods.reduce((sum, { count }) => sum + count, landmarks?.size ?? 0)
  }

  place(index: number): NamedPlace {
    const { landmarks } = this
    const size = landmarks?.size ?? 0
    if (landmarks !== null && index < size)
      return {
        layer: this.#isNeighborhood(landmarks, index) ? 'neighborhood' : 'landmark',
        name: firstName(landmarks.names.at(index) ?? ''),
        city: landmarks.city.at(index),
        state: landmarks.state.at(index) ?? '',
        lat: landmarks.lat[index] / SCALE,
        lon: landmarks.lon[index] / SCALE,
        radius: landmarks.radius[index],
        rank: landmarks.rank[index],
      }
    const { neighborhoods, row } = this.#getSource(index - size)
    const radius = neighborhoods.radius(row)
    const rank = neighborhoods.areOutlines ? 1 : 0
    return { layer: 'neighborhood', ...neighborhoods.neighborhood(row), radius, rank }
  }

  /**
   * Checks whether a landmark is a well-known neighborhood or region. Bundles also mark landmarks wider than 3 km as
   * areas. Parks, lakes and other landmarks where nobody lives are excluded by rank or name.
   */
  #isNeighborhood({ area, rank, names }: LandmarkColumns, index: number): boolean {
    return area[index] === 1 && rank[index] === WELL_KNOWN && !WITHOUT_HOMES.test(firstName(names.at(index) ?? ''))
  }

  /** Returns the outline of a neighborhood as a GeoJSON MultiPolygon, or null if the place is only known as a point. */
  outline(index: number): number[][][][] | null {
    const size = this.landmarks?.size ?? 0
    if (index < size) return null
    const { neighborhoods, row } = this.#getSource(index - size)
    return neighborhoods.outline(row)
  }

  /** Returns the source of a neighborhood and its row in that source. */
  #getSource(number: number): { readonly neighborhoods: Neighborhoods; readonly row: number } {
    let row = number
    for (const neighborhoods of this.neighborhoods) {
      if (row < neighborhoods.count) return { neighborhoods, row }
      row -= neighborhoods.count
    }
    const index = number + (this.landmarks?.size ?? 0)
    throw new RangeError(`There is no named place ${index}; they are numbered from 0 to ${this.count - 1}.`)
  }

  /** Returns all names of a place as written, with the name to show first: `Disneyland`, `Disneyland Resort`. */
  names(index: number): readonly string[] {
    return this.landmarks !== null && index < this.landmarks.size
      ? (this.landmarks.names.at(index) ?? '').split('|')
      : [this.place(index).name]
  }

  /**
   * Returns the places whose names, normalized by `placeKey`, equal the key, or equal the key without words such as
   * DISTRICT.
   */
  named(key: string): readonly number[] {
    const index = this.#indexed()
    return index.get(key) ?? index.get(bareKey(key)) ?? NONE
  }

  /**
   * Returns the landmarks that have this house number, street and suffix as one of their names: Googleplex for 1600
   * Amphitheatre Pkwy.
   */
  atAddress(parsed: ParsedAddress): readonly number[] {
    this.#byAddress ??= this.#indexedByAddress()
    return this.#byAddress.get(houseKey(parsed)) ?? NONE
  }

  #indexedByAddress(): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>()
    for (let place = 0; place < (this.landmarks?.size ?? 0); place++)
      for (const name of this.names(place)) {
        if (!/^\d+ /.test(name)) continue
        const parsed = parseAddress(name)
        if (parsed.number !== null && parsed.street !== null) listIn(index, houseKey(parsed)).push(place)
      }
    return index
  }

  /**
   * Returns the places whose names have additional words before or after the given name: LAKEWOOD HEIGHTS for LAKEWOOD.
   */
  longer(key: string): readonly number[] {
    const index = this.#indexed()
    this.#byEnds ??= endsOf([...index.keys()])
    const { names, first, last } = this.#byEnds
    const before = (first.get(firstWord(key)) ?? NONE).filter((name) => names[name].startsWith(`${key} `))
    // "Main St" is not short for 6100 Main St, the address of a university.
    const after = (last.get(lastWord(key)) ?? NONE).filter(
      (name) => names[name].endsWith(` ${key}`) && !ADDRESS.test(names[name]),
    )
    const longer = [...new Set([...before, ...after])].sort((a, b) => a - b)
    return [...new Set(longer.flatMap((name) => index.get(names[name])!))]
  }

  /** Returns the places that a mistyped name may mean, fewest edits first. */
  like(key: string): readonly number[] {
    const index = this.#indexed()
    // "Grand Ave" is not a mistyped 1 Grand Ave, the address of a university.
    this.#similar ??= new CityNames([...index.keys()].filter((name) => !ADDRESS.test(name)))
    const matches: { readonly name: string; readonly edits: number }[] = []
    this.#similar.mistyped(key, (name, edits) => matches.push({ name, edits }))
    matches.sort((a, b) => a.edits - b.edits)
    return [
      ...new Set(
        matches.filter(({ edits }) => edits === matches[0].edits).flatMap(({ name }) => index.get(name) ?? NONE),
      ),
    ]
  }

  #indexed(): ReadonlyMap<string, readonly number[]> {
    if (this.#index !== null) return this.#index
    const index = new Map<string, number[]>()
    const add = (key: string, place: number) => {
      if (key.length >= 2 && index.get(key)?.at(-1) !== place) listIn(index, key).push(place)
    }
    for (let place = 0; place < this.count; place++)
      for (const name of this.names(place))
        for (const part of getParts(name)) {
          const key = placeKey(part)
          add(key, place)
          add(bareKey(key), place)
        }
    this.#index = index
    return index
  }
}

const NONE: readonly number[] = Object.freeze([])

/** Rank of well-known places. */
const WELL_KNOWN = 3

/** Well-known places wider than 3 km that are not neighborhoods: parks, waters, mountains, bases and a theme park. */
const WITHOUT_HOMES =
  /\bNational (Park|Preserve|Seashore)$|^Lake (Okeechobee|Tahoe)$|^San Francisco Bay$|^The Everglades$|^Yosemite Valley$|\bMountain$|\bvolcano$|^Fort (Bliss|Cavazos)$|\bSpace (Center|Force Station)$|^Walt Disney World$/

/** A name that begins with a house number. */
const ADDRESS = /^\d+ /

/** Builds the key of an address. Directionals are not included because they are often omitted. */
function houseKey({ number, street, suffix }: ParsedAddress): string {
  return `${number?.text ?? ''} ${street?.text ?? ''} ${suffix?.text ?? ''}`
}

/** Indexes names by first word and by last word. */
function endsOf(names: readonly string[]) {
  const first = new Map<string, number[]>()
  const last = new Map<string, number[]>()
  names.forEach((name, i) => {
    listIn(first, firstWord(name)).push(i)
    listIn(last, lastWord(name)).push(i)
  })
  return { names, first, last }
}

function firstWord(name: string): string {
  const blank = name.indexOf(' ')
  return blank < 0 ? name : name.slice(0, blank)
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}

function firstName(names: string): string {
  const bar = names.indexOf('|')
  return bar < 0 ? names : names.slice(0, bar)
}

/** Returns the whole name and the names that it combines: "Castro/Upper Market", "Neartown - Montrose". */
function getParts(name: string): readonly string[] {
  const parts = name.split(/\s*\/\s*|\s+-\s+|\s*[()]\s*/).filter((part) => part !== '')
  return parts.length > 1 ? [name, ...parts] : [name]
}

/**
 * Normalizes a name like `normalizeCity`, then writes out abbreviations, replaces AND with `&` and removes a leading
 * THE.
 */
export function placeKey(name: string): string {
  const key = normalizeCity(name)
    .split(' ')
    .map((word) => IN_FULL.get(word) ?? word)
    .join(' ')
  return key.startsWith('THE ') ? key.slice(4) : key
}
const IN_FULL: ReadonlyMap<string, string> = new Map([
  ['AND', '&'],
  ['UNIV', 'UNIVERSITY'],
  ['INTL', 'INTERNATIONAL'],
  ["INT'L", 'INTERNATIONAL'],
  ['NATL', 'NATIONAL'],
  ['PK', 'PARK'],
  ['MTN', 'MOUNTAIN'],
  ['AFB', 'AIR FORCE BASE'],
  ['BLDG', 'BUILDING'],
])

/** Removes words that many place names have: MISSION for MISSION DISTRICT, HEIGHTS for GREATER HEIGHTS. */
function bareKey(key: string): string {
  const bare = key.replace(KIND, '').replace(/^(?:GREATER|HISTORIC) /, '')
  return bare === '' ? key : bare
}
const KIND = / (?:HISTORIC DISTRICT|DISTRICT|NEIGHBORHOOD|AREA|CAMPUS)$/

/** Landmark columns of a bundle (docs/reference/bundle-format.md), one row per landmark. */
export interface LandmarkColumns {
  readonly size: number
  /** Display name, followed by other names, separated by `|`. */
  readonly names: TextColumn
  readonly city: TextColumn
  readonly state: TextColumn
  /** Longitude in degrees times `SCALE`. */
  readonly lon: Int32Array
  /** Latitude in degrees times `SCALE`. */
  readonly lat: Int32Array
  /** Radius in meters that covers most of the landmark. */
  readonly radius: Uint32Array
  /** 1 for a neighborhood or region, otherwise 0. */
  readonly area: Uint8Array
  /** 3 if known nationwide, 2 for an airport or national park, 1 for a large park, 0 for anything else. */
  readonly rank: Uint8Array
}

/** @throws {BundleError} when the bundle is of a different type or its sections do not fit together */
export function landmarkColumns(bundle: Bundle): LandmarkColumns {
  assertKind(bundle, 'landmarks')
  const names = new TextColumn(bundle, 'names')
  const columns = {
    city: new TextColumn(bundle, 'city'),
    state: new TextColumn(bundle, 'state'),
    lon: bundle.section('lon', 'i32'),
    lat: bundle.section('lat', 'i32'),
    radius: bundle.section('radius', 'u32'),
    area: bundle.section('area', 'u8'),
    rank: bundle.section('rank', 'u8'),
  }
  for (const [column, { length }] of Object.entries(columns)) checkLength(bundle, column, length, names.length)
  checkOnEarth(bundle, 'landmark', columns.lat, columns.lon)
  return { size: names.length, names, ...columns }
}
