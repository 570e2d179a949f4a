import type { Polygon } from '../../context.ts'
import type { Feature, Properties } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/**
 * Returns the score 1-255 of a flood zone named as in S_FLD_HAZ_AR (`FLD_ZONE`, `ZONE_SUBTY`), 0 for zones that say
 * nothing about the hazard (`AREA NOT INCLUDED`, `OPEN WATER`), or undefined for unknown names.
 */
export function floodZoneScore(zone: string | null, subtype: string | null): number | undefined {
  const name = plainText(zone)
  const kind = plainText(subtype)
  if (name === 'AREA NOT INCLUDED' || name === 'OPEN WATER') return 0
  // The published domain also has numbered zones of older maps: A1-A30, V1-V30, and pairs such as AR/AE.
  if (/^V(E|\d{1,2})?$/.test(name)) return floodZones.coastalHighHazard
  if (/^A(E|\d{1,2}|R|R\/.+)?$|^A(H|O|99)$/.test(name)) {
    if (kind.includes('FLOODWAY') || FLOODWAY_KINDS.includes(kind)) return floodZones.floodway
    if (name === 'AH') return floodZones.ponding
    if (name === 'AO') return floodZones.sheetFlow
    return name === 'A99' ? floodZones.leveeUnderWay : floodZones.hundredYear
  }
  if (name === 'D') return floodZones.undetermined
  if (name === 'B') return floodZones.fiveHundredYear
  if (name === 'C') return floodZones.minimal
  return name === 'X' ? scoreOfX(kind) : undefined
}

/** Subtypes that FEMA's map symbols show as floodway, in addition to subtypes with "floodway" in their name. */
const FLOODWAY_KINDS = ['COMMUNITY ENCROACHMENT AREA', 'STATE ENCROACHMENT AREA', 'FLOWAGE EASEMENT AREA']

/**
 * Returns the score of a subtype of zone X. Returns undefined for subtypes that FEMA does not publish, because it is
 * unknown whether they are shaded.
 */
function scoreOfX(kind: string): number | undefined {
  if (kind.includes('LEVEE')) {
    if (kind.includes('UNDETERMINED')) return floodZones.undetermined
    // FEMA's map symbols show land behind a non-accredited levee as shaded. An older name says "flood risk".
    const isShaded = kind.includes('NON-ACCREDITED') || /^AREA WITH FLOOD (RISK|HAZARD)\b/.test(kind)
    return isShaded ? floodZones.fiveHundredYear : floodZones.behindLevee
  }
  // Shaded X has a 0.2% chance of flooding, or a 1% chance of a flood that is shallow, has a small drainage area, or
  // occurs under future conditions.
  if (/^(0?\.2|1) ?(PCT|PERCENT)/.test(kind)) return floodZones.fiveHundredYear
  return MINIMAL_KINDS.includes(kind) ? floodZones.minimal : undefined
}

const MINIMAL_KINDS = ['', 'AREA OF MINIMAL FLOOD HAZARD', 'AREA OF SPECIAL CONSIDERATION']

/** Subtypes of zones A and V that FEMA publishes, except floodways and subtypes that state a chance in percent. */
const OTHER_KINDS = [
  ...MINIMAL_KINDS,
  ...FLOODWAY_KINDS,
  'COASTAL FLOODPLAIN',
  'COMBINED RIVERINE AND COASTAL FLOODPLAIN',
  'RIVERINE FLOODPLAIN',
  'RIVERINE FLOODPLAIN IN COASTAL AREA',
  'COMMUNITY ENCROACHMENT',
  'DENSITY FRINGE AREA',
]

/** Checks whether a subtype is empty or one that FEMA publishes. */
export function isKnownKind(subtype: string | null): boolean {
  const kind = plainText(subtype)
  return OTHER_KINDS.includes(kind) || /FLOODWAY|LEVEE|^(0?\.2|1) ?(PCT|PERCENT)/.test(kind)
}

/**
 * Returns a FEMA string in uppercase, without stray quotes and spaces. Returns '' for the words that FEMA uses for
 * "nothing".
 */
export function plainText(text: string | null): string {
  const plain = (text ?? '')
    .toUpperCase()
    .replace(/["'`‘’“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^(<NULL>|NULL|NONE|N\/?A|-9999(\.0+)?|-8888(\.0+)?)$/.test(plain) ? '' : plain
}

/**
 * Scores of FEMA's zones. The highest and lowest hazards score 1 and 255; the other scores follow the frequency and
 * depth of flooding.
 */
export const floodZones = {
  /** V, VE: waves of 3 feet or more. */
  coastalHighHazard: 1,
  floodway: 20,
  /** A, AE, AR, A1-A30: 1% chance in a year. */
  hundredYear: 45,
  /** AH: 1-3 feet of ponding. */
  ponding: 55,
  /** AO: 1-3 feet of sheet flow. */
  sheetFlow: 65,
  /** A99: 1% chance, protection under construction. */
  leveeUnderWay: 90,
  /** D: possible but not studied. */
  undetermined: 110,
  /** Shaded X and B: 0.2% chance in a year. */
  fiveHundredYear: 150,
  /** X behind a levee. */
  behindLevee: 175,
  /** X and C. */
  minimal: 255,
} as const

/**
 * A flood zone with its score 1-255. The rings of a feature are kept together, because they cover the published area
 * only if they are combined by the even-odd rule.
 */
export interface FloodZone {
  readonly polygon: Polygon
  readonly score: number
}

/** Folder of FEMA's National Flood Hazard Layer, a file per county or state; optional. */
const nfhlDirectory = 'fema/nfhl'

/**
 * Loads the zones of all layers `fema/nfhl/*.zip` (shapefile S_FLD_HAZ_AR) and `*.geojson.gz`, safest first, so that
 * the most severe zone wins where two maps overlap. Zones that say nothing about the hazard are skipped. Unknown zones
 * are reported.
 */
export async function loadNfhl(sources: SourceFolder, report: (line: string) => void): Promise<readonly FloodZone[]> {
  if (!sources.has(nfhlDirectory)) return []
  const zones: FloodZone[] = []
  for (const path of sources.list(nfhlDirectory)) {
    if (!/\.(zip|geojson|geojson\.gz)$/.test(path)) continue
    const layer = path.endsWith('.zip')
      ? await readShapefile(sources, path, { layer: 'S_FLD_HAZ_AR', properties: ['FLD_ZONE', 'ZONE_SUBTY'] })
      : await readGeoJson(sources, path)
    // Adds the zones one by one, because a statewide layer has more zones than a call can have arguments.
    for (const zone of getZones(layer.features, path, report)) zones.push(zone)
  }
  return zones.sort((a, b) => b.score - a.score)
}

/** Returns the scored zones of one file's features, in order. */
export function getZones(features: readonly Feature[], path: string, report: (line: string) => void): FloodZone[] {
  const zones: FloodZone[] = []
  const unknown = new Map<string, number>()
  for (const { properties, polygons } of features) {
    const zone = getText(properties, 'FLD_ZONE')
    const score = floodZoneScore(zone, getText(properties, 'ZONE_SUBTY'))
    if (score === undefined) unknown.set(String(zone), (unknown.get(String(zone)) ?? 0) + 1)
    else if (score > 0) zones.push({ polygon: polygons.flat(), score })
  }
  for (const [zone, count] of unknown) {
    report(`${path}: ${count} areas have the unknown flood zone "${zone}"; their scores are estimated`)
  }
  return zones
}

/** Returns an attribute as a string. GeoJSON exports of the layer write attribute names in uppercase or lowercase. */
export function getText(properties: Properties, name: string): string | null {
  const value = properties[name] ?? properties[name.toLowerCase()] ?? null
  return value === null ? null : String(value)
}

const boundaryPath = 'fema/dallas_city_boundary.geojson.gz'
const floodplainPath = 'fema/dallas_floodplain.geojson.gz'

/**
 * Loads FEMA's zones in the City of Dallas in painting order: the city area as zone X, then the 0.2% floodplain, then
 * the 1% floodplain.
 */
export async function loadDallas(sources: SourceFolder): Promise<readonly FloodZone[]> {
  const boundary = await readGeoJson(sources, boundaryPath)
  const floodplain = await readGeoJson(sources, floodplainPath, { properties: ['category'] })
  const zones = floodplain.features.map(({ properties, polygons }) => ({
    polygon: polygons.flat(),
    score: categoryScore(properties.category),
  }))
  const city = boundary.features.map(({ polygons }) => ({ polygon: polygons.flat(), score: floodZones.minimal }))
  return [...city, ...zones.sort((a, b) => b.score - a.score)]
}

/** Returns the score of the city's two floodplain categories. Throws a `SourceError` for any other category. */
export function categoryScore(category: string | number | null): number {
  if (category === '100yr') return floodZones.hundredYear
  if (category === '500yr') return floodZones.fiveHundredYear
  const found = `the category "${category}"`
  throw new SourceError({ file: floodplainPath, found, expectation: '100yr or 500yr' })
}

const longBeachPath = 'flood/long-beach/fema_flood_zones_long_beach_2020-07.geojson.gz'

/** Loads FEMA's zones in the City of Long Beach, from the city's 2020 export, safest first. */
export async function loadLongBeach(sources: SourceFolder): Promise<readonly FloodZone[]> {
  const { features } = await readGeoJson(sources, longBeachPath, { properties: ['ZONE_TYPE'] })
  return features
    .map(({ properties, polygons }) => {
      const zone = String(properties.ZONE_TYPE)
      const score = zone === 'X 0.2' ? floodZones.fiveHundredYear : floodZoneScore(zone, null)
      if (score !== undefined) return { polygon: polygons.flat(), score }
      throw new SourceError({ file: longBeachPath, found: `the zone "${zone}"`, expectation: "one of FEMA's" })
    })
    .sort((a, b) => b.score - a.score)
}
