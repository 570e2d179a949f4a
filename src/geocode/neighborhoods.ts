import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'
import type { MultiPolygon } from 'geojson'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import * as z from 'zod'
import { TextColumn } from '../bundle/columns.ts'
import { areaPathsIn, checkLength, SCALE } from '../bundle/paths.ts'
import type { Bundle } from '../bundle/read.ts'
import { metaOf } from '../bundle/read.ts'
import { BundleError } from '../errors.ts'

/** A neighborhood, or a populated place of which only a point is known. */
export interface Neighborhood {
  readonly name: string
  /** The city it belongs to; null where the source names none. */
  readonly city: string | null
  /** Two capitals. */
  readonly state: string
  /** Degrees: for a label, well inside the outline. */
  readonly lat: number
  readonly lon: number
}

/** The bundles of neighborhoods, one for each license, in the order in which they are asked. */
export const neighborhoodBundles = ['neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis'] as const

const neighborhoodsMeta = z.object({
  /** Whether each has an outline; else each is a point. */
  outlines: z.boolean(),
})

/** Kilometers: a populated place of which only a point is known is that far around it at most. */
const REACH = 1

/** The neighborhoods of one bundle (docs/bundle-format.md). */
export class Neighborhoods {
  readonly count: number
  readonly #names: TextColumn
  readonly #cities: TextColumn
  readonly #states: TextColumn
  readonly #lon: Int32Array
  readonly #lat: Int32Array
  readonly #find: (lon: number, lat: number) => number

  /** @throws BundleError one sentence: where the bundle is of another kind, or its sections do not fit each other */
  constructor(bundle: Bundle) {
    if (bundle.kind !== 'neighborhoods')
      throw new BundleError(`${bundle.file} is a bundle of kind '${bundle.kind}', expected 'neighborhoods'.`)
    const { outlines } = metaOf(bundle, neighborhoodsMeta)
    this.#names = new TextColumn(bundle, 'name')
    this.#cities = new TextColumn(bundle, 'city')
    this.#states = new TextColumn(bundle, 'state')
    this.#lon = bundle.section('lon', 'i32')
    this.#lat = bundle.section('lat', 'i32')
    this.count = this.#names.length
    const columns = { city: this.#cities, state: this.#states, lon: this.#lon, lat: this.#lat }
    for (const [column, { length }] of Object.entries(columns)) checkLength(bundle, column, length, this.count)
    this.#find = outlines ? byOutline(bundle, this.count) : byPoint(this.#lon, this.#lat)
  }

  /** The neighborhood whose outline contains the place, the smallest of several; of points the nearest within a kilometer. */
  at(lon: number, lat: number): Neighborhood | null {
    const found = this.#find(lon, lat)
    return found < 0 ? null : this.neighborhood(found)
  }

  /** One of them, from 0 to `count` less one. */
  neighborhood(i: number): Neighborhood {
    return {
      name: this.#names.at(i) ?? '',
      city: this.#cities.at(i),
      state: this.#states.at(i) ?? '',
      lat: this.#lat[i] / SCALE,
      lon: this.#lon[i] / SCALE,
    }
  }
}

function byOutline(bundle: Bundle, count: number): (lon: number, lat: number) => number {
  const outlines = areaPathsIn(bundle, 'outline').map(
    (coordinates): MultiPolygon => ({ type: 'MultiPolygon', coordinates }),
  )
  checkLength(bundle, 'outline.polygons', outlines.length, count)
  if (count === 0) return () => -1
  const boxes = new Flatbush(count)
  const sizes = outlines.map(({ coordinates }) => {
    const vertices = coordinates.flat(2)
    const [west, east] = rangeOf(vertices.map(([lon]) => lon))
    const [south, north] = rangeOf(vertices.map(([, lat]) => lat))
    boxes.add(west, south, east, north)
    return (east - west) * (north - south)
  })
  boxes.finish()
  return (lon, lat) => {
    let smallest = -1
    boxes.search(lon, lat, lon, lat, (i) => {
      if ((smallest < 0 || sizes[i] < sizes[smallest]) && booleanPointInPolygon([lon, lat], outlines[i])) smallest = i
      return false
    })
    return smallest
  }
}

function rangeOf(values: readonly number[]): [least: number, most: number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

function byPoint(lon: Int32Array, lat: Int32Array): (lon: number, lat: number) => number {
  const points = new KDBush(lon.length)
  for (let i = 0; i < lon.length; i++) points.add(lon[i] / SCALE, lat[i] / SCALE)
  points.finish()
  return (lon, lat) => around(points, lon, lat, 1, REACH)[0] ?? -1
}
