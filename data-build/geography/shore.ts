import type { CellWindow } from './rasterize.ts'

/** Land borders of coastal counties, across which the shore rule must not reach (open to the sea, closed on this side). */
const landBorders: Readonly<Record<string, (lon: number, lat: number) => boolean>> = {
  '06073': (lon, lat) => lat < 32.5343 + ((lon + 117.1246) * (32.7187 - 32.5343)) / (117.1246 - 114.7196), // Mexico
  '06015': (_, lat) => lat > 41.995, // Oregon
  '48061': (lon, lat) => lat < 26.08 && lon < -97.15, // Mexico, the Rio Grande
  '48245': (lon, lat) => lon > -93.86 || lat > 30.05, // Louisiana, the Sabine
  '12033': (lon, lat) => lon < -87.4 && lat > 30.28, // Alabama, the Perdido
  '12089': (lon, lat) => lat > 30.705 && lon < -81.44, // Georgia, the St. Marys
}

const coastalReach = 600 // m: piers, beaches and bridges that the cartographic boundary cuts off
const inlandReach = 150 // m: slack of the generalised border

/**
 * Gives cells of no area the nearest area: within 600 m where that area's county is coastal, within 150 m otherwise.
 * `countyOf` names the county of an area number, `coastal` the coastal counties. Changes `cells` in place.
 */
export function extendOverShore(
  cells: Uint16Array,
  window: CellWindow,
  perDegree: number,
  countyOf: (area: number) => string,
  coastal: ReadonlySet<string>,
): void {
  const { width, height } = window
  const metresPerRow = 111_195 / perDegree
  const best = new Float32Array(cells.length)
  const found = new Uint16Array(cells.length)
  let any = false
  for (let y = 0; y < height; y++) {
    const lat = (window.y + y + 0.5) / perDegree - 90
    const metresPerColumn = metresPerRow * Math.cos((lat * Math.PI) / 180)
    for (let x = 0; x < width; x++) {
      const own = y * width + x
      const area = cells[own]
      if (area === 0) continue
      // Only cells at the edge of the land can be nearest to a cell of no area.
      const inside =
        (x === 0 || cells[own - 1] !== 0) &&
        (x === width - 1 || cells[own + 1] !== 0) &&
        (y === 0 || cells[own - width] !== 0) &&
        (y === height - 1 || cells[own + width] !== 0)
      if (inside) continue
      any = true
      const county = countyOf(area)
      const reach = coastal.has(county) ? coastalReach : inlandReach
      const closed = landBorders[county]
      const reachRows = Math.floor(reach / metresPerRow)
      const reachColumns = Math.floor(reach / metresPerColumn)
      const lastRow = Math.min(height - 1, y + reachRows)
      const lastColumn = Math.min(width - 1, x + reachColumns)
      for (let ty = Math.max(0, y - reachRows); ty <= lastRow; ty++) {
        for (let tx = Math.max(0, x - reachColumns); tx <= lastColumn; tx++) {
          const at = ty * width + tx
          if (cells[at] !== 0) continue
          const east = (tx - x) * metresPerColumn
          const north = (ty - y) * metresPerRow
          const distance = Math.fround(Math.sqrt(east * east + north * north))
          if (distance > reach) continue
          if (found[at] !== 0 && (distance > best[at] || (distance === best[at] && area >= found[at]))) continue
          const lon = (window.x + tx + 0.5) / perDegree - 180
          if (closed?.(lon, (window.y + ty + 0.5) / perDegree - 90)) continue
          best[at] = distance
          found[at] = area
        }
      }
    }
  }
  if (!any) return
  for (let i = 0; i < cells.length; i++) if (found[i] !== 0) cells[i] = found[i]
}
