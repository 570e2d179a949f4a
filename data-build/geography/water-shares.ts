import { coveredStates } from '../../src/base/states.ts'
import { number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** Loads the share of water (0-1) in every 2010 tract, from the Census Bureau's ALAND and AWATER columns. */
export async function loadWaterShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const shares = new Map<string, number>()
  for (const { fips: state } of coveredStates) {
    const path = `census/tracts/tl_2019_${state}_tract_attributes.csv.gz`
    const { columns } = await readCsv(sources, path, {
      GEOID: text({ pattern: /^\d{11}$/ }),
      ALAND: number({ min: 0, required: true }),
      AWATER: number({ min: 0, required: true }),
    })
    columns.GEOID.forEach((geoid, i) => {
      const area = columns.ALAND[i] + columns.AWATER[i]
      if (area > 0) shares.set(geoid, columns.AWATER[i] / area)
    })
  }
  return shares
}
