import type { SourceFolder } from '../../read/source-folder.ts'
import { EdgeIndex } from '../../score/edge-index.ts'
import { type HazardZone, loadHazardZones } from '../../score/fire/hazard-zones.ts'

/** The zones as published, asked by point-in-polygon instead of by the raster. */
export interface OfficialClasses {
  /** Score of the most severe zone that contains the place of a county, 0 for none. */
  at(lon: number, lat: number, county: string): number
  /** Whether a border of any zone lies nearer. */
  borderWithin(lon: number, lat: number, km: number): boolean
}

export async function loadOfficialClasses(sources: SourceFolder): Promise<OfficialClasses> {
  const groups = groupsOf(await loadHazardZones(sources))
  return {
    at(lon, lat, county) {
      const found = groups.find(
        (group) => (group.county === null || group.county === county) && group.index.containing(lon, lat) !== -1,
      )
      return found?.score ?? 0
    },
    borderWithin: (lon, lat, km) => groups.some((group) => group.index.borderWithin(lon, lat, km)),
  }
}

interface Group {
  readonly score: number
  readonly county: string | null
  readonly index: EdgeIndex
}

/** Zones of one class and county together, the most severe class first. */
function groupsOf(zones: readonly HazardZone[]): Group[] {
  const byKey = new Map<string, HazardZone[]>()
  for (const zone of zones) {
    const key = `${zone.score} ${zone.county}`
    const members = byKey.get(key)
    if (members) members.push(zone)
    else byKey.set(key, [zone])
  }
  return [...byKey.values()]
    .map((members) => ({
      score: members[0].score,
      county: members[0].county,
      index: new EdgeIndex(members.map((zone) => zone.polygon)),
    }))
    .sort((a, b) => a.score - b.score)
}
