import type { Position } from 'geojson'
import type { Bundle } from '../bundle/read.ts'
import { SmallNumbers } from '../bundle/small-numbers.ts'
import { BundleError } from '../errors.ts'

/** Units of coordinates in a degree: 1.1 m, the last decimal of the published borders. */
export const SCALE = 1e5

/**
 * Lines, or rings without their closing vertex, in two sections of a bundle: `<layer>.vertices` says how many each has, and
 * `<layer>.steps` holds lon and lat of all vertices one after another, less those of the vertex before, in units, as small
 * numbers.
 * @param least vertices that each must have
 * @throws BundleError where the counts do not fit the steps, or a vertex lies off the globe
 */
export function pathsIn(bundle: Bundle, layer: string, least: number): Position[][] {
  const refuse = (found: string): never => {
    throw new BundleError(`${bundle.file} has broken lines in '${layer}': ${found}.`)
  }
  const counts = bundle.section(`${layer}.vertices`, 'u32')
  const bytes = bundle.section(`${layer}.steps`, 'u8')
  const steps = new SmallNumbers(bytes, 'steps', refuse)
  let left = Math.floor(bytes.length / 2)
  let lon = 0
  let lat = 0
  const paths: Position[][] = []
  for (const count of counts) {
    if (count < least || count > left)
      refuse(
        `a line of ${count} vertices, expected ${least} at least and the ${left} at most that the bytes left can hold`,
      )
    left -= count
    const path: Position[] = []
    for (let i = 0; i < count; i++) {
      lon += steps.signed()
      lat += steps.signed()
      if (Math.abs(lon) > 180 * SCALE || Math.abs(lat) > 90 * SCALE)
        refuse(`a vertex at ${lon / SCALE}, ${lat / SCALE}, expected one on the globe`)
      path.push([lon / SCALE, lat / SCALE])
    }
    paths.push(path)
  }
  if (!steps.finished) refuse('steps left over behind the last vertex')
  return paths
}
