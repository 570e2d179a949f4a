import type { Polygon } from '../../context.ts'
import type { Feature } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** A polygon of CAL FIRE's Fire Hazard Severity Zones. */
export interface HazardZone {
  /** All rings of the record together: by the even-odd rule their area is the published one, crossings and holes included. */
  readonly polygon: Polygon
  readonly score: number
  /** The five-digit county outside which the polygon does not count, null when it counts everywhere. */
  readonly county: string | null
  /** The file it comes from. */
  readonly path: string
}

/** Scores of the classes: 1 and 255 as the scale fixes them, thirds between. */
export const hazardScores = { veryHigh: 1, high: 85, moderate: 170, unzoned: 255 } as const

const losAngeles = 'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz'
/** The statewide maps of 2024 (state land) and 2025 (local land), when they are there. */
const newMaps = 'calfire/fhsz-2025'

/**
 * All zones in the order in which they are painted: the maps of 2007 from the least to the most severe class, so that the
 * most severe wins; then, where at hand, the maps of 2024 and 2025 in the same order, which take the older ones' place.
 */
export async function loadHazardZones(sources: SourceFolder): Promise<readonly HazardZone[]> {
  const old: HazardZone[] = await loadVeryHighZones(sources)
  for (const directory of [allClasses, stateLand]) {
    for (const path of zips(sources, directory)) old.push(...(await readZones(sources, path, countyOf(path))))
  }
  const current: HazardZone[] = []
  if (sources.has(newMaps)) {
    for (const path of zips(sources, newMaps)) current.push(...(await readZones(sources, path, null)))
  }
  return [...leastSevereFirst(old), ...leastSevereFirst(current)]
}

/** The zones of the files that hold only the very high class. */
export async function loadVeryHighZones(sources: SourceFolder): Promise<HazardZone[]> {
  const zones: HazardZone[] = []
  for (const path of zips(sources, veryHighOnly)) zones.push(...(await readZones(sources, path, null)))
  const city = await readGeoJson(sources, losAngeles, { properties: [] })
  for (const { polygons } of city.features) {
    zones.push({ polygon: polygons.flat(), score: hazardScores.veryHigh, county: null, path: losAngeles })
  }
  return zones
}

/** Score of a record's class; undefined for classes that are none of CAL FIRE's. Ventura writes `VERY HIGH`. */
export function hazardScore(className: string): number | undefined {
  switch (className.trim().toUpperCase().replaceAll(' ', '')) {
    case 'VERYHIGH':
      return hazardScores.veryHigh
    case 'HIGH':
      return hazardScores.high
    case 'MODERATE':
      return hazardScores.moderate
    case 'NON-WILDLAND/NON-URBAN':
    case 'URBANUNZONED':
    case 'NONWILDLAND':
    case 'NON-WILDLAND':
      return hazardScores.unzoned
    default:
      return undefined
  }
}

/** Reads the zones of one shapefile; `FHSZ_Description` is the class in the maps of 2024 and 2025. */
async function readZones(sources: SourceFolder, path: string, county: string | null): Promise<HazardZone[]> {
  const layer = await readShapefile(sources, path)
  return zonesOf(layer.features, path, county)
}

/** The zones of the records of one file. Throws a `SourceError` when a record has no known class. */
export function zonesOf(features: readonly Feature[], path: string, county: string | null): HazardZone[] {
  return features.map(({ properties, polygons }) => {
    const className = String(properties.HAZ_CLASS ?? properties.FHSZ_Description ?? properties.FHSZ_Descr ?? '')
    const score = hazardScore(className)
    if (score !== undefined) return { polygon: polygons.flat(), score, county, path }
    const found = `the hazard class "${className}"`
    throw new SourceError({ file: path, found, expectation: 'Very High, High, Moderate or one of the unzoned classes' })
  })
}

function leastSevereFirst(zones: readonly HazardZone[]): HazardZone[] {
  return [...zones].sort((a, b) => b.score - a.score)
}

/** Draft maps of 2007, all classes, state, local and federal land. */
const allClasses = 'calfire/all-classes'
/** Maps of local land, very high zones only. */
const veryHighOnly = 'calfire/lra-very-high'
/** Adopted maps of 2007, state land. */
const stateLand = 'calfire/sra-2007'

/**
 * Counties of which only the very high class is known, and whether the file covers the whole county
 * (`riverside-west`, `san-bernardino-se` do not).
 */
export function veryHighOnlyCounties(
  sources: SourceFolder,
): ReadonlyMap<string, { readonly path: string; readonly whole: boolean }> {
  const complete = new Set(zips(sources, allClasses).map(countyOf))
  const counties = new Map<string, { readonly path: string; readonly whole: boolean }>()
  for (const path of zips(sources, veryHighOnly)) {
    const county = countyOf(path)
    if (!complete.has(county))
      counties.set(county, { path, whole: !/-(n|s|e|w|ne|nw|se|sw|north|south|east|west)_/.test(path) })
  }
  return counties
}

/** Counties with both kinds of file: where the very-high-only rule can be judged by the other classes. */
export function countiesWithBothFiles(sources: SourceFolder): ReadonlySet<string> {
  const complete = new Set(zips(sources, allClasses).map(countyOf))
  return new Set(
    zips(sources, veryHighOnly)
      .map(countyOf)
      .filter((county) => complete.has(county)),
  )
}

/**
 * The five-digit county of a file of the maps of 2007, which bear the county's number in the alphabet
 * (`…__c19fhszl06_5.zip`, `…_c4.zip`, `…__fhszs06_3_46.zip`); the county's FIPS code is twice that less one.
 */
export function countyOf(path: string): string {
  const match = /_c(\d+)fhsz|_c(\d+)\.zip$|__fhszs\d+_\d+_(\d+)\.zip$/.exec(path)
  const number = Number(match?.[1] ?? match?.[2] ?? match?.[3])
  if (number >= 1 && number <= 58) return `06${String(2 * number - 1).padStart(3, '0')}`
  const found = 'no county number in the name'
  throw new SourceError({ file: path, found, expectation: "the file's published name, such as …__c19fhszl06_5.zip" })
}

/** The zips of a folder, in code-unit order. */
function zips(sources: SourceFolder, directory: string): readonly string[] {
  return sources.list(directory).filter((path) => path.endsWith('.zip'))
}
