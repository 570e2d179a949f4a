import { expect } from 'vitest'
import type { LatLon } from '../../../src/base/geo/distance.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import type { FemaCounty } from '../agencies/fema.ts'
import type { ServedLayer } from './feature-server.ts'
import {
  type CALIFORNIA,
  dataFixture,
  metersToEdge,
  opened,
  painted,
  placesIn,
  randomZones,
  TEXAS,
  valueAt,
  type Zone,
} from './fixtures/data.ts'

/** A county of Texas with an outline of panels, one of which is not printed, and zones of all classes. */
export const COUNTY = '48453'
const DFIRM_ID = `${COUNTY}C`
const KINDS = [
  { FLD_ZONE: 'AE', ZONE_SUBTY: null, STATIC_BFE: 431.5 },
  { FLD_ZONE: 'X', ZONE_SUBTY: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', STATIC_BFE: -9999 },
  { FLD_ZONE: 'AE', ZONE_SUBTY: 'FLOODWAY', STATIC_BFE: -9999 },
  { FLD_ZONE: 'VE', ZONE_SUBTY: null, STATIC_BFE: 12 },
  { FLD_ZONE: 'AREA NOT INCLUDED', ZONE_SUBTY: null, STATIC_BFE: -9999 },
  { FLD_ZONE: 'X', ZONE_SUBTY: 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE', STATIC_BFE: -9999 },
]
const FLOOD_SCORES = [45, 150, 20, 1, 0, 175]
const floods = randomZones(18, TEXAS, (i) => ({ ...KINDS[i % 6], DFIRM_ID }), 21)
const box = (west: number, south: number, east: number, north: number, properties: Zone['properties']) =>
  polygonFeature(properties, boxRing(west, south, east, north))
const panels = [
  box(-97.8, 30.2, -97.72, 30.3, {
    PANEL_TYP: 'COUNTYWIDE, PANEL PRINTED',
    PNP_REASON: null,
    EFF_DATE: 1.4e12,
    DFIRM_ID,
  }),
  box(-97.72, 30.2, -97.66, 30.3, {
    PANEL_TYP: 'COUNTYWIDE, NOT PRINTED',
    PNP_REASON: 'AREA IN ZONE D',
    EFF_DATE: 1.5e12,
    DFIRM_ID,
  }),
  box(-97.66, 30.2, -97.63, 30.3, { PANEL_TYP: 'UNMAPPED COMMUNITY', PNP_REASON: null, EFF_DATE: 2.5e14, DFIRM_ID }),
]
/** The county as the simulated FEMA server serves it. */
export const femaCounty: FemaCounty = { county: COUNTY, zones: floods, panels }
/** Zones in painting order. The value 0 stands for the package's own answer. */
export const floodZones = [
  { zone: panels[0], value: 255 },
  { zone: panels[1], value: 110 },
  ...painted(floods.map((zone, i) => ({ zone, value: FLOOD_SCORES[i % 6] }))),
]
export const floodLayers = (changes: Partial<ServedLayer> = {}) => {
  const other = randomZones(4, TEXAS, () => ({ ...KINDS[3], DFIRM_ID: '48209C' }), 5)
  return {
    'NFHL/MapServer/28': { name: 'Flood Hazard Zones', features: [...other, ...floods], most: 4, ...changes },
    'NFHL/MapServer/3': {
      name: 'FIRM Panels',
      features: panels,
      ...(changes.lastEdit && { lastEdit: changes.lastEdit }),
    },
  }
}

/** Expected answer at one place, according to the polygons. */
interface JudgedPlace {
  readonly place: LatLon
  readonly says: number
  /** Whether the place is at least 93 m from every edge. */
  readonly isFar: boolean
}

/** Judged places for each list of zones, kept because many tests compare with them. */
const judged = new WeakMap<object, readonly JudgedPlace[]>()

async function judgedPlaces(
  id: 'fire' | 'flood',
  where: typeof CALIFORNIA | typeof TEXAS,
  zones: readonly { readonly zone: Zone; readonly value: number }[],
): Promise<readonly JudgedPlace[]> {
  const before = await opened(await dataFixture())
  const polygons = zones.map(({ zone }) => zone)
  return placesIn(where, 2000).map((place) => ({
    place,
    says: valueAt(zones, place.lon, place.lat) || before.score(id, place).score,
    isFar: metersToEdge(polygons, place.lon, place.lat) >= 93,
  }))
}

/**
 * Compares 2,000 places with the polygons. All places more than 93 m from an edge must agree, and so must 97% of all
 * places. Outside all polygons, and where the value is 0, the earlier data must answer. `least` is the minimum number
 * of places far from edges.
 */
export async function agrees(
  out: string,
  id: 'fire' | 'flood',
  where: typeof CALIFORNIA | typeof TEXAS,
  zones: readonly { readonly zone: Zone; readonly value: number }[],
  least = 500,
) {
  const now = await opened(out)
  const places = judged.get(zones) ?? (await judgedPlaces(id, where, zones))
  judged.set(zones, places)
  let [far, farEqual, equal] = [0, 0, 0]
  for (const { place, says, isFar } of places) {
    const isEqual = now.score(id, place).score === says
    if (isEqual) equal++
    if (isFar) far++
    if (isFar && isEqual) farEqual++
  }
  expect(far).toBeGreaterThan(least)
  expect(farEqual).toBe(far)
  expect(equal / places.length).toBeGreaterThan(0.97)
  return now
}
