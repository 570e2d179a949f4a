import { type CsvColumns, number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'

const spec = {
  STATEFP: number({ required: true }),
  COUNTYFP: number({ required: true }),
  TRACTCE: number({ required: true }),
  BLKGRPCE: number({ required: true }),
  // Street intersections per square mile, weighted for walking.
  D3B: number({ null: -99999 }),
  // Jobs per acre.
  D1C5_RET: number({ null: -99999 }),
  D1C5_SVC: number({ null: -99999 }),
  D1C5_ENT: number({ null: -99999 }),
}

/**
 * Block groups of 2010 with their centers of population (degrees) and columns of the EPA's Smart Location Database 3.
 */
export interface BlockGroupSample {
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Street intersections per square mile. */
  readonly intersections: Float64Array
  /** Jobs in shops, services and entertainment per acre. */
  readonly publicJobs: Float64Array
}

/** The 999 Texas block groups of the database that are at hand. It did not enter any score at this grain. */
export async function readBlockGroupSample(sources: SourceFolder): Promise<BlockGroupSample> {
  const { columns } = await readCsv(sources, 'epa/EPA_SLD_V3_Jan_2021.first999rows_TX.csv.gz', spec)
  const centers = await centersOf2010(sources)
  const rows = Array.from(columns.STATEFP.keys()).filter((i) => centers.has(idOf(columns, i)))
  const pick = (value: (row: number) => number) => Float64Array.from(rows, value)
  return {
    lat: pick((i) => centers.get(idOf(columns, i))![0]),
    lon: pick((i) => centers.get(idOf(columns, i))![1]),
    intersections: pick((i) => columns.D3B[i]),
    publicJobs: pick((i) => columns.D1C5_RET[i] + columns.D1C5_SVC[i] + columns.D1C5_ENT[i]),
  }
}

/** A spreadsheet ruined the ids of the file: they are made again from their parts. */
function idOf(columns: CsvColumns<typeof spec>, i: number): string {
  const { STATEFP, COUNTYFP, TRACTCE, BLKGRPCE } = columns
  const tract = String(TRACTCE[i]).padStart(6, '0')
  return `${String(STATEFP[i]).padStart(2, '0')}${String(COUNTYFP[i]).padStart(3, '0')}${tract}${BLKGRPCE[i]}`
}

async function centersOf2010(sources: SourceFolder): Promise<ReadonlyMap<string, readonly [number, number]>> {
  const { columns } = await readCsv(sources, 'census/population/CenPop2010_Mean_BG48.txt.gz', {
    STATEFP: text(),
    COUNTYFP: text(),
    TRACTCE: text(),
    BLKGRPCE: text(),
    LATITUDE: number({ required: true }),
    LONGITUDE: number({ required: true }),
  })
  const { STATEFP, COUNTYFP, TRACTCE, BLKGRPCE, LATITUDE, LONGITUDE } = columns
  return new Map(
    STATEFP.map((state, i) => [
      `${state}${COUNTYFP[i]}${TRACTCE[i]}${BLKGRPCE[i]}`,
      [LATITUDE[i], LONGITUDE[i]] as const,
    ]),
  )
}
