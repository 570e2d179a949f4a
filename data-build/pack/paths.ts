import { ByteWriter } from '../../src/data/bundle/bytes.ts'
import { SCALE } from '../../src/data/bundle/paths.ts'
import type { SectionContent } from '../../src/data/bundle/write.ts'
import type { Line, Polygon, Ring } from '../read/feature.ts'

/** Packs lines for `pathsIn`. Throws a RangeError if a line has too few vertices. */
export function linePathSections(layer: string, lines: readonly Line[]): SectionContent[] {
  return pathSections(layer, lines.map(getUnits), 2)
}

/** Packs the polygons of areas for `areaPathsIn`. Throws the same errors as `pathSections`. */
export function areaPathSections(layer: string, areas: readonly (readonly Polygon[])[]): SectionContent[] {
  const polygons = areas.flat()
  return [
    ...pathSections(layer, polygons.flat().map(getOpenUnits), 3),
    { name: `${layer}.rings`, data: Uint32Array.from(polygons, ({ length }) => length) },
    { name: `${layer}.polygons`, data: Uint32Array.from(areas, ({ length }) => length) },
  ]
}

function pathSections(layer: string, lines: readonly (readonly number[])[], least: number): SectionContent[] {
  const steps = new ByteWriter()
  let lon = 0
  let lat = 0
  for (const line of lines) {
    if (line.length / 2 < least)
      throw new RangeError(`a line of ${line.length / 2} vertices in '${layer}', expected at least ${least}`)
    for (let i = 0; i < line.length; i += 2) {
      steps.signedVarint(line[i] - lon)
      steps.signedVarint(line[i + 1] - lat)
      lon = line[i]
      lat = line[i + 1]
    }
  }
  return [
    { name: `${layer}.vertices`, data: Uint32Array.from(lines, ({ length }) => length / 2) },
    { name: `${layer}.steps`, data: steps.finish() },
  ]
}

/** Converts a line to units and drops vertices that repeat the previous vertex. */
function getUnits(line: Line): number[] {
  const units: number[] = []
  for (let i = 0; i < line.length; i += 2) {
    const lon = Math.round(line[i] * SCALE)
    const lat = Math.round(line[i + 1] * SCALE)
    if (lon !== units.at(-2) || lat !== units.at(-1)) units.push(lon, lat)
  }
  return units
}

function getOpenUnits(ring: Ring): number[] {
  return getUnits(ring).slice(0, -2)
}
