import type { StateFips } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** Votes for president in 2020 of the two large parties. */
export interface Tally {
  readonly democratic: number
  readonly republican: number
}

/** Fewer votes than this say too little about a place. */
export const LEAST_VOTES = 20

const postal = { '06': 'CA', '12': 'FL', '48': 'TX' } as const

/** Tallies of a state by block group (California) or precinct (Florida, Texas), keyed by the published GEOID20. */
export async function readTallies(sources: SourceFolder, state: StateFips): Promise<ReadonlyMap<string, Tally>> {
  const name = postal[state]
  const path = {
    zip: `elections/Election_Data_${name}.v06.zip`,
    member: new RegExp(`election_data_${name}\\.v\\d+\\.csv$`),
  }
  const { rows, columns } = await readCsv(sources, path, {
    GEOID20: text({ required: true, pattern: state === '06' ? /^06\d{10}$/ : /^(12|48)\d{3}\S+$/ }),
    E_20_PRES_Dem: number({ required: true, min: 0 }),
    E_20_PRES_Rep: number({ required: true, min: 0 }),
  })
  const tallies = new Map<string, Tally>()
  for (let i = 0; i < rows; i++) {
    tallies.set(columns.GEOID20[i], { democratic: columns.E_20_PRES_Dem[i], republican: columns.E_20_PRES_Rep[i] })
  }
  return tallies
}

/** Sums by the first digits of the key: 5 for counties, 11 for tracts. */
export function sumByPrefix(tallies: ReadonlyMap<string, Tally>, digits: number): ReadonlyMap<string, Tally> {
  const sums = new Map<string, Tally>()
  for (const [id, tally] of tallies) {
    const sum = sums.get(id.slice(0, digits)) ?? { democratic: 0, republican: 0 }
    sums.set(id.slice(0, digits), {
      democratic: sum.democratic + tally.democratic,
      republican: sum.republican + tally.republican,
    })
  }
  return sums
}

export function votesOf(tally: Tally | undefined): number {
  return tally === undefined ? 0 : tally.democratic + tally.republican
}

/** Democratic share of the two-party vote, 0-1; NaN without votes. */
export function shareOf(tally: Tally | undefined): number {
  return tally === undefined ? Number.NaN : tally.democratic / votesOf(tally)
}
