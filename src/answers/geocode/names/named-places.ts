import { TextColumn } from '../../../data/bundle/columns.ts'
import { checkLength, checkOnEarth, SCALE } from '../../../data/bundle/paths.ts'
import { assertKind, type Bundle } from '../../../data/bundle/read.ts'
import { CityNames } from '../gazetteer/city-names.ts'
import { listIn } from '../gazetteer/similar-names.ts'
import type { Neighborhoods } from '../neighborhoods.ts'
import { normalizeCity } from '../parse/tokens.ts'

/** A neighborhood or landmark that people name instead of an address. */
export interface NamedPlace {
  readonly layer: 'neighborhood' | 'landmark'
  readonly name: string
  /** The city it is in; null where no source names one. */
  readonly city: string | null
  /** Two capitals. */
  readonly state: string
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  /** Meters that hold about nine tenths of it. */
  readonly radius: number
  /**
   * Of one name those known farther: 3 in the nation, 2 an airport or national park, 1 a large park or a city's
   * quarter, 0 else.
   */
  readonly rank: number
}

/** The neighborhoods and landmarks by name, numbered from 0. The index is made by the first look-up, in some 100 ms. */
export class NamedPlaces {
  readonly count: number
  #index: ReadonlyMap<string, readonly number[]> | null = null
  #similar: CityNames | null = null
  #byEnds: ReturnType<typeof endsOf> | null = null

  /** @param neighborhoods those whose names are preferred first */
  constructor(
    private readonly neighborhoods: readonly Neighborhoods[],
    private readonly landmarks: LandmarkColumns | null,
  ) {
    this.count = neighborhoods.reduce((sum, { count }) => sum + count, landmarks?.size ?? 0)
  }

  /** One of them. */
  place(index: number): NamedPlace {
    const { landmarks } = this
    const size = landmarks?.size ?? 0
    if (landmarks !== null && index < size)
      return {
        layer: landmarks.area[index] === 1 ? 'neighborhood' : 'landmark',
        name: firstName(landmarks.names.at(index) ?? ''),
        city: landmarks.city.at(index),
        state: landmarks.state.at(index) ?? '',
        lat: landmarks.lat[index] / SCALE,
        lon: landmarks.lon[index] / SCALE,
        radius: landmarks.radius[index],
        rank: landmarks.rank[index],
      }
    let row = index - size
    for (const neighborhoods of this.neighborhoods) {
      if (row < neighborhoods.count) {
        const radius = neighborhoods.radius(row)
        const rank = neighborhoods.areOutlines ? 1 : 0
        return { layer: 'neighborhood', ...neighborhoods.neighborhood(row), radius, rank }
      }
      row -= neighborhoods.count
    }
    throw new RangeError(`There is no named place ${index}; they are numbered from 0 to ${this.count - 1}.`)
  }

  /** All names of a place as they are written, that to show first: `Disneyland`, `Disneyland Resort`. */
  names(index: number): readonly string[] {
    return this.landmarks !== null && index < this.landmarks.size
      ? (this.landmarks.names.at(index) ?? '').split('|')
      : [this.place(index).name]
  }

  /** The places of a name as `placeKey` writes it, or of one without its DISTRICT and the like. */
  named(key: string): readonly number[] {
    const index = this.#indexed()
    return index.get(key) ?? index.get(bareKey(key)) ?? NONE
  }

  /** The places of names that have words more before or after this one: LAKEWOOD HEIGHTS for LAKEWOOD. */
  longer(key: string): readonly number[] {
    const index = this.#indexed()
    this.#byEnds ??= endsOf([...index.keys()])
    const { names, first, last } = this.#byEnds
    const before = (first.get(firstWord(key)) ?? NONE).filter((name) => names[name].startsWith(`${key} `))
    const after = (last.get(lastWord(key)) ?? NONE).filter((name) => names[name].endsWith(` ${key}`))
    const longer = [...new Set([...before, ...after])].sort((a, b) => a - b)
    return [...new Set(longer.flatMap((name) => index.get(names[name])!))]
  }

  /** The places whose name a mistyped one may mean, fewest edits first. */
  like(key: string): readonly number[] {
    const index = this.#indexed()
    this.#similar ??= new CityNames([...index.keys()])
    const found: { readonly name: string; readonly edits: number }[] = []
    this.#similar.mistyped(key, (name, edits) => found.push({ name, edits }))
    found.sort((a, b) => a.edits - b.edits)
    return [
      ...new Set(found.filter(({ edits }) => edits === found[0].edits).flatMap(({ name }) => index.get(name) ?? NONE)),
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
        for (const part of partsOf(name)) {
          const key = placeKey(part)
          add(key, place)
          add(bareKey(key), place)
        }
    this.#index = index
    return index
  }
}

const NONE: readonly number[] = Object.freeze([])

/** Names by their first and their last word. */
function endsOf(names: readonly string[]) {
  const [first, last] = [new Map<string, number[]>(), new Map<string, number[]>()]
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

/** The whole name and the names it joins: "Castro/Upper Market", "Neartown - Montrose". */
function partsOf(name: string): readonly string[] {
  const parts = name.split(/\s*\/\s*|\s+-\s+|\s*[()]\s*/).filter((part) => part !== '')
  return parts.length > 1 ? [name, ...parts] : [name]
}

/** One wording of a place's name: as `normalizeCity` writes it, words in full, without THE in front, `&` for AND. */
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

/**
 * A key without the words that say what kind of place it is: MISSION of MISSION DISTRICT, HEIGHTS of GREATER HEIGHTS.
 */
function bareKey(key: string): string {
  const bare = key.replace(KIND, '').replace(/^(?:GREATER|HISTORIC) /, '')
  return bare === '' ? key : bare
}
const KIND = / (?:HISTORIC DISTRICT|DISTRICT|NEIGHBORHOOD|AREA|CAMPUS)$/

/** The landmarks of a bundle (docs/reference/bundle-format.md): columns of one row each. */
export interface LandmarkColumns {
  readonly size: number
  /** The one to show, then others, parted by `|`. */
  readonly names: TextColumn
  readonly city: TextColumn
  readonly state: TextColumn
  /** Degrees times `SCALE`. */
  readonly lon: Int32Array
  readonly lat: Int32Array
  /** Meters that hold most of it. */
  readonly radius: Uint32Array
  /** 1 a neighborhood, quarter or region, 0 else. */
  readonly area: Uint8Array
  /** 3 known in the nation, 2 an airport or national park, 1 a large park, 0 else. */
  readonly rank: Uint8Array
}

/** @throws BundleError where the bundle is of another kind or its sections do not fit each other */
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
