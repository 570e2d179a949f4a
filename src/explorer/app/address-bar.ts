import { batch, effect } from '@preact/signals'
import { type ChosenArea, numbersIn, readArea, readBox, writeArea, writeBox } from './area/area-link.ts'
import { area, listing } from './area/area-view.ts'
import { dimensionOf, isDimensionId } from './catalog.ts'
import { embedded } from './embedded.ts'
import type { Filter } from './engine/engine.ts'
import { type Box, type DimensionId, type LatLon, WIDEST } from './library.ts'
import { around, type ChosenPlace, chosenPlaces, MOST_COMPARED, others, place, titles, unanswered } from './places.ts'
import { isEmbedded } from './share/embed.ts'
import { stories } from './start/stories.ts'
import { type Camera, camera, dimension, hatching, only, opacity, untouched } from './view.ts'
import { areaOfPlace, foundOfArea, listed, nameOf } from './words.ts'

/** State stored in a history entry in addition to the URL: how the places were found. */
interface Entry {
  readonly place: ChosenPlace | null
  readonly others: readonly ChosenPlace[]
}

const INTERVAL = 300 // ms; browsers reject more than a few hundred changes in half a minute

/**
 * Keeps the page and its URL in sync. A newly chosen place or dimension adds a history entry, so that Back returns to
 * the previous one. Everything else updates the current entry.
 */
export function followAddress(): void {
  let isReading = false
  let entry = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  read()
  write()
  // Fires for a typed URL as well as for Back and Forward.
  addEventListener('popstate', read)
  effect(() => {
    addressOf() // reads every signal, so that the effect runs again when one of them changes
    clearTimeout(timer)
    if (isReading) entry = entryWords()
    if (entryWords() === entry) timer = setTimeout(write, INTERVAL)
    else write()
  })

  function read(): void {
    isReading = true
    show(location.hash === '' ? firstAddress() : readAddress(location.hash), (history.state ?? {}) as Partial<Entry>)
    entry = entryWords()
    isReading = false
  }

  function write(): void {
    const hash = writeAddress(addressOf())
    // In an embedded page, the history belongs to the page around it.
    if (entryWords() === entry || isEmbedded()) history.replaceState(entryOf(), '', hash)
    else history.pushState(entryOf(), '', hash)
    entry = entryWords()
  }
}

function show(read: Address, kept: Partial<Entry>): void {
  batch(() => {
    dimension.value = read.dimension
    place.value = sameOr(read.place, kept.place, placeWords)
    others.value = read.others.map((one, i) => sameOr(one, kept.others?.[i], placeWords)!)
    only.value = read.only
    area.value = sameOr(read.area, area.peek(), writeArea)
    listing.value = sameOr(read.list, listing.peek(), writeBox)
    opacity.value = read.opacity
    hatching.value = read.hatching
    camera.value = read.camera ?? cameraFor(read)
  })
}

/**
 * Returns the current value if it has the same link, because it knows more than the link: how a place was found, the
 * outline of an area, the list of a box.
 */
function sameOr<T>(read: T | null, there: T | null | undefined, write: (one: T) => string | null): T | null {
  return read !== null && there && write(there) === write(read) ? there : read
}

/** Returns the state of a page opened without a link: the first story. */
function firstAddress(): Address {
  if (embedded !== null) {
    const { west, south, east, north } = embedded.box
    return { ...PLAIN, camera: { lat: (south + north) / 2, lon: (west + east) / 2, zoom: 10 } }
  }
  const [first] = stories
  if (first?.camera === undefined) return PLAIN
  return { ...PLAIN, camera: first.camera, dimension: first.dimension, only: first.only }
}

/** Returns the camera for a link that does not specify one. */
function cameraFor({ place, others }: Address): Camera {
  return place === null ? untouched : around([...others, place])
}

function addressOf(): Address {
  return {
    // Until the map is moved, links leave the camera open, because what fits depends on the screen.
    camera: camera.value === untouched ? null : camera.value,
    dimension: dimension.value,
    place: place.value,
    others: others.value,
    only: only.value,
    area: area.value,
    list: listing.value,
    opacity: opacity.value,
    hatching: hatching.value,
  }
}

/** Returns the link to the current view. */
export function currentLink(): string {
  return new URL(writeAddress(addressOf()), location.href).href
}

/**
 * Returns a link that has a preview from the server, or null if the server makes none. Places are rounded to about 100
 * m, and drawn shapes are left out.
 */
export function previewLink(): string | null {
  const page = document.querySelector<HTMLMetaElement>('meta[name=vicinage-share]')?.content
  if (page === undefined) return null
  const shown = addressOf()
  const isNamed = shown.area !== null && /^(zip|city|county|district):/.test(writeArea(shown.area) ?? '')
  const coarse = (one: ChosenPlace) => ({ ...one, lat: threeDecimals(one.lat), lon: threeDecimals(one.lon) })
  const view = {
    ...shown,
    place: shown.place && coarse(shown.place),
    others: shown.others.map(coarse),
    area: isNamed ? shown.area : null,
    // Rounded, because the middle of the map may be the place itself.
    camera: shown.camera && coarse(shown.camera),
  } as Address
  return new URL(`${page}?${writeAddress(view).slice(1)}`, document.baseURI).href
}

function threeDecimals(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

function entryOf(): Entry {
  return { place: place.value, others: others.value }
}

/** Returns the part of the state whose changes add a history entry. */
function entryWords(): string {
  return JSON.stringify([dimension.value, place.value, others.value, area.value?.shape, listing.value])
}

/** Contents of a link. */
export interface Address {
  /** Camera; null if the link leaves it open. */
  readonly camera: (LatLon & { readonly zoom: number }) | null
  readonly dimension: DimensionId
  /**
   * Chosen place. A roughly known place keeps its radius, for its bands. How it was found is stored in the browser's
   * history.
   */
  readonly place: ChosenPlace | null
  /** Places to compare with; empty without a place. */
  readonly others: readonly ChosenPlace[]
  /** Conditions, at most one per dimension. */
  readonly only: readonly Filter[]
  /** Area to summarize; null if there is none or it is too long for a link. */
  readonly area: ChosenArea | null
  /** Box whose best areas are listed. */
  readonly list: Box | null
  readonly opacity: number
  readonly hatching: boolean
}

const PLAIN: Address = {
  camera: null,
  dimension: 'walkability',
  place: null,
  others: [],
  only: [],
  area: null,
  list: null,
  opacity: 75,
  hatching: true,
}

/** Parses the part of a link after `#`. Missing values get their defaults, and invalid values are ignored. */
export function readAddress(hash: string): Address {
  const values = valuesIn(hash)
  const place = placeIn(values.get('place'))
  return {
    camera: cameraIn(values.get('map')),
    dimension: dimensionIn(values.get('score')) ?? PLAIN.dimension,
    place,
    others: place === null ? [] : placesIn(values.get('with')),
    only: filtersIn(values.get('only')),
    area: readArea(values.get('area')),
    list: readBox(values.get('list')),
    opacity: wholeIn(values.get('opacity'), 0, 100) ?? PLAIN.opacity,
    hatching: values.get('hatching') !== 'no',
  }
}

/** Formats `#map=11.50/30.2672/-97.7431&score=walkability&place=30.26720,-97.74310`, leaving out defaults. */
export function writeAddress(shown: Address): string {
  const { camera, dimension, place, others, only, list, opacity, hatching } = shown
  const area = shown.area && writeArea(shown.area)
  const parts: string[] = []
  if (camera !== null) parts.push(`map=${camera.zoom.toFixed(2)}/${camera.lat.toFixed(4)}/${camera.lon.toFixed(4)}`)
  parts.push(`score=${dimension}`)
  if (place !== null) parts.push(`place=${placeWords(place)}`)
  if (place !== null && others.length > 0) parts.push(`with=${others.map(placeWords).join('/')}`)
  if (only.length > 0) parts.push(`only=${only.map((one) => `${one.dimension}:${one.from}-${one.to}`).join(',')}`)
  if (area) parts.push(`area=${area}`)
  if (list && only.length > 0) parts.push(`list=${writeBox(list)}`)
  if (opacity !== PLAIN.opacity) parts.push(`opacity=${opacity}`)
  if (!hatching) parts.push('hatching=no')
  return `#${parts.join('&')}`
}

/**
 * Formats a place: `30.26720,-97.74310` with five decimals, or six if the sixth is not 0; `30.26847,-97.74372,1412`
 * with a radius in meters; and `30.26847,-97.74372,1412,zip:78701` for a ZIP code or city, whose name is not private.
 */
function placeWords(place: ChosenPlace): string {
  const { lat, lon, radius } = place
  const meters = radius ? [Math.min(WIDEST, Math.ceil(radius))] : []
  const shape = radius ? areaOfPlace(place) : null
  const name = shape === null ? [] : [writeArea({ shape })]
  return [...[lat, lon].map((degrees) => degrees.toFixed(6).replace(/0$/, '')), ...meters, ...name].join(',')
}

/** Returns the first value of each name, undoing escapes that messengers may have added. */
function valuesIn(hash: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const part of hash.slice(0, 8192).replace(/^#/, '').split('&')) {
    const [, name, value] = /^([a-z]+)=(.*)$/s.exec(part) ?? []
    if (name !== undefined && !values.has(name)) values.set(name, unescaped(value))
  }
  return values
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

function cameraIn(text = ''): Address['camera'] {
  const [zoom, lat, lon, ...more] = numbersIn(text, '/', 6)
  const isThere = more.length === 0 && within(zoom, 0, 22) && within(lat, -85, 85) && within(lon, -180, 180)
  return isThere ? { lat, lon, zoom } : null
}

function placeIn(text = ''): ChosenPlace | null {
  const [, degrees, meters, name] = /^([^,]*,[^,]*)(?:,([1-9]\d{0,6})(?:,(.{1,90}))?)?$/.exec(text) ?? []
  const [lat, lon] = numbersIn(degrees ?? '', ',', 6)
  if (!within(lat, -90, 90) || !within(lon, -180, 180)) return null
  if (meters === undefined) return { lat, lon }
  if (!within(Number(meters), 1, WIDEST)) return null
  const shape = readArea(name)?.shape
  const result = shape && foundOfArea(shape)
  if (name !== undefined && result === undefined) return null
  return { lat, lon, radius: Number(meters), ...(result && { found: result }) }
}

/**
 * Parses places such as `30.26720,-97.74310/25.72150,-80.26840`, at most as many as can be compared with another one.
 */
function placesIn(text = ''): readonly ChosenPlace[] {
  return text
    .split('/')
    .flatMap((one) => placeIn(one) ?? [])
    .slice(0, MOST_COMPARED - 1)
}

function filtersIn(text = ''): readonly Filter[] {
  const filters = new Map<string, Filter>()
  for (const part of text.split(',')) {
    const [, id, low, high] = /^([a-z0-9-]+):(\d{1,3})-(\d{1,3})$/.exec(part) ?? []
    const dimension = dimensionIn(id)
    const from = wholeIn(low, 1, 255)
    const to = wholeIn(high, 1, 255)
    if (dimension === null || from === null || to === null || from > to || filters.has(dimension)) continue
    filters.set(dimension, { dimension, from, to })
  }
  return [...filters.values()]
}

function dimensionIn(id: string | undefined): DimensionId | null {
  return id !== undefined && isDimensionId(id) ? id : null
}

function wholeIn(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !/^\d{1,3}$/.test(text)) return null
  return within(Number(text), least, most) ? Number(text) : null
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

/** Keeps the document title up to date: `Hyde Park, Austin · Walkability · vicinage`. */
export function followTitle(): void {
  effect(() => {
    const { name } = dimensionOf(dimension.value)
    const chosen = unanswered.value === null ? chosenPlaces.value : []
    const names = chosen.map((one) => titles.value.get(one) ?? nameOf(one))
    document.title = [...(names.length > 0 ? [listed(names)] : []), name, 'vicinage'].join(' · ')
  })
}
