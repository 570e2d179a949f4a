import type { DimensionId } from '../dimensions/catalog.ts'
import { UPGRADES } from '../user-data/data-build.ts'

/** Releases of agencies that are newer or finer than what the embedded scores are made of; known when this version was made. */
const RELEASES: Readonly<Partial<Record<DimensionId, string>>> = {
  fire: 'CAL FIRE zones of 2024 (state land) and 2025 (local land)',
  flood: "FEMA's National Flood Hazard Layer, by county",
  'insurance-coverage': 'American Community Survey 2020-24, table B27010',
  'population-profile': 'American Community Survey 2020-24, table B01001',
  'noise-levels': 'BTS National Transportation Noise Map 2022',
  walkability: 'EPA Smart Location Database 3 by block group',
  'industrial-proximity': 'EPA Toxics Release Inventory 2023, Texas',
  'ideological-lean': 'precincts of Texas 2024',
}

/** What newer release of a score's data is known, and how to have it; null: none, or it is in place. */
export function newerRelease(id: DimensionId, isUpgraded: boolean): { release: string; how: string } | null {
  const release = RELEASES[id]
  if (release === undefined || isUpgraded) return null
  return { release, how: id in UPGRADES ? `vicinage data upgrade ${id}` : 'not read by this version' }
}
