import type { Position } from 'geojson'
import { BundleError } from '../../base/errors.ts'
import { ByteReader } from './bytes.ts'
import type { Bundle } from './read.ts'

/** Coordinate units per degree. One unit is 1.1 m, which is the precision of the published borders. */
export const SCALE = 1e5

/**
 * Reads lines, or rings without their closing vertex, from two sections of a bundle. `<layer>.vertices` contains the
 * number of vertices of each line. `<layer>.steps` contains the lon and lat of all vertices in sequence, as differences
 * from the previous vertex in coordinate units.
 *
 * @param least minimum number of vertices of each line
 * @throws {BundleError} if the counts do not match the steps, or a vertex is off the globe
 */
export function pathsIn(bundle: Bundle, layer: string, least: number): Position[][] {
  const refuse = (problem: string): never => {
    throw new BundleError(`${bundle.file} has broken lines in '${layer}': ${problem}.`)
  }
  const counts = bundle.section(`${layer}.vertices`, 'u32')
  const bytes = bundle.section(`${layer}.steps`, 'u8')
  const steps = new ByteReader(bytes, (problem) => refuse(`steps that ${problem}`))
  let left = Math.floor(bytes.length / 2)
  let lon = 0
  let lat = 0
  const paths: Position[][] = []
  for (const count of counts) {
    if (count < least || count > left)
      refuse(
        `a line of ${count} vertices, expected at least ${least} and at most ${left}, as many as the remaining bytes can hold`,
      )
    left -= count
    const path: Position[] = []
    for (let i = 0; i < count; i++) {
      lon += steps.signedVarint()
      lat += steps.signedVarint()
      if (Math.abs(lon) > 180 * SCALE || Math.abs(lat) > 90 * SCALE)
        refuse(`a vertex at ${lon / SCALE}, ${lat / SCALE}, expected latitude -90 to 90, longitude -180 to 180`)
      path.push([lon / SCALE, lat / SCALE])
    }
    paths.push(path)
  }
  if (!steps.finished) refuse('steps left over after the last vertex')
  return paths
}

/**
 * Reads the areas of a layer, each as the coordinates of a GeoJSON MultiPolygon. Rings belong to polygons, and polygons
 * to areas, in order. `<layer>.rings` contains the number of rings of each polygon, `<layer>.polygons` the number of
 * polygons of each area.
 *
 * @throws {BundleError} as `pathsIn` does, and if the counts do not match each other
 */
export function areaPathsIn(bundle: Bundle, layer: string): Position[][][][] {
  const rings = pathsIn(bundle, layer, 3)
  for (const ring of rings) ring.push(ring[0])
  return inGroups(bundle, `${layer}.polygons`, inGroups(bundle, `${layer}.rings`, rings))
}

function inGroups<T>(bundle: Bundle, section: string, members: readonly T[]): T[][] {
  let start = 0
  const groups = Array.from(bundle.section(section, 'u32'), (size) => {
    if (size === 0 || size > members.length - start)
      throw new BundleError(
        `${bundle.file} has ${size} in section '${section}', expected 1 to ${members.length - start}, the number of remaining rows.`,
      )
    start += size
    return members.slice(start - size, start)
  })
  checkLength(bundle, section, start, members.length)
  return groups
}

/**
 * Checks the number of entries in a section.
 *
 * @throws {BundleError} if the number differs from `expected`, which comes from another section
 */
export function checkLength(bundle: Bundle, section: string, length: number, expected: number): void {
  if (length !== expected)
    throw new BundleError(`${bundle.file} has ${length} entries in section '${section}', expected ${expected}.`)
}

/**
 * Checks that points, in degrees times `SCALE`, are on the globe.
 *
 * @throws {BundleError}
 */
export function checkOnEarth({ file }: Bundle, kind: string, lat: Int32Array, lon: Int32Array): void {
  for (let i = 0; i < lat.length; i++)
    if (Math.abs(lat[i]) > 90 * SCALE || Math.abs(lon[i]) > 180 * SCALE)
      throw new BundleError(
        `${file} has ${kind} ${i} at ${lat[i] / SCALE}, ${lon[i] / SCALE}, expected a place on Earth.`,
      )
}
