import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** Coordinates of public schools, degrees. */
export interface SchoolPoints {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** CCD status codes of a school in operation: open, new, added, changed agency, reopened. */
const OPERATING = new Set([1, 3, 4, 5, 8])
const latitude = number({ min: 24, max: 43, null: 'No Data' })
const longitude = number({ min: -125, max: -79, null: 'No Data' })

/** The public schools in operation of the three states, as walkable places: California, Texas, Florida in this order. */
export async function readPublicSchools(sources: SourceFolder): Promise<SchoolPoints> {
  const states = [await california(sources), await texas(sources), await florida(sources)]
  const points = states.flat()
  return { lat: Float64Array.from(points, (point) => point[0]), lon: Float64Array.from(points, (point) => point[1]) }
}

type Point = readonly [lat: number, lon: number]

/** CDE directory; rows without a school name are districts. */
async function california(sources: SourceFolder): Promise<readonly Point[]> {
  const { columns, rows } = await readCsv(
    sources,
    'schools/ca/pubschls.txt.gz',
    { StatusType: text(), School: text({ null: 'No Data' }), Latitude: latitude, Longitude: longitude },
    { delimiter: '\t' },
  )
  return pointsWhere(rows, columns.Latitude, columns.Longitude, (i) => {
    return columns.StatusType[i] === 'Active' && columns.School[i] !== ''
  })
}

/** CCD directory, with the newer EDGE coordinates where the school has them. */
async function texas(sources: SourceFolder): Promise<readonly Point[]> {
  const directory = await readCsv(sources, 'schools/tx/tx-campuses-ccd.csv.gz', {
    NCESSCH: text({ required: true }),
    STATUS: number({ required: true }),
    LATCOD: latitude,
    LONCOD: longitude,
  })
  const edge = await readCsv(sources, 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz', {
    NCESSCH: text({ required: true }),
    LATCODE: latitude,
    LONGCODE: longitude,
  })
  const newer = new Map(edge.columns.NCESSCH.map((id, i) => [id, i]))
  const lat = directory.columns.LATCOD.slice()
  const lon = directory.columns.LONCOD.slice()
  directory.columns.NCESSCH.forEach((id, i) => {
    const at = newer.get(id)
    if (at === undefined || Number.isNaN(edge.columns.LATCODE[at])) return
    lat[i] = edge.columns.LATCODE[at]
    lon[i] = edge.columns.LONGCODE[at]
  })
  return pointsWhere(directory.rows, lat, lon, (i) => OPERATING.has(directory.columns.STATUS[i]))
}

/** NCES directory through HIFLD. */
async function florida(sources: SourceFolder): Promise<readonly Point[]> {
  const { columns, rows } = await readCsv(sources, 'schools/fl/HIFLD_Public_Schools_FL.csv.gz', {
    STATUS: number({ required: true }),
    LATITUDE: latitude,
    LONGITUDE: longitude,
  })
  return pointsWhere(rows, columns.LATITUDE, columns.LONGITUDE, (i) => columns.STATUS[i] === 1)
}

function pointsWhere(
  rows: number,
  lat: Float64Array,
  lon: Float64Array,
  wanted: (row: number) => boolean,
): readonly Point[] {
  const points: Point[] = []
  for (let i = 0; i < rows; i++) {
    if (wanted(i) && !Number.isNaN(lat[i]) && !Number.isNaN(lon[i])) points.push([lat[i], lon[i]])
  }
  return points
}
