import type { Polygon } from '../../context.ts'
import type { Feature, Properties } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** A polygon of CAL FIRE's Fire Hazard Severity Zones, or of land that their newest maps leave outside. */
export interface HazardZone {
  /**
   * All rings of the record together: by the even-odd rule their area is the published one, crossings and holes
   * included.
   */
  readonly polygon: Polygon
  readonly score: number
  /** The five-digit county outside which the polygon does not count, null when it counts everywhere. */
  readonly county: string | null
  /** Last year of the map's edition, null where it is not stated. */
  readonly edition: number | null
  /** The file it comes from. */
  readonly path: string
}

/** Scores of the classes: 1 and 255 as the scale fixes them, thirds between. */
export const hazardScores = { veryHigh: 1, high: 85, moderate: 170, unzoned: 255 } as const

/** Draft and recommended maps of 2007, all classes, state, local and federal land. */
const allClasses = 'calfire/all-classes'
/** Maps of local land of 2008-2011, very high zones only. */
const veryHighOnly = 'calfire/lra-very-high'
/** Adopted maps of 2007, state land. */
const stateLand = 'calfire/sra-2007'
/** The city's own map; its edition is not stated. */
const losAngeles = 'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz'
/** The statewide maps of 2024 (state land) and 2025 (local land), when they are there. */
const newMaps = 'calfire/fhsz-2025'
/** The same maps within seven cities, and the cities' outlines. */
const newCities = [
  {
    hazards: 'calfire/five-cities-2025/fhsz-five-cities-2025.1.geojson.gz',
    outlines: 'calfire/five-cities-2025/five-city-boundaries-24_1.geojson.gz',
  },
  ...['berkeley', 'encinitas'].map((city) => ({
    hazards: `calfire/cities-2025/${city}_fhsz.geojson.gz`,
    outlines: `calfire/cities-2025/${city}_boundary.geojson.gz`,
  })),
]
/** Editions of the newest maps by the land that they are made for. */
const newEditions = { state: 2024, local: 2025 } as const

/**
 * All zones in the order in which they are painted: the older maps from the least to the most severe class, so that the
 * most severe wins; then the maps of 2024 and 2025 in the same order, which take the older ones' place.
 */
export async function loadHazardZones(sources: SourceFolder): Promise<readonly HazardZone[]> {
  return [...leastSevereFirst(await loadOldZones(sources)), ...leastSevereFirst(await loadNewZones(sources))]
}

/** The zones of the maps of 2007-2011. */
async function loadOldZones(sources: SourceFolder): Promise<HazardZone[]> {
  const city = await readGeoJson(sources, losAngeles, { properties: [] })
  const zones: HazardZone[] = city.features.map(({ polygons }) => {
    return { polygon: polygons.flat(), score: hazardScores.veryHigh, county: null, edition: null, path: losAngeles }
  })
  for (const path of zips(sources, veryHighOnly)) zones.push(...(await readZones(sources, path, null, () => 2011)))
  for (const directory of [allClasses, stateLand]) {
    for (const path of zips(sources, directory))
      zones.push(...(await readZones(sources, path, countyOf(path), () => 2007)))
  }
  return zones
}

/** The zones of the maps of 2024 and 2025. Within the mapped cities a place in none of them is not in a hazard zone. */
async function loadNewZones(sources: SourceFolder): Promise<HazardZone[]> {
  const zones: HazardZone[] = []
  for (const { outlines, hazards } of newCities) {
    if (!sources.has(hazards)) continue
    const cities = await readGeoJson(sources, outlines, { properties: [] })
    for (const { polygons } of cities.features) {
      const [score, edition] = [hazardScores.unzoned, newEditions.local]
      zones.push({ polygon: polygons.flat(), score, county: null, edition, path: outlines })
    }
    const layer = await readGeoJson(sources, hazards)
    zones.push(...zonesOf(layer.features, hazards, null, newEdition))
  }
  if (sources.has(newMaps)) {
    for (const path of zips(sources, newMaps)) zones.push(...(await readZones(sources, path, null, newEdition)))
  }
  return zones
}

/** The edition of a zone of the newest maps: `SRA` and `responsibilityArea` name the land that it is on. */
export function newEdition({ SRA, responsibilityArea }: Properties): number {
  // A city's own copy has no such attribute: its land is local.
  return String(SRA ?? responsibilityArea ?? 'LRA').toUpperCase() === 'LRA' ? newEditions.local : newEditions.state
}

/**
 * Score of a record's class; undefined for classes that are none of CAL FIRE's. Ventura writes `VERY HIGH`, the five
 * cities `very-high`.
 */
export function hazardScore(className: string): number | undefined {
  return classScores[className.trim().toUpperCase().replaceAll(' ', '').replace('VERY-', 'VERY')]
}

const classScores: Readonly<Record<string, number>> = {
  VERYHIGH: hazardScores.veryHigh,
  HIGH: hazardScores.high,
  MODERATE: hazardScores.moderate,
  'NON-WILDLAND/NON-URBAN': hazardScores.unzoned,
  URBANUNZONED: hazardScores.unzoned,
  NONWILDLAND: hazardScores.unzoned,
  'NON-WILDLAND': hazardScores.unzoned,
}

/** Edition of a record, by its attributes. */
type EditionOf = (properties: Properties) => number

async function readZones(
  sources: SourceFolder,
  path: string,
  county: string | null,
  editionOf: EditionOf,
): Promise<HazardZone[]> {
  const layer = await readShapefile(sources, path)
  return zonesOf(layer.features, path, county, editionOf)
}

/**
 * The zones of the records of one file; the class is `HAZ_CLASS` in the maps of 2007-2011, `FHSZ_Description` in those
 * of 2024 and 2025, `severity` in the five cities. Throws a `SourceError` when a record has no known class.
 */
export function zonesOf(
  features: readonly Feature[],
  path: string,
  county: string | null,
  editionOf: EditionOf,
): HazardZone[] {
  return features.map(({ properties, polygons }) => {
    const { HAZ_CLASS, FHSZ_Description, FHSZ_Descr, fhsz_description, severity } = properties
    const className = String(FHSZ_Description ?? FHSZ_Descr ?? fhsz_description ?? HAZ_CLASS ?? severity ?? '')
    const score = hazardScore(className)
    const polygon = polygons.length === 1 ? polygons[0] : polygons.flat()
    if (score !== undefined) return { polygon, score, county, edition: editionOf(properties), path }
    const found = `the hazard class "${className}"`
    throw new SourceError({ file: path, found, expectation: 'Very High, High, Moderate or one of the unzoned classes' })
  })
}

/** Of two maps with the same class the newer one comes last. */
function leastSevereFirst(zones: readonly HazardZone[]): HazardZone[] {
  return [...zones].sort((a, b) => b.score - a.score || (a.edition ?? 0) - (b.edition ?? 0))
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
