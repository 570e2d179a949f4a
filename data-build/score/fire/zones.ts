import type { Polygon } from '../../context.ts'
import type { Feature, Properties } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** A polygon of CAL FIRE's Fire Hazard Severity Zones, or of land outside all zones of CAL FIRE's newest maps. */
export interface HazardZone {
  /**
   * All rings of the record together. Under the even-odd rule, they cover exactly the published area, including
   * crossings and holes.
   */
  readonly polygon: Polygon
  readonly score: number
  /** Five-digit FIPS code of the county that the polygon is limited to; null if it is not limited to a county. */
  readonly county: string | null
  /** Last year of the map's edition; null if it is not stated. */
  readonly edition: number | null
  /** Path of the source file. */
  readonly path: string
}

/**
 * Scores of the classes. The most and least severe classes score 1 and 255. The other two classes divide this range
 * into thirds.
 */
export const hazardScores = { veryHigh: 1, high: 85, moderate: 170, unzoned: 255 } as const

/** 2007 draft and recommended maps with all classes, for state, local and federal land. */
const allClasses = 'calfire/all-classes'
/** 2008-2011 maps of local land, with very high zones only. */
const veryHighOnly = 'calfire/lra-very-high'
/** Adopted 2007 maps of state land. */
const stateLand = 'calfire/sra-2007'
/** Map of the City of Los Angeles, without a stated edition. */
const losAngeles = 'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz'
/** Statewide maps of 2024 (state land) and 2025 (local land), if present. */
const newMaps = 'calfire/fhsz-2025'
/** Maps of 2024-2025 within seven cities, and the cities' outlines. */
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
/** Editions of the newest maps, by the land that they cover. */
const newEditions = { state: 2024, local: 2025 } as const

/**
 * Loads all zones in painting order. The older maps come first, from the least to the most severe class, so that the
 * most severe class wins. The 2024 and 2025 maps follow in the same order and replace the older maps.
 */
export async function loadHazardZones(sources: SourceFolder): Promise<readonly HazardZone[]> {
  return [...leastSevereFirst(await loadOldZones(sources)), ...leastSevereFirst(await loadNewZones(sources))]
}

/** Loads the zones of the 2007-2011 maps. */
async function loadOldZones(sources: SourceFolder): Promise<HazardZone[]> {
  const city = await readGeoJson(sources, losAngeles, { properties: [] })
  const zones: HazardZone[] = city.features.map(({ polygons }) => {
    return { polygon: polygons.flat(), score: hazardScores.veryHigh, county: null, edition: null, path: losAngeles }
  })
  for (const path of zips(sources, veryHighOnly)) zones.push(...(await readZones(sources, path, null, () => 2011)))
  for (const directory of [allClasses, stateLand]) {
    for (const path of zips(sources, directory))
      zones.push(...(await readZones(sources, path, getCounty(path), () => 2007)))
  }
  return zones
}

/**
 * Loads the zones of the 2024 and 2025 maps. Land in a mapped city that is in no zone counts as outside the hazard
 * zones.
 */
async function loadNewZones(sources: SourceFolder): Promise<HazardZone[]> {
  const zones: HazardZone[] = []
  for (const { outlines, hazards } of newCities) {
    if (!sources.has(hazards)) continue
    const cities = await readGeoJson(sources, outlines, { properties: [] })
    for (const { polygons } of cities.features) {
      const score = hazardScores.unzoned
      const edition = newEditions.local
      zones.push({ polygon: polygons.flat(), score, county: null, edition, path: outlines })
    }
    const layer = await readGeoJson(sources, hazards)
    zones.push(...getZones(layer.features, hazards, null, newEdition))
  }
  if (sources.has(newMaps)) {
    for (const path of zips(sources, newMaps)) zones.push(...(await readZones(sources, path, null, newEdition)))
  }
  return zones
}

/** Returns the edition of a zone on the newest maps. `SRA` and `responsibilityArea` name the type of land. */
export function newEdition({ SRA, responsibilityArea }: Properties): number {
  // A city's own copy of the map has neither attribute, because all its land is local.
  return String(SRA ?? responsibilityArea ?? 'LRA').toUpperCase() === 'LRA' ? newEditions.local : newEditions.state
}

/**
 * Returns the score of a record's class, or undefined for an unknown class. Ventura's map writes `VERY HIGH`, and the
 * map of five cities writes `very-high`.
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

/** Returns the edition of a record from its attributes. */
type EditionOf = (properties: Properties) => number

async function readZones(
  sources: SourceFolder,
  path: string,
  county: string | null,
  editionOf: EditionOf,
): Promise<HazardZone[]> {
  const layer = await readShapefile(sources, path)
  return getZones(layer.features, path, county, editionOf)
}

/**
 * Converts the records of one file to zones. The class is `HAZ_CLASS` in the 2007-2011 maps, `FHSZ_Description` in the
 * 2024 and 2025 maps, and `severity` in the map of five cities. Throws a `SourceError` when a record has no known
 * class.
 */
export function getZones(
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

/** Sorts zones for painting. Of two maps with the same class, the newer one comes last. */
function leastSevereFirst(zones: readonly HazardZone[]): HazardZone[] {
  return [...zones].sort((a, b) => b.score - a.score || (a.edition ?? 0) - (b.edition ?? 0))
}

/**
 * Returns the five-digit FIPS code of the county of a 2007 map file. The file names contain the county's number in
 * alphabetical order (`…__c19fhszl06_5.zip`, `…_c4.zip`, `…__fhszs06_3_46.zip`). The last three digits of the FIPS code
 * are twice that number minus one.
 */
export function getCounty(path: string): string {
  const match = /_c(\d+)fhsz|_c(\d+)\.zip$|__fhszs\d+_\d+_(\d+)\.zip$/.exec(path)
  const number = Number(match?.[1] ?? match?.[2] ?? match?.[3])
  if (number >= 1 && number <= 58) return `06${String(2 * number - 1).padStart(3, '0')}`
  const found = 'no county number in the name'
  throw new SourceError({ file: path, found, expectation: "the file's published name, such as …__c19fhszl06_5.zip" })
}

/** Lists the zips of a folder in code-unit order. */
function zips(sources: SourceFolder, directory: string): readonly string[] {
  return sources.list(directory).filter((path) => path.endsWith('.zip'))
}
