import type { Box } from './geo/box.ts'

/** A state, the District of Columbia, a territory, or a military mail region. */
export interface State {
  /** Two-digit FIPS 5-2 code; empty for military mail regions. */
  readonly fips: string
  /** Two-letter postal code in capitals. */
  readonly postal: string
  readonly name: string
  /** First digit of the state's ZIP codes. */
  readonly zipDigit: string
  /** Older abbreviations, in capitals. */
  readonly abbreviations: readonly string[]
}

/** A state covered by the data. */
export interface CoveredState extends State {
  /** Bounding box of the state's land and tidal waters. */
  readonly box: Box
  /** Name of the state's residents: `Texans`. */
  readonly people: string
  /** Ranges of the first three digits of the state's ZIP codes, as assigned by the Postal Service (Publication 65). */
  readonly zips: readonly (readonly [first: number, last: number])[]
}

/** Covered states, in the order in which texts such as `COVERAGE` list them. */
const covered: readonly CoveredState[] = [
  {
    fips: '06',
    postal: 'CA',
    name: 'California',
    zipDigit: '9',
    abbreviations: ['CALIF'],
    people: 'Californians',
    box: { west: -124.5, south: 32.5, east: -114.1, north: 42.05 },
    zips: [[900, 961]],
  },
  {
    fips: '48',
    postal: 'TX',
    name: 'Texas',
    zipDigit: '7',
    abbreviations: ['TEX'],
    people: 'Texans',
    box: { west: -106.7, south: 25.8, east: -93.45, north: 36.55 },
    // The first range covers most of the state. 885 is in El Paso, and 733 is in Austin.
    zips: [
      [750, 799],
      [885, 885],
      [733, 733],
    ],
  },
  {
    fips: '12',
    postal: 'FL',
    name: 'Florida',
    zipDigit: '3',
    abbreviations: ['FLA'],
    people: 'Floridians',
    box: { west: -87.7, south: 24.35, east: -79.9, north: 31.05 },
    // Excludes 340, which is used for military mail.
    zips: [
      [320, 339],
      [341, 349],
    ],
  },
]

/** Covered states in order of FIPS code. Percentiles in bundles use the same order. */
export const coveredStates: readonly CoveredState[] = inOrder(covered)

const coveredNames = covered.map(({ name }) => name)

/** `California, Texas and Florida` */
export const COVERAGE = `${coveredNames.slice(0, -1).join(', ')} and ${coveredNames.at(-1)}`

/** `California, Texas or Florida` */
export const ANY_COVERED = `${coveredNames.slice(0, -1).join(', ')} or ${coveredNames.at(-1)}`

/** The box around all covered states. */
export const coverageBox: Box = {
  west: Math.min(...coveredStates.map(({ box }) => box.west)),
  south: Math.min(...coveredStates.map(({ box }) => box.south)),
  east: Math.max(...coveredStates.map(({ box }) => box.east)),
  north: Math.max(...coveredStates.map(({ box }) => box.north)),
}

/**
 * Returns the postal code of the covered state to which the first three digits of a ZIP code belong, or null if they
 * belong to none. Also works for ZIP codes that the data does not contain.
 */
export function stateOfZip(zip: string): string | null {
  const area = Number(zip.slice(0, 3))
  const state = coveredStates.find(({ zips }) => zips.some(([first, last]) => area >= first && area <= last))
  return state?.postal ?? null
}

/** Returns the covered state with a two-digit FIPS code. */
export function coveredState(fips: string): CoveredState | undefined {
  return coveredStates.find((state) => state.fips === fips)
}

/** Sorts states by FIPS code, with military mail regions last. */
export function inOrder<S extends State>(states: readonly S[]): S[] {
  return [...states].sort((a, b) => Number(a.fips || 100) - Number(b.fips || 100))
}
