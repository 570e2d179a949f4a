import { coveredStates } from '../src/base/states.ts'
import type { PagedRaster } from '../src/data/raster/paged-raster.ts'
import type { BlockGroups, BuildContext } from './context.ts'
import { loadBlockGroups, loadCrosswalk } from './geography/block-groups.ts'
import { type Candidates, findCandidates, zoneAreas } from './geography/candidates.ts'
import type { Points } from './geography/center-index.ts'
import { getPercentile } from './geography/percentile.ts'
import { loadSeaWater } from './geography/sea-water.ts'
import { loadOutlines, loadTracts2010, loadZoneTracts, type TractPolygons, tractRaster } from './geography/tracts.ts'
import { type KernelSources, kernelSources, pointView } from './geography/views.ts'
import { type CsvSpec, coordinates, number, readCsv, readRecords, text } from './read/csv.ts'
import { SourceFolder } from './read/source-folder.ts'

/** The build context, plus the data needed to pack surfaces. */
export interface SurfaceGeography extends BuildContext {
  readonly zoneRaster: PagedRaster
  readonly kernels: KernelSources
}

/** The surface geography, plus the data needed to pack the geography bundle and the areas. */
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
  const zoneRaster = tractRaster(zones, {
    outlines: await loadOutlines(sources),
    centers: inhabited(located),
    sea: await loadSeaWater(sources),
    addresses: await loadShoreAddresses(sources),
  })
  report(`${zones.geoid.length} census tracts rasterized`)
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
      if (!values) throw new RangeError(`no EJI column ${column}; the columns are ${[...eji.keys()].join(', ')}`)
      return perTract(values, blockGroups.tract2020)
    },
    byTract2010: (values) => perTract(values, blockGroups.tract2010),
    byTract2020: (values) => perTract(values, blockGroups.tract2020),
    percentile: (raw) => getPercentile(raw, population),
    report,
  }
}

/**
 * Loads the addresses around which cells keep their tract even if they are far out in the water. Reads only the list of
 * charging stations, some of which are at marinas and on piers. No other address list has points more than 320 m beyond
 * the shoreline.
 */
async function loadShoreAddresses(sources: SourceFolder): Promise<Points> {
  const path = 'addresses/known-2026/afdc_fuel_stations.csv.gz'
  const { columns } = await readCsv(sources, path, coordinates('lat', 'lon'))
  return { lat: columns.lat, lon: columns.lon }
}

/** Selects the centers of block groups where people live. */
function inhabited({ lon, lat, population }: Pick<BlockGroups, 'lon' | 'lat' | 'population'>) {
  const live = (_: number, b: number) => population[b] > 0
  return { lon: lon.filter(live), lat: lat.filter(live) }
}

/** Environmental Justice Index 2024 columns that scores use, grouped by maximum value. The minimum value is 0. */
const ejiColumns = [
  { max: 20, names: ['E_WLKIND', 'E_DSLPM'] },
  {
    max: 100,
    names: [
      'E_AGE17',
      'E_AGE65',
      'E_UNINSUR',
      'E_MOBILE',
      'E_RENTER',
      'E_HOUAGE',
      'E_PARK',
      'E_RAIL',
      'E_ROAD',
      'E_AIRPRT',
      'E_NPL',
      'E_TRI',
      'E_TSD',
      'E_RMP',
    ],
  },
  { max: 200, names: ['E_OZONE'] },
  { max: 1e4, names: ['E_CFLD', 'E_RFLD', 'E_HRCN'] },
  { max: 1e6, names: ['E_TOTPOP', 'E_DAYPOP', 'E_GROUPQ'] },
]

async function readEji(sources: SourceFolder): Promise<Map<string, Map<string, number>>> {
  const spec = Object.fromEntries(
    ejiColumns.flatMap(({ max, names }) => names.map((name) => [name, number({ null: -999, min: 0, max })])),
  )
  const columns = new Map(Object.keys(spec).map((name) => [name, new Map<string, number>()]))
  for (const { name: state } of coveredStates) {
    const path = { zip: `cdc/EJI_2024_${state}_CSV.zip`, member: `EJI_2024_${state}.csv` }
    const tract = text({ heading: 'GEOID_2020', pattern: /^\d{11}$/ })
    for (const row of await readRecords<CsvSpec>(sources, path, { ...spec, tract }))
      for (const [name, values] of columns) values.set(String(row.tract), Number(row[name]))
  }
  return columns
}
