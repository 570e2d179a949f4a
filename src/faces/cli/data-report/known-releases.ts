import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { UPGRADES } from '../../../library/user-data/shipped-pipeline.ts'

/** A release of an agency that is newer or finer than what an embedded score is made of. */
interface Release {
  readonly release: string
  /**
   * What the sources of upgrades are called when all of it is in place, each of these once; without it, nobody has all
   * of it.
   */
  readonly whole?: readonly RegExp[]
}

/** Known when this version was made. */
const RELEASES: Readonly<Partial<Record<DimensionId, Release>>> = {
  fire: {
    release: 'CAL FIRE zones of 2024 (state land) and 2025 (local land)',
    whole: [/^calfire-fhsz-.*sra/, /^calfire-fhsz-.*lra/],
  },
  flood: { release: "FEMA's National Flood Hazard Layer, by county" },
  'insurance-coverage': {
    release: 'American Community Survey 2020-24, table B27010',
    whole: [/^census-acs-(2024|202[5-9]|20[3-9]\d)$/],
  },
  'population-profile': {
    release: 'American Community Survey 2020-24, table B01001',
    whole: [/^census-acs-(2024|202[5-9]|20[3-9]\d)$/],
  },
  'noise-levels': {
    release: 'BTS National Transportation Noise Map 2022',
    whole: ['ca', 'tx', 'fl'].map((state) => new RegExp(`^bts-noise-file-(${state}|conus)-.*-(202[2-9]|20[3-9]\\d)$`)),
  },
  walkability: { release: 'EPA Smart Location Database 3 by block group' },
  'industrial-proximity': { release: 'EPA Toxics Release Inventory 2023, Texas' },
  'ideological-lean': { release: 'precincts of Texas 2024' },
}

export interface NewerRelease {
  readonly release: string
  /** The command that brings it. */
  readonly how: string
  /** Whether some of it is in place. */
  readonly partly: boolean
}

/**
 * What newer release of a score's data is known, and how to have it; null: none, or all of it is in place.
 *
 * @param sources ids of the sources of a score that is upgraded; null: it is not
 */
export function newerRelease(id: DimensionId, sources: readonly string[] | null): NewerRelease | null {
  const known = RELEASES[id]
  if (known === undefined) return null
  const { release, whole } = known
  if (sources !== null && whole?.every((part) => sources.some((source) => part.test(source)))) return null
  return {
    release,
    how: Object.hasOwn(UPGRADES, id) ? `vicinage data upgrade ${id}` : 'not read by this version',
    partly: sources !== null,
  }
}
