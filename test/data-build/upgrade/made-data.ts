import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { openVicinage } from '../../../src/index.ts'
import type {
  UpgradableLayer,
  UpgradeOptions,
  UpgradeSummary,
} from '../../../src/library/user-data/shipped-pipeline.ts'
import { writeData } from '../../library/made-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { upgradedOwn } from './place-upgrades.ts'

/** West, south, east and north of the made county in California, and of that in Texas. */
export const CALIFORNIA = [-118.3, 34, -118.2, 34.1] as const
export const TEXAS = [-97.8, 30.2, -97.6, 30.3] as const

let made: Promise<string> | undefined

/**
 * A data folder of five scores, made once per test file: fire has areas of its own in California, flood and noise a
 * surface everywhere, insurance and ages scores by block group.
 */
export function madeData(): Promise<string> {
  made ??= writeData(({ fire, walkability, 'insurance-coverage': insurance, 'noise-levels': noise }) => ({
    fire: { ...fire, surface: null },
    flood: walkability,
    'insurance-coverage': insurance,
    'population-profile': insurance,
    'noise-levels': noise,
  }))
  return made
}

/** The scores of a data folder. */
export const opened = (data: string) => openVicinage({ data, schools: false, geocoder: false })

/** Upgrades the made data into a whole data folder, with the patience of a test. */
export async function upgraded(
  layer: UpgradableLayer,
  out: string,
  changes: Partial<UpgradeOptions> = {},
): Promise<{ summary: UpgradeSummary; notes: readonly string[] }> {
  return upgradedOwn(layer, out, {
    data: await madeData(),
    ...{ out, patience: { backoffMs: 2, idleMs: 250 } },
    ...changes,
  })
}

export type Zone = Feature<Polygon | MultiPolygon, Record<string, string | number | null>>

/** Star-shaped zones in a box, some with a hole; they may overlap. */
export function randomZones(
  count: number,
  [west, south, east, north]: readonly [number, number, number, number] | typeof CALIFORNIA | typeof TEXAS,
  properties: (i: number) => Zone['properties'],
  seed = 7,
): Zone[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const [lon, lat] = [west + random() * (east - west), south + random() * (north - south)]
    const radius = 0.008 + 0.012 * random()
    const star = (scale: number) => {
      const ring = Array.from({ length: 24 }, (_, k): Position => {
        const [angle, reach] = [(k / 24) * 2 * Math.PI, radius * scale * (0.7 + 0.3 * random())]
        return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
      })
      return [...ring, ring[0]]
    }
    const coordinates = i % 3 === 0 ? [star(1), star(0.3)] : [star(1)]
    return { type: 'Feature', properties: properties(i), geometry: { type: 'Polygon', coordinates } }
  })
}

/** Numbers from 0 up to 1, the same for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** The value of the last zone, in their order, that holds a place. */
export function valueAt<T>(
  zones: readonly { readonly zone: Zone; readonly value: T }[],
  lon: number,
  lat: number,
): T | null {
  for (let i = zones.length - 1; i >= 0; i--)
    if (booleanPointInPolygon([lon, lat], zones[i].zone)) return zones[i].value
  return null
}

/** Meters from a place to the nearest edge of the zones. */
export function metersToEdge(zones: readonly Zone[], lon: number, lat: number): number {
  const kx = 111_320 * Math.cos((lat * Math.PI) / 180)
  let least = Number.POSITIVE_INFINITY
  for (const { geometry } of zones) {
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    for (const ring of rings)
      for (let i = 0; i + 1 < ring.length; i++) {
        const [ax, ay] = [(ring[i][0] - lon) * kx, (ring[i][1] - lat) * 111_320]
        const [bx, by] = [(ring[i + 1][0] - lon) * kx, (ring[i + 1][1] - lat) * 111_320]
        const [dx, dy] = [bx - ax, by - ay]
        const t = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
        least = Math.min(least, Math.hypot(ax + t * dx, ay + t * dy))
      }
  }
  return least
}

/** Places in a box, the same for a seed. */
export function placesIn(
  [west, south, east, north]: typeof CALIFORNIA | typeof TEXAS,
  count: number,
  seed = 3,
): { readonly lon: number; readonly lat: number }[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => ({
    lon: west + random() * (east - west),
    lat: south + random() * (north - south),
  }))
}

/** Fire zones of all classes in the made county. */
const CLASSES = ['Moderate', 'High', 'Very High', 'NonWildland'] as const
const SCORES = { Moderate: 170, High: 85, 'Very High': 1, NonWildland: 255 } as const
export const fireZones = randomZones(12, CALIFORNIA, (i) => ({
  FHSZ_Description: CLASSES[i % 4],
  SRA: i % 2 === 0 ? 'LRA' : 'SRA',
}))
interface PaintedZone {
  readonly zone: Zone
  readonly value: number
}

/** As zones are painted: those without data, then the most severe last. */
export function painted(zones: readonly PaintedZone[]): PaintedZone[] {
  return zones.toSorted((a, b) => Number(b.value === 0) - Number(a.value === 0) || b.value - a.value)
}

export function paintedFire(zones: readonly Zone[]): PaintedZone[] {
  const scoreOf = ({ properties }: Zone) => SCORES[properties.FHSZ_Description as keyof typeof SCORES]
  return painted(zones.map((zone) => ({ zone, value: scoreOf(zone) })))
}

/** Classes and land of responsibility, as fields of a zone. */
export const fireFields = (SRA: string) => (i: number) => ({ FHSZ_Description: CLASSES[i % 4], SRA })

/** Writes GeoJSON; resolves to its path. */
export function geoJson(folder: string, name: string, features: readonly Zone[], more: object = {}): string {
  return writtenFile(name, JSON.stringify({ type: 'FeatureCollection', ...more, features }), folder)
}
