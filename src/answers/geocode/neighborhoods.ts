import Flatbush from 'flatbush'
import { type Box, boxAround } from '../../base/geo/box.ts'
import { readBox } from '../../base/geo/boxes.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { TextColumn } from '../../data/bundle/columns.ts'
import { areaPathsIn, checkLength, SCALE } from '../../data/bundle/paths.ts'
import type { Bundle } from '../../data/bundle/read.ts'
import { getMeta } from '../../data/bundle/read.ts'
import { Borders } from '../districts/borders.ts'

/** A neighborhood, or a populated place with a point but no outline. */
export interface Neighborhood {
  readonly name: string
  /** City that contains the neighborhood. Null if the source does not name a city. */
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string
  /** Latitude of the label in degrees. The label is well inside the outline. */
  readonly lat: number
  /** Longitude of the label in degrees. */
  readonly lon: number
}

const neighborhoodsMeta = shape.object({
  /** Whether each neighborhood has an outline rather than a point. */
  outlines: shape.boolean,
})

/** Maximum distance in meters at which a populated place without an outline counts as the neighborhood of a point. */
const REACH = 1000

/** The neighborhoods of one bundle (docs/reference/bundle-format.md). */
export class Neighborhoods {
  readonly count: number
  /** Whether each neighborhood has an outline rather than a point. */
  readonly areOutlines: boolean
  readonly #names: TextColumn
  readonly #cities: TextColumn
  readonly #states: TextColumn
  readonly #lon: Int32Array
  readonly #lat: Int32Array
  readonly #radius: Uint32Array
  /**
   * Finds the neighborhood at a point. Created by the first look-up by point, because name look-ups do not need the
   * outlines.
   */
  #find: ((lon: number, lat: number) => number) | null = null
  #outlines: number[][][][][] | null = null

  /** @throws {BundleError} when the bundle is of a different type or its sections do not fit together */
  constructor(private readonly bundle: Bundle) {
    const { outlines } = getMeta(bundle, neighborhoodsMeta, 'neighborhoods')
    this.#names = new TextColumn(bundle, 'name')
    this.#cities = new TextColumn(bundle, 'city')
    this.#states = new TextColumn(bundle, 'state')
    this.#lon = bundle.section('lon', 'i32')
    this.#lat = bundle.section('lat', 'i32')
    this.#radius = bundle.section('radius', 'u32')
    this.areOutlines = outlines
    this.count = this.#names.length
    const columns = { city: this.#cities, state: this.#states, lon: this.#lon, lat: this.#lat, radius: this.#radius }
    for (const [column, { length }] of Object.entries(columns)) checkLength(bundle, column, length, this.count)
  }

  /**
   * Returns the smallest neighborhood whose outline contains the place, or the neighborhood with the nearest point
   * within a kilometer.
   */
  at(lon: number, lat: number): Neighborhood | null {
    const nearest = this.indexAt(lon, lat)
    return nearest < 0 ? null : this.neighborhood(nearest)
  }

  /**
   * Returns the index of the neighborhood at a place, or -1 if there is none. Allocates nothing after the first call.
   */
  indexAt(lon: number, lat: number): number {
    this.#find ??= this.areOutlines ? byOutline(this.bundle, this.count) : byPoint(this.#lon, this.#lat)
    return this.#find(lon, lat)
  }

  /** Returns the outline's coordinates as a GeoJSON MultiPolygon. Returns null for points. */
  outline(i: number): number[][][][] | null {
    if (!this.areOutlines) return null
    this.#outlines ??= areaPathsIn(this.bundle, 'outline')
    return this.#outlines[i]
  }

  /** Returns the radius in meters that covers about 90% of the neighborhood. */
  radius(i: number): number {
    return this.#radius[i]
  }

  /** Returns the neighborhood at an index below `count`. */
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
  const outlines = areaPathsIn(bundle, 'outline')
  checkLength(bundle, 'outline.polygons', outlines.length, count)
  // Indexed by polygon, because the polygons of one neighborhood may overlap, and the even-odd rule would count the
  // overlap as outside.
  const owners = Int32Array.from(outlines.flatMap((polygons, i) => polygons.map(() => i)))
  const polygons = outlines.flat()
  const boxes = polygons.map((rings) => readBox(rings.map((ring) => ring.flat())))
  const sizes = outlines.map((polygons) => getSize(readBox(polygons.flat().map((ring) => ring.flat()))))
  const borders = new Borders({
    coordinates: Float64Array.from(polygons.flat(3)),
    ringStart: runningEnds(polygons.flat().map(({ length }) => length)),
    districtStart: runningEnds(polygons.map(({ length }) => length)),
  })
  const boxesAt = boxFinder(boxes)
  return (lon, lat) => {
    // Sorted by size, so the first neighborhood that contains the place is the smallest.
    const near = boxesAt(lon, lat).sort((a, b) => sizes[owners[a]] - sizes[owners[b]] || a - b)
    const neighborhood = near.find((i) => borders.contains(i, lon, lat))
    return neighborhood === undefined ? -1 : owners[neighborhood]
  }
}

function byPoint(lon: Int32Array, lat: Int32Array): (lon: number, lat: number) => number {
  const boxesAt = boxFinder(Array.from(lon, (coordinate, i) => boxAround(coordinate / SCALE, lat[i] / SCALE, REACH)))
  return (atLon, atLat) => {
    let nearest = -1
    let least = REACH
    for (const i of boxesAt(atLon, atLat).sort((a, b) => a - b)) {
      const meters = metersBetween(atLat, atLon, lat[i] / SCALE, lon[i] / SCALE)
      if (nearest < 0 ? meters > least : meters >= least) continue
      nearest = i
      least = meters
    }
    return nearest
  }
}

/** Creates a function that finds the boxes containing a place. */
function boxFinder(boxes: readonly Box[]): (lon: number, lat: number) => number[] {
  if (boxes.length === 0) return () => []
  const index = new Flatbush(boxes.length)
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north)
  index.finish()
  return (lon, lat) => index.search(lon, lat, lon, lat)
}

/** Returns the start of each group, followed by the end of the last group. */
function runningEnds(sizes: readonly number[]): Uint32Array {
  const ends = new Uint32Array(sizes.length + 1)
  sizes.forEach((size, i) => {
    ends[i + 1] = ends[i] + size
  })
  return ends
}

function getSize({ west, south, east, north }: Box): number {
  return (east - west) * (north - south)
}
