/**
 * Score 1-255 of a flood zone as S_FLD_HAZ_AR names it (`FLD_ZONE`, `ZONE_SUBTY`), 0 for zones that say nothing about
 * the hazard (`AREA NOT INCLUDED`, `OPEN WATER`), undefined for names that are none of FEMA's.
 */
export function floodZoneScore(zone: string | null, subtype: string | null): number | undefined {
  const name = (zone ?? '').trim().toUpperCase()
  const kind = (subtype ?? '').trim().toUpperCase()
  if (name === 'AREA NOT INCLUDED' || name === 'OPEN WATER') return 0
  // The published domain is closed by numbered zones of older maps: A1-A30, V1-V30, and pairs such as AR/AE.
  if (/^V(E|\d{1,2})?$/.test(name)) return floodZones.coastalHighHazard
  if (/^A(E|\d{1,2}|R|R\/.+)?$|^A(H|O|99)$/.test(name)) {
    if (kind.includes('FLOODWAY')) return floodZones.floodway
    if (name === 'AH') return floodZones.ponding
    if (name === 'AO') return floodZones.sheetFlow
    return name === 'A99' ? floodZones.leveeUnderWay : floodZones.hundredYear
  }
  if (name === 'D') return floodZones.undetermined
  if (name === 'B') return floodZones.fiveHundredYear
  if (name === 'C') return floodZones.minimal
  if (name !== 'X') return undefined
  if (kind.includes('LEVEE')) return floodZones.behindLevee
  // Shaded X: 0.2 % chance, or 1 % chance but shallow, of a small drainage area, or under future conditions.
  return /^(0\.2|1) PCT/.test(kind) ? floodZones.fiveHundredYear : floodZones.minimal
}

/** Scores of FEMA's zones, 1 and 255 as the scale fixes them, in between by frequency and depth of the flooding. */
export const floodZones = {
  /** V, VE: waves of 3 feet and more. */
  coastalHighHazard: 1,
  floodway: 20,
  /** A, AE, AR, A1-A30: 1 % chance in a year. */
  hundredYear: 45,
  /** AH: 1-3 feet of ponding. */
  ponding: 55,
  /** AO: 1-3 feet of sheet flow. */
  sheetFlow: 65,
  /** A99: 1 % chance, protection under construction. */
  leveeUnderWay: 90,
  /** D: possible but not studied. */
  undetermined: 110,
  /** Shaded X and B: 0.2 % chance in a year. */
  fiveHundredYear: 150,
  /** X behind a levee. */
  behindLevee: 175,
  /** X and C. */
  minimal: 255,
} as const
