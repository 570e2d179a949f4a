import type { PagedRaster } from '../../src/raster/paged-raster.ts'
import type { BlockGroups } from '../context.ts'
import type { Candidates } from './candidates.ts'
import { kmPerDegree } from './centre-index.ts'
import { tractStep } from './tracts.ts'

/**
 * Area in km² of each block group's zone, by counting cells of the tract raster; at least a hundredth of a km².
 * In pages that lie within one tract every fourth cell each way stands for its neighbours.
 */
export function zoneAreas(
  zones: PagedRaster,
  { first, blockGroup }: Candidates,
  { count, lat, lon }: Pick<BlockGroups, 'count' | 'lat' | 'lon'>,
): Float64Array {
  const areas = new Float64Array(count)
  const degrees = tractStep / 3600
  const { x: x0, y: y0, width, height } = zones.meta
  for (let py = y0 * 256; py < (y0 + height) * 256; py += 16) {
    const cos = Math.cos((((py + 8) * degrees - 90) * Math.PI) / 180)
    const cellArea = (degrees * kmPerDegree) ** 2 * cos
    for (let px = x0 * 256; px < (x0 + width) * 256; px += 16) {
      const constant = zones.constantAround(px, py)
      if (constant === 0) continue
      const stride = constant > 0 ? 4 : 1
      for (let y = py + (stride >> 1); y < py + 16; y += stride)
        for (let x = px + (stride >> 1); x < px + 16; x += stride) {
          const zone = constant > 0 ? constant : zones.cell(x, y)
          if (zone === 0) continue
          const start = first[zone - 1]
          const end = first[zone]
          let best = start
          if (end - start > 1) {
            const placeLon = (x + 0.5) * degrees - 180
            const placeLat = (y + 0.5) * degrees - 90
            let distance = Number.POSITIVE_INFINITY
            for (let c = start; c < end; c++) {
              const dx = (lon[blockGroup[c]] - placeLon) * cos
              const dy = lat[blockGroup[c]] - placeLat
              const d = dx * dx + dy * dy
              if (d < distance) {
                distance = d
                best = c
              }
            }
          }
          areas[blockGroup[best]] += cellArea * stride * stride
        }
    }
  }
  return areas.map((area) => Math.max(area, 0.01))
}
