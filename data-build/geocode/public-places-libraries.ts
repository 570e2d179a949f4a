import { number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { PlaceRecord } from './public-places.ts'

const FOLDER = 'addresses/known-points'

/** Central libraries and branches; bookmobiles and books by mail have no public place. */
const HOUSES = new Set(['CE', 'BR'])

/** The library outlets of the Public Libraries Survey in the folder; none where there is no file. */
export async function readLibraries(sources: SourceFolder): Promise<PlaceRecord[]> {
  if (!sources.has(FOLDER)) return []
  const files = sources.list(FOLDER).filter((path) => /\/imls_library_outlets_[A-Z]{2}\.csv(?:\.gz)?$/.test(path))
  return (await Promise.all(files.map((path) => readOutlets(sources, path)))).flat()
}

async function readOutlets(sources: SourceFolder, path: string): Promise<PlaceRecord[]> {
  const { rows, columns } = await readCsv(sources, path, {
    STABR: text({ pattern: /^[A-Z]{2}$/, required: true }),
    LIBNAME: text({ required: true }),
    ADDRESS: text({ null: 'M' }),
    CITY: text({ null: 'M' }),
    ZIP: text({ pattern: /^\d{5}$/, null: ['M', '-3'] }),
    C_OUT_TY: text(),
    LATITUDE: number({ min: -90, max: 90 }),
    LONGITUD: number({ min: -180, max: 180 }),
  })
  const libraries: PlaceRecord[] = []
  for (let row = 0; row < rows; row++) {
    const lat = columns.LATITUDE[row]
    const lon = columns.LONGITUD[row]
    // Where the survey knows no place it gives none, or 0, 0.
    if (!HOUSES.has(columns.C_OUT_TY[row]) || !(Math.abs(lat) > 0) || !(Math.abs(lon) > 0)) continue
    libraries.push({
      name: withKind(columns.LIBNAME[row]),
      street: columns.ADDRESS[row] || null,
      city: columns.CITY[row] || null,
      state: columns.STABR[row],
      zip: columns.ZIP[row] || null,
      lat,
      lon,
    })
  }
  return libraries
}

/** The survey shortens "Big Pine Key Branch Library" to "BIG PINE KEY BRANCH". */
function withKind(name: string): string {
  return /\bLIB/i.test(name) ? name : `${name} Library`
}
