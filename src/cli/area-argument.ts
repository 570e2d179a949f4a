import { readFileSync } from 'node:fs'
import type { AreaShape } from '../areas/area-answer.ts'
import { UsageError } from './usage-error.ts'

/** What an area may be written as, for the help of commands. */
export const AREA_WORDS =
  '"Austin, TX", a ZIP, a state (TX), county:48453, tract:…, block-group:…, district:4808940, LAT,LON,METERS, WEST,SOUTH,EAST,NORTH or FILE.geojson'

/**
 * The area that an argument names.
 *
 * @throws {UsageError} when it is none, or its file cannot be read
 */
export function readArea(given: string): AreaShape {
  const text = given.trim()
  const coded = /^(zip|county|tract|block-group|district|state):(.+)$/i.exec(text)
  if (coded) return { [kinds[coded[1].toLowerCase() as keyof typeof kinds]]: coded[2].trim() } as unknown as AreaShape
  if (/\.(geo)?json$/i.test(text)) return readShape(text)
  if (/^\d{5}$/.test(text)) return { zip: text }
  if (/^[a-z]{2}$/i.test(text)) return { state: text }
  const city = /^(\p{L}.*?)\s*,\s*([a-z]{2})$/iu.exec(text)
  if (city) return { city: city[1], state: city[2] }
  const numbers = text.split(/\s*,\s*/).map((part) => (part === '' ? Number.NaN : Number(part)))
  if (numbers.every(Number.isFinite)) {
    const [a, b, c, d] = numbers
    if (numbers.length === 3) return { lat: a, lon: b, radius: c }
    if (numbers.length === 4) return { west: a, south: b, east: c, north: d }
  }
  throw new UsageError(`There is no area '${text}'.`, `Write it as ${AREA_WORDS}.`)
}

const kinds = {
  zip: 'zip',
  county: 'county',
  tract: 'tract',
  'block-group': 'blockGroup',
  district: 'district',
  state: 'state',
} as const

/** A shape out of a file of GeoJSON: a geometry, a feature, or a collection of one. */
function readShape(path: string): AreaShape {
  let shape: { readonly type?: unknown; readonly features?: readonly AreaShape[] }
  try {
    shape = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} cannot be read as GeoJSON: ${(error as Error).message}`)
  }
  if (shape?.type !== 'FeatureCollection') return shape as AreaShape
  if (shape.features?.length === 1) return shape.features[0]
  throw new UsageError(`${path} has ${shape.features?.length ?? 0} features, expected one.`)
}
