import type { AgencyLayer, AgencyZone } from './arcgis.ts'

const FIELDS = ['SRA', 'FHSZ', 'FHSZ_Description']

/**
 * Returns CAL FIRE's fire zone services: local land (edited 2026-02-02, in meters) and state land (without an editing
 * date).
 */
export function calfireLayers(
  local: () => readonly AgencyZone[],
  state: () => readonly AgencyZone[],
): Readonly<Record<string, AgencyLayer>> {
  return {
    'FHSALRA25_v1_All/FeatureServer/0': {
      name: 'FHSALRA25_v1_All',
      fields: FIELDS,
      zones: local,
      lastEdit: () => Date.UTC(2026, 1, 2),
    },
    'FHSZSRA_23_3/FeatureServer/0': { name: 'FHSZSRA_23_3', fields: FIELDS, zones: state },
  }
}
