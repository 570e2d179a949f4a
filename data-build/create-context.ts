import type { PagedRaster } from '../src/raster/paged-raster.ts'
import { coveredStates } from '../src/states.ts'
import type { BlockGroups, BuildContext } from './context.ts'
import { loadBlockGroups, loadCrosswalk } from './geography/block-groups.ts'
import { type Candidates, findCandidates, zoneAreas } from './geography/candidates.ts'
import { percentileOf } from './geography/percentile.ts'
import { loadOutlines, loadTracts2010, loadZoneTracts, type TractPolygons, tractRaster } from './geography/tracts.ts'
import { type KernelSources, kernelSources, pointView } from './geography/views.ts'
import { type NumberColumn, number, readCsv, text } from './read/csv.ts'
import { SourceFolder } from './read/source-folder.ts'

/** The context, and what surfaces are packed with. */
export interface SurfaceGeography extends BuildContext {
  readonly zoneRaster: PagedRaster
  readonly kernels: KernelSources
}

/** The same with what the geography's own bundle, and areas, are packed of. */
export interface Geography extends SurfaceGeography {
  readonly zones: TractPolygons
  readonly candidates: Candidates
}

/** Reads the geography that all dimensions share. */
export async function createContext(
  sourcesDirectory: string,
  report: (line: string) => void = () => {},
): Promise<Geography> {
  const sources = new SourceFolder(sourcesDirectory)
  const tracts2010 = await loadTracts2010(sources)
  const zones = await loadZoneTracts(sources, tracts2010)
  const crosswalk = await loadCrosswalk(sources)
  const eji = await readEji(sources)
  const located = await loadBlockGroups(sources, tracts2010, crosswalk, eji.get('E_DAYPOP')!)
  const zoneRaster = tractRaster(zones, { outlines: await loadOutlines(sources), centers: inhabited(located) })
  report(`${zones.geoid.length} census tracts rasterised`)
  const candidates = findCandidates(zones, zoneRaster, located, crosswalk)
  const blockGroups = { ...located, areaKm2: zoneAreas(zoneRaster, candidates, located) }
  report(`${blockGroups.count} block groups located`)
  const { lat, lon, population, areaKm2 } = blockGroups
  const kernels = kernelSources(lat, lon, population, areaKm2)
  const perTract = (values: ReadonlyMap<string, number>, tract: readonly string[]) =>
    Float64Array.from(tract, (geoid) => values.get(geoid) ?? Number.NaN)
  return {
    sources,
    blockGroups,
    zones,
    zoneRaster,
    candidates,
    kernels,
    centers: pointView(kernels, lat, lon),
    eji(column) {
      const values = eji.get(column)
      if (!values) throw new RangeError(`no EJI column ${column}; read are ${[...eji.keys()].join(', ')}`)
      return perTract(values, blockGroups.tract2020)
    },
    byTract2010: (values) => perTract(values, blockGroups.tract2010),
    byTract2020: (values) => perTract(values, blockGroups.tract2020),
    percentile: (raw) => percentileOf(raw, population),
    report,
  }
}

/** The centers of the block groups where people live. */
function inhabited({ lon, lat, population }: Pick<BlockGroups, 'lon' | 'lat' | 'population'>) {
  const live = (_: number, b: number) => population[b] > 0
  return { lon: lon.filter(live), lat: lat.filter(live) }
}

/** Columns of the Environmental Justice Index 2024 that scores use, and the range each may have. */
const ejiColumns = {
  E_TOTPOP: [0, 1e6],
  E_DAYPOP: [0, 1e6],
  E_AGE17: [0, 100],
  E_AGE65: [0, 100],
  E_UNINSUR: [0, 100],
  E_MOBILE: [0, 100],
  E_RENTER: [0, 100],
  E_GROUPQ: [0, 1e6],
  E_HOUAGE: [0, 100],
  E_WLKIND: [0, 20],
  E_PARK: [0, 100],
  E_RAIL: [0, 100],
  E_ROAD: [0, 100],
  E_AIRPRT: [0, 100],
  E_NPL: [0, 100],
  E_TRI: [0, 100],
  E_TSD: [0, 100],
  E_RMP: [0, 100],
  E_OZONE: [0, 200],
  E_DSLPM: [0, 20],
  E_CFLD: [0, 1e4],
  E_RFLD: [0, 1e4],
  E_HRCN: [0, 1e4],
} as const

async function readEji(sources: SourceFolder): Promise<Map<string, Map<string, number>>> {
  const names = Object.keys(ejiColumns) as (keyof typeof ejiColumns)[]
  const columns = new Map<string, Map<string, number>>(names.map((name) => [name, new Map()]))
  const spec = Object.fromEntries(
    Object.entries(ejiColumns).map(([name, [min, max]]) => [name, number({ null: -999, min, max })]),
  ) as Record<keyof typeof ejiColumns, NumberColumn>
  for (const { name: state } of coveredStates) {
    const path = { zip: `cdc/EJI_2024_${state}_CSV.zip`, member: `EJI_2024_${state}.csv` }
    const table = await readCsv(sources, path, { ...spec, GEOID_2020: text({ pattern: /^\d{11}$/ }) })
    const geoids = table.columns.GEOID_2020
    for (const name of names) {
      const values = columns.get(name)!
      const column = table.columns[name]
      for (let i = 0; i < geoids.length; i++) values.set(geoids[i], column[i])
    }
  }
  return columns
}
