import { segmentDistance2 } from '../../geography/segment-distance.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** Distance in km from a place to the nearest line, Infinity from about `reach` km on. */
export type ShoreDistance = (lon: number, lat: number) => number

const kmPerDegree = 111.195
const cell = 0.02 // degrees, about 2 km: few lines remain candidates for all places of a cell

/** Natural Earth's coast (1:10 million) of the three states. */
export async function loadShoreDistance(sources: SourceFolder, reach: number): Promise<ShoreDistance> {
  const lines: Float64Array[] = []
  for (const state of ['CA', 'FL', 'TX']) {
    const path = `natural-earth/ne_10m_coastline.${state}.geojson.gz`
    const layer = await readGeoJson(sources, path, { properties: [] })
    for (const feature of layer.features) lines.push(...feature.lines)
  }
  return shoreDistance(lines, reach)
}

/** The distance to lines given as flat degrees [lon, lat, lon, lat, …], looked up through cells filled on demand. */
export function shoreDistance(lines: readonly Float64Array[], reach: number): ShoreDistance {
  const segments = segmentsOf(lines)
  const count = segments.length / 4
  const candidates = new Map<number, Float64Array>()

  /** Segments that are nearest to some place of the cell: no farther from its centre than the nearest + its diagonal. */
  function near(column: number, row: number): Float64Array {
    const lon = (column + 0.5) * cell
    const lat = (row + 0.5) * cell
    const cos = Math.cos((lat * Math.PI) / 180)
    const limit = reach / kmPerDegree + cell
    const kept: number[] = []
    const distances: number[] = []
    let nearest = limit
    for (let i = 0; i < count; i++) {
      const s = 4 * i
      if (Math.min(segments[s + 1], segments[s + 3]) > lat + limit) continue
      if (Math.max(segments[s + 1], segments[s + 3]) < lat - limit) continue
      const d = Math.sqrt(segmentDistance2(segments, s, lon, lat, cos))
      if (d > nearest + 1.5 * cell) continue
      nearest = Math.min(nearest, d)
      kept.push(s)
      distances.push(d)
    }
    const chosen = kept.filter((_, i) => distances[i] <= nearest + 1.5 * cell && distances[i] <= limit)
    return Float64Array.from(chosen.flatMap((s) => [...segments.subarray(s, s + 4)]))
  }

  return (lon, lat) => {
    const column = Math.floor(lon / cell)
    const row = Math.floor(lat / cell)
    const key = row * 36_000 + column
    let list = candidates.get(key)
    if (list === undefined) {
      list = near(column, row)
      candidates.set(key, list)
    }
    if (list.length === 0) return Number.POSITIVE_INFINITY
    const cos = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (let s = 0; s < list.length; s += 4) best = Math.min(best, segmentDistance2(list, s, lon, lat, cos))
    return Math.sqrt(best) * kmPerDegree
  }
}

function segmentsOf(lines: readonly Float64Array[]): Float64Array {
  const flat: number[] = []
  for (const line of lines) for (let i = 0; i + 3 < line.length; i += 2) flat.push(...line.subarray(i, i + 4))
  return Float64Array.from(flat)
}
