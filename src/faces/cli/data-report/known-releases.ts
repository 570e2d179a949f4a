import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { TIGER_EDITIONS, UPGRADES, type UpgradableLayer } from '../../../library/user-data/shipped-pipeline.ts'

/** An agency's release that is newer or more detailed than the package's source for a score. */
interface Release {
  readonly release: string
  /**
   * Patterns of source ids. If the sources of an official update match all of the patterns, the whole release is
   * installed. Without patterns, an official update never contains the whole release.
   */
  readonly whole?: readonly RegExp[]
}

/** Releases known when this version was published. */
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
  /** Command that installs the release, or a note that this version cannot read it. */
  readonly how: string
  /** Whether part of the release is installed. */
  readonly partly: boolean
}

/**
 * Returns a newer release for a score and how to install it. Returns null if no newer release is known or the whole
 * release is already installed.
 *
 * @param sources source ids of a score with an official update; null if the score has no official update
 */
export function newerRelease(id: DimensionId, sources: readonly string[] | null): NewerRelease | null {
  const entry = RELEASES[id]
  if (entry === undefined) return null
  const { release, whole } = entry
  if (sources !== null && whole?.every((part) => sources.some((source) => part.test(source)))) return null
  return {
    release,
    how: Object.hasOwn(UPGRADES, id) ? `vicinage data upgrade ${id}` : 'not supported by this version',
    partly: sources !== null,
  }
}

/** Releases that are newer than the package's data, for data other than scores. */
const RELEASES_BESIDE: Readonly<Partial<Record<UpgradableLayer, string>>> = {
  districts: `TIGER/Line school districts ${TIGER_EDITIONS[0]}`,
  areas: 'outlines of cities 2025',
  'base-map': `TIGER/Line roads ${TIGER_EDITIONS[0]}`,
  schools: 'NCES public schools 2024-25',
}

/**
 * Names newer releases of data other than scores, and the commands that install them.
 * @param ofPackage ids of the bundles that have not been updated
 * @param streetYears editions of the installed street indexes
 */
export function newerBeside(ofPackage: readonly string[], streetYears: readonly (number | null)[]): readonly string[] {
  const layers = Object.entries(RELEASES_BESIDE)
    .filter(([id]) => ofPackage.includes(id))
    .map(([id, release]) => `${release}: vicinage data upgrade ${id}`)
  const [newest] = TIGER_EDITIONS
  const isOld = streetYears.some((year) => year !== null && year < newest)
  return isOld ? [...layers, `TIGER/Line street index ${newest}: vicinage streets update`] : layers
}
