import type { Geometry, Polygon, Position } from 'geojson'
import type { AreaShape, Box } from '../engine/engine.ts'
import { coveredStates } from '../library.ts'

/** Maximum number of corners of a drawn area in a link. Areas with more corners are omitted. */
const MAX_CORNERS = 150

/**
 * Formats an area for a link: `zip:78704`, `city:TX:Austin`, `county:48453`, `district:4808940`,
 * `hood:30.30511,-97.72821` with a point inside the neighborhood, `box:` with west, south, east and north, or
 * `shape:30.26720,-97.74310/…` with the corners of a drawn area. Returns null if the area does not fit into a link.
 */
export function writeArea({ shape }: Pick<ChosenArea, 'shape'>): string | null {
  if ('zip' in shape) return `zip:${shape.zip}`
  // Without its county, a link would open the largest city with this name.
  if ('city' in shape && shape.county !== undefined) return null
  if ('city' in shape) return `city:${shape.state}:${encodeURIComponent(shape.city)}`
  if ('county' in shape) return `county:${shape.county}`
  if ('district' in shape) return `district:${shape.district}`
  if ('neighborhood' in shape) return `hood:${five(shape.neighborhood.lat)},${five(shape.neighborhood.lon)}`
  if ('west' in shape) return `box:${writeBox(shape)}`
  if (!('type' in shape) || shape.type !== 'Polygon' || shape.coordinates.length > 1) return null
  const corners = shape.coordinates[0].slice(0, -1)
  return corners.length > MAX_CORNERS
    ? null
    : `shape:${corners.map(([lon, lat]) => `${five(lat)},${five(lon)}`).join('/')}`
}

/** Parses an area in a link. Returns null if the text is not a valid area. */
export function readArea(text = ''): ChosenArea | null {
  const [, kind, value] = /^([a-z]+):(.{1,4000})$/s.exec(text) ?? []
  if (kind === 'zip' && /^\d{5}$/.test(value)) return { name: `ZIP ${value}`, shape: { zip: value }, outline: null }
  if (kind === 'county' && /^\d{5}$/.test(value)) return { name: '', shape: { county: value }, outline: null }
  if (kind === 'district' && /^\d{7}$/.test(value)) return { name: '', shape: { district: value }, outline: null }
  if (kind === 'city') {
    const [, state, city] = /^([A-Z]{2}):([\p{L} .'’-]{1,60})$/u.exec(value) ?? []
    const isCovered = coveredStates.some(({ postal }) => postal === state)
    return isCovered ? { name: city, shape: { city, state }, outline: null } : null
  }
  if (kind === 'box') {
    const box = readBox(value)
    return box && boxArea(box)
  }
  if (kind === 'hood') {
    const [lat, lon] = numbersIn(value)
    const isPlace = Math.abs(lat) <= 85 && Math.abs(lon) <= 180
    return isPlace ? { name: '', shape: { neighborhood: { lat, lon } }, outline: null } : null
  }
  if (kind !== 'shape') return null
  const corners = value.split('/').map((corner): Position => numbersIn(corner).reverse())
  const isOnEarth = (at: Position) => at.length === 2 && Math.abs(at[0]) <= 180 && Math.abs(at[1]) <= 85
  return corners.length >= 3 && corners.length <= MAX_CORNERS && corners.every(isOnEarth) ? drawnArea(corners) : null
}

/** Formats a box as west, south, east and north. */
export function writeBox({ west, south, east, north }: Box): string {
  return [west, south, east, north].map(five).join(',')
}

/** Parses a box. Returns null if the text is not a valid box. */
export function readBox(text = ''): Box | null {
  const [west, south, east, north] = numbersIn(text)
  const isBox = west < east && south < north && Math.abs(south) <= 85 && Math.abs(north) <= 85
  return isBox && west >= -180 && east <= 180 ? { west, south, east, north } : null
}

/** Turns the box that the map shows into an area. */
export function boxArea(shape: Box): ChosenArea {
  const { west, south, east, north } = shape
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { name: 'The area on the map', shape, outline: { type: 'Polygon', coordinates: [ring] } }
}

/**
 * Turns drawn corners into an area.
 *
 * @param corners longitude and latitude of each corner, at least three
 */
export function drawnArea(corners: readonly Position[]): ChosenArea {
  const outline: Polygon = { type: 'Polygon', coordinates: [[...corners, corners[0]]] }
  return { name: 'The area that you drew', shape: outline, outline }
}

function five(degrees: number): string {
  return degrees.toFixed(5)
}

/** Parses numbers in degrees and rounds them to `decimals`. Anything else becomes NaN. */
export function numbersIn(text: string, separator = ',', decimals = 5): number[] {
  const whole = 10 ** decimals
  return text
    .split(separator)
    .map((part) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(part) ? Math.round(Number(part) * whole) / whole + 0 : Number.NaN))
}

/** An area to summarize. */
export interface ChosenArea {
  /** Name such as `Austin` or `Travis County`; empty if the link contains only a code. */
  readonly name: string
  readonly shape: AreaShape
  /** Outline; null if it is not known. */
  readonly outline: Geometry | null
}
