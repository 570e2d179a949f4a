import { beforeAll, expect, it } from 'vitest'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { loadHazardZones } from '../../../data-build/score/fire/zones.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

withAgencyFiles('published fire hazard maps', () => {
  let zones: Awaited<ReturnType<typeof loadHazardZones>>
  beforeAll(async () => {
    // Throws an error if a file name has no county number.
    zones = await loadHazardZones(new SourceFolder(SHARED))
  })

  it('have a county number in every file name, and include the five-cities maps', () => {
    expect(zones.filter((zone) => zone.path.includes('five-cities')).length).toBe(5 + 85)
  })

  it("preserve the published area of Orange County's records, including crossings and holes", () => {
    const orange = zones.filter((zone) => zone.path.includes('/orange'))
    // Shape_Area of the 21 records adds up to 234.04 km².
    const found = orange.reduce((sum, zone) => sum + evenOddKm2(zone.polygon), 0)
    expect(Math.abs(found / 234.04 - 1)).toBeLessThan(0.004)
  })
})

/** Measures an area by scan lines of 0.0002°, on a sphere. */
function evenOddKm2(rings: readonly Float64Array[]): number {
  const rows = new Map<number, number[]>()
  const step = 0.0002
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x0, y0, x1, y1] = ring.subarray(i, i + 4)
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)]
      for (let row = Math.ceil(low / step - 0.5); (row + 0.5) * step < high; row++) {
        const y = (row + 0.5) * step
        if (y < low) continue
        const list = rows.get(row) ?? []
        list.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
        rows.set(row, list)
      }
    }
  }
  let total = 0
  for (const [row, crossings] of rows) {
    crossings.sort((a, b) => a - b)
    const km = 111.195 * Math.cos(((row + 0.5) * step * Math.PI) / 180)
    for (let i = 0; i + 1 < crossings.length; i += 2) total += (crossings[i + 1] - crossings[i]) * km * step * 111.195
  }
  return total
}
