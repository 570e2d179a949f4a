import { number, readRecords, text } from './csv.ts'
import type { SourceFolder } from './source-folder.ts'

/**
 * Reads the centers of population of a state's block groups, in the order of the Census Bureau's file, with their
 * 12-digit GEOID, population, and latitude and longitude in degrees.
 */
export async function readPopulationCenters(sources: SourceFolder, year: 2010 | 2020, fips: string) {
  const digits = (heading: string, count: number) => {
    return text({ heading, required: true, pattern: new RegExp(`^\\d{${count}}$`) })
  }
  const rows = await readRecords(sources, `census/population/CenPop${year}_Mean_BG${fips}.txt.gz`, {
    state: text({ heading: 'STATEFP', required: true, pattern: new RegExp(`^${fips}$`) }),
    county: digits('COUNTYFP', 3),
    tract: digits('TRACTCE', 6),
    group: digits('BLKGRPCE', 1),
    people: number({ heading: 'POPULATION', required: true, min: 0, max: 100_000 }),
    lat: number({ heading: 'LATITUDE', required: true, min: 24, max: 43 }),
    lon: number({ heading: 'LONGITUDE', required: true, min: -125, max: -79 }),
  })
  return rows.map(({ state, county, tract, group, ...row }) => ({ ...row, id: state + county + tract + group }))
}
