import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readRecords, text } from '../read/csv.ts'
import { SourceError } from '../read/source-error.ts'
import { isFolder, SourceFolder, type UsedFile } from '../read/source-folder.ts'

/** Pattern for the names of files that could be census tables. */
const TABLE = /\.csv(\.gz)?$/i

/** Population by ZIP code and by 7-digit place GEOID, read from a user's tables. */
export interface CensusCounts {
  readonly people: ReadonlyMap<string, number>
  readonly used: readonly UsedFile[]
}

/** Checks whether a file name looks like a census table. */
export function isTable(path: string): boolean {
  return TABLE.test(path)
}

/**
 * Reads table P1 (total population) of the 2020 census as exported by data.census.gov, `DECENNIALDHC2020.P1-Data.csv`.
 * Each path is such a table or a folder of them.
 *
 * @throws {SourceError} when a file is not such a table, or has neither ZIP codes nor places
 */
export async function readCensusCounts(paths: readonly string[]): Promise<CensusCounts> {
  const people = new Map<string, number>()
  const used: UsedFile[] = []
  for (const path of (await Promise.all(paths.map(tablesIn))).flat()) {
    const folder = new SourceFolder(dirname(path))
    const file = basename(path)
    const rows = await readRecords(folder, file, {
      id: text({ heading: 'GEO_ID', required: true }),
      count: text({ heading: 'P1_001N', required: true }),
    })
    let counts = 0
    for (const { id, count } of rows) {
      // In `GEO_ID`, 860Z200US78704 is a ZIP code and 1600000US4805000 is a place. The second row describes the
      // headings and is skipped.
      const code = /^(?:860\w*US(\d{5})|160\w*US(\d{7}))$/
        .exec(id)
        ?.slice(1)
        .find((digits) => digits !== undefined)
      if (code === undefined) continue
      if (!/^\d+$/.test(count))
        throw new SourceError({
          file: path,
          found: `'${count.slice(0, 40)}' people of ${id}`,
          expectation: 'a whole number',
        })
      people.set(code, Number(count))
      counts++
    }
    if (counts === 0)
      throw new SourceError({
        file: path,
        found: 'no ZIP code and no place',
        expectation:
          'a GEO_ID such as 860Z200US78704 or 1600000US4805000, as in table P1 exported from data.census.gov',
      })
    used.push(...folder.used())
  }
  return { people, used }
}

/** Returns the path of a table, or the paths of the P1 tables in a folder. */
async function tablesIn(path: string): Promise<readonly string[]> {
  if (!(await isFolder(path))) return isTable(path) ? [path] : []
  const names = (await readdir(path)).filter((name) => isTable(name) && /P1/.test(name) && !/metadata/i.test(name))
  return names.sort().map((name) => join(path, name))
}
