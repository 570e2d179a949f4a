import { number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Place } from './state-place.ts'

/** A school in NCES's list of coordinates: the place, and the address that was geocoded, as NCES wrote it. */
export interface EdgeSchool extends Place {
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly plus4: string
}

const PATH = 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz'

/** NCES EDGE 2014-15 by NCES id (12 digits), of all states of the file; empty where the folder has no such file. */
export async function readEdge2014(sources: SourceFolder): Promise<ReadonlyMap<string, EdgeSchool>> {
  if (!sources.has(PATH)) return new Map()
  const { columns } = await readCsv(sources, PATH, {
    NCESSCH: text({ required: true, pattern: /^\d{12}$/ }),
    LSTREE: text(),
    LCITY: text(),
    LZIP: text(),
    LZIP4: text(),
    LATCODE: number({ min: -90, max: 90 }),
    LONGCODE: number({ min: -180, max: 180 }),
  })
  return new Map(
    columns.NCESSCH.map((id, i) => [
      id,
      {
        lat: columns.LATCODE[i],
        lon: columns.LONGCODE[i],
        street: columns.LSTREE[i],
        city: columns.LCITY[i],
        zip: columns.LZIP[i],
        plus4: columns.LZIP4[i],
      },
    ]),
  )
}
