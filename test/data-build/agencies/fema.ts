import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import type { AgencyLayer, AgencyZone } from './arcgis.ts'

/** A county as FEMA publishes it: zones and panels, or neither. */
export interface FemaCounty {
  /** 5-digit FIPS code. */
  readonly county: string
  readonly zones: readonly AgencyZone[]
  readonly panels: readonly AgencyZone[]
}

export const ZONE_FIELDS = [
  'DFIRM_ID',
  'FLD_AR_ID',
  'FLD_ZONE',
  'ZONE_SUBTY',
  'SFHA_TF',
  'STATIC_BFE',
  'V_DATUM',
  'DEPTH',
  'LEN_UNIT',
  'GFID',
]
export const PANEL_FIELDS = ['DFIRM_ID', 'FIRM_PAN', 'PANEL_TYP', 'PNP_REASON', 'EFF_DATE']

/**
 * Returns FEMA's National Flood Hazard Layer as `NFHL/MapServer`: zones (28), panels (3), and the studies that have a
 * digital map (0). A county that is not listed has no map: its count is 0. `counties` is a function because tests edit
 * the counties between two runs.
 */
export function femaLayers(
  counties: () => readonly FemaCounty[],
  changes: Partial<AgencyLayer> = {},
): Readonly<Record<string, AgencyLayer>> {
  const named = (county: string) => (zone: AgencyZone) => ({
    ...zone,
    properties: { DFIRM_ID: `${county}C`, ...zone.properties },
  })
  const all = (of: (county: FemaCounty) => readonly AgencyZone[]) => {
    let [before, zones]: [readonly FemaCounty[] | null, readonly AgencyZone[]] = [null, []]
    return () => {
      const now = counties()
      if (now !== before) zones = now.flatMap((county) => of(county).map(named(county.county)))
      before = now
      return zones
    }
  }
  return {
    'NFHL/MapServer/0': {
      name: 'NFHL Availability',
      fields: ['STUDY_ID'],
      zones: () =>
        counties().map(({ county }) => polygonFeature({ STUDY_ID: `${county}C` }, boxRing(-98, 30, -97, 31))),
    },
    'NFHL/MapServer/3': { name: 'FIRM Panels', fields: PANEL_FIELDS, zones: all(({ panels }) => panels) },
    'NFHL/MapServer/28': {
      name: 'Flood Hazard Zones',
      fields: ZONE_FIELDS,
      zones: all(({ zones }) => zones),
      ...changes,
    },
  }
}
