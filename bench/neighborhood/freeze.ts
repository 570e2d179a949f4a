import { writeFileSync } from 'node:fs'
import { createContext } from '../../data-build/create-context.ts'
import { number, readRecords, text } from '../../data-build/read/csv.ts'
import { midRanks, seededRandom } from '../../data-build/statistics.ts'
import { openBuilt } from '../../data-build/validate/built-context.ts'

/**
 * Writes `rows.csv` from the published files: `npx tsx bench/neighborhood/freeze.ts`. Only needed for a new edition of
 * the rows. The same files always give the same bytes. The rows contain ranks instead of the published values.
 */
const COUNTIES = 12
const PER_COUNTY = 80
const SEED = 20_261_128

const context = await openBuilt(await createContext('../shared/data', console.error), 'dist-data')
const { id, lat, lon, population } = context.blockGroups

const judges = {
  walkability: ranked(context.eji('E_WLKIND'), 1),
  'noise-levels': ranked(context.eji('E_DSLPM'), -1),
  privacy: ranked(await shareOfLargeBuildings(), -1),
}
const isJudged = (b: number) => population[b] > 0 && Object.values(judges).every((ranks) => !Number.isNaN(ranks[b]))

const byCounty = new Map<string, number[]>()
for (let b = 0; b < id.length; b++)
  if (isJudged(b)) byCounty.set(id[b].slice(0, 5), [...(byCounty.get(id[b].slice(0, 5)) ?? []), b])
const random = seededRandom(SEED)
const large = [...byCounty].filter(([, members]) => members.length >= 2 * PER_COUNTY).sort()
const rows = drawn(large, COUNTIES).flatMap(([county, members]) => {
  const chosen = drawn(members, PER_COUNTY)
  // The rows of a census tract are either all known or all judged. They have the same truth, so a known row would give
  // away the answer to a judged row of its tract.
  const tracts = [...new Set(chosen.map((b) => id[b].slice(0, 11)))]
  return chosen.map((b) => {
    const fold = tracts.indexOf(id[b].slice(0, 11)) % 2 === 0 ? 'known' : 'judged'
    const truths = Object.values(judges).map((ranks) => ranks[b].toFixed(0))
    return [id[b], county, fold, lat[b].toFixed(5), lon[b].toFixed(5), ...truths].join(',')
  })
})
const heading = ['id', 'county', 'fold', 'lat', 'lon', ...Object.keys(judges)].join(',')
writeFileSync(new URL('rows.csv', import.meta.url), `${[heading, ...rows.sort()].join('\n')}\n`)
console.log(`${rows.length} rows`)

/**
 * Returns the rank of each block group among all, from 0 to 1,000. The rank is highest where the score should be
 * highest.
 */
function ranked(values: ArrayLike<number>, sign: 1 | -1): Float64Array {
  const pairs = Array.from(values, (value, b) => [value, b] as const).filter(([value]) => !Number.isNaN(value))
  const ranks = midRanks(Float64Array.from(pairs, ([value]) => sign * value))
  const all = new Float64Array(values.length).fill(Number.NaN)
  pairs.forEach(([, b], i) => {
    all[b] = (1000 * (ranks[i] - 1)) / (pairs.length - 1)
  })
  return all
}

/**
 * Returns the fraction of homes in buildings with ten or more units for each block group, taken from its 2010 tract.
 */
async function shareOfLargeBuildings(): Promise<Float64Array> {
  const count = number({ null: -999, min: 0 })
  const shares = new Map<string, number>()
  for (const path of ['cdc/SVI2018_California', 'cdc/SVI2018_Texas', 'census/SVI2018_Florida']) {
    const fields = { FIPS: text({ required: true }), E_HU: count, E_MUNIT: count }
    for (const { FIPS, E_HU, E_MUNIT } of await readRecords(context.sources, `${path}_tract.csv.gz`, fields))
      if (E_HU > 0) shares.set(FIPS.padStart(11, '0'), E_MUNIT / E_HU)
  }
  return Float64Array.from(context.byTract2010(shares))
}

/** Draws `count` members without replacement. */
function drawn<T>(members: readonly T[], count: number): T[] {
  const remaining = [...members]
  return Array.from({ length: count }, () => remaining.splice(Math.floor(random() * remaining.length), 1)[0])
}
