import { type ChosenArea, numbersIn, readArea, readBox, writeArea, writeBox } from './area/area-link.ts'
import { isDimensionId } from './catalog.ts'
import type { Filter, Priority } from './engine/engine.ts'
import { isPriority } from './fit/priorities.ts'
import { type Box, type DimensionId, type LatLon, WIDEST } from './library.ts'
import { type ChosenPlace, LONGEST_LABEL, MAX_COMPARED } from './places.ts'
import { areaOfPlace, foundOfArea } from './words.ts'

/** Contents of a link. */
export interface Address {
  /** Camera; null if the link does not specify a camera. */
  readonly camera: (LatLon & { readonly zoom: number }) | null
  readonly dimension: DimensionId
  /**
   * Chosen place. For an approximate place, the link contains the radius, which determines the score ranges. The search
   * result is stored in the browser's history, not in the link.
   */
  readonly place: ChosenPlace | null
  /** Places to compare with the chosen place; empty if no place is chosen. */
  readonly others: readonly ChosenPlace[]
  /** Names that the sender gave the places, in place order. The name of an unnamed place is empty. */
  readonly labels: readonly string[]
  /** Conditions, at most one per dimension. */
  readonly only: readonly Filter[]
  /** Weights of the dimensions, at most one per dimension. */
  readonly priorities: readonly Priority[]
  /** Whether the map shows the fit to the priorities. Always false without priorities. */
  readonly isByFit: boolean
  /** Area to summarize; null if there is none or it is too long for a link. */
  readonly area: ChosenArea | null
  /** Box whose best areas are listed. */
  readonly list: Box | null
  readonly hatching: boolean
}

/** Defaults, for a link without any values. */
export const PLAIN: Address = {
  camera: null,
  dimension: 'walkability',
  place: null,
  others: [],
  labels: [],
  only: [],
  priorities: [],
  isByFit: false,
  area: null,
  list: null,
  hatching: true,
}

/** Parses the part of a link after `#`. Missing values get their defaults, and invalid values are ignored. */
export function readAddress(hash: string): Address {
  const values = valuesIn(hash)
  const place = placeIn(values.get('place'))
  const others = place === null ? [] : placesIn(values.get('with'))
  const priorities = prioritiesIn(values.get('weights'))
  return {
    camera: cameraIn(values.get('map')),
    dimension: dimensionIn(values.get('score')) ?? PLAIN.dimension,
    place,
    others,
    labels: place === null ? [] : labelsIn(values.get('label')).slice(0, 1 + others.length),
    only: filtersIn(values.get('only')),
    priorities,
    isByFit: priorities.length > 0 && values.get('fit') === 'yes',
    area: readArea(values.get('area')),
    list: readBox(values.get('list')),
    hatching: values.get('hatching') !== 'no',
  }
}

/**
 * Formats the part of a link after `#`, leaving out defaults:
 * `#map=11.50/30.2672/-97.7431&score=walkability&place=30.26720,-97.74310`.
 */
export function writeAddress(shown: Address): string {
  const { camera, dimension, place, others, labels, only, priorities, list, hatching } = shown
  const area = shown.area && writeArea(shown.area)
  const parts: string[] = []
  if (camera !== null) parts.push(`map=${camera.zoom.toFixed(2)}/${camera.lat.toFixed(4)}/${camera.lon.toFixed(4)}`)
  parts.push(`score=${dimension}`)
  if (place !== null) parts.push(`place=${placeWords(place)}`)
  if (place !== null && others.length > 0) parts.push(`with=${others.map(placeWords).join('/')}`)
  if (place !== null && labels.some((name) => name !== ''))
    parts.push(
      `label=${withoutLast(labels)
        .map((name) => encodeURIComponent(getLabel(name)))
        .join('/')}`,
    )
  if (only.length > 0)
    parts.push(`only=${only.map((filter) => `${filter.dimension}:${filter.from}-${filter.to}`).join(',')}`)
  if (priorities.length > 0)
    parts.push(`weights=${priorities.map((priority) => `${priority.dimension}:${priority.weight}`).join(',')}`)
  if (priorities.length > 0 && shown.isByFit) parts.push('fit=yes')
  if (area) parts.push(`area=${area}`)
  if (list && only.length + priorities.length > 0) parts.push(`list=${writeBox(list)}`)
  if (!hatching) parts.push('hatching=no')
  return `#${parts.join('&')}`
}

/**
 * Formats a place: `30.26720,-97.74310` with five decimals, or six if the sixth is not 0; `30.26847,-97.74372,1412`
 * with a radius in meters; and `30.26847,-97.74372,1412,zip:78701` for a ZIP code or city. Other names could be private
 * and are omitted.
 */
export function placeWords(place: ChosenPlace): string {
  const { lat, lon, radius } = place
  const meters = radius ? [Math.min(WIDEST, Math.ceil(radius))] : []
  const shape = radius ? areaOfPlace(place) : null
  const name = shape === null ? [] : [writeArea({ shape })]
  return [...[lat, lon].map((degrees) => degrees.toFixed(6).replace(/0$/, '')), ...meters, ...name].join(',')
}

/** Returns the first value of each name, decoding escapes that messaging apps may have added. */
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
 * Parses places such as `30.26720,-97.74310/25.72150,-80.26840`, at most as many as can be compared with the chosen
 * place.
 */
function placesIn(text = ''): readonly ChosenPlace[] {
  return text
    .split('/')
    .flatMap((text) => placeIn(text) ?? [])
    .slice(0, MAX_COMPARED - 1)
}

function labelsIn(text = ''): readonly string[] {
  return text === '' ? [] : withoutLast(text.split('/').map(getLabel))
}

/** Formats a name for a link: one line, without the separator character. */
export function getLabel(text: string): string {
  const line = text.replace(/[\s\p{C}/]+/gu, ' ').trim()
  // Counts code points, because half of a surrogate pair cannot be percent-encoded.
  return [...line].slice(0, LONGEST_LABEL).join('').trim()
}

/** Removes empty names from the end. */
function withoutLast(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
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

/** Parses priorities such as `walkability:3,urban-rural:-1`. */
function prioritiesIn(text = ''): readonly Priority[] {
  const priorities = new Map<string, Priority>()
  for (const part of text.split(',')) {
    const [, id, number] = /^([a-z0-9-]+):(-?[1-3])$/.exec(part) ?? []
    const dimension = dimensionIn(id)
    const priority = dimension && { dimension, weight: Number(number) }
    if (priority && isPriority(priority) && !priorities.has(priority.dimension))
      priorities.set(priority.dimension, priority)
  }
  return [...priorities.values()]
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
