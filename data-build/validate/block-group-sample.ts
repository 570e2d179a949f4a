import { getPoints } from '../geography/center-index.ts'
import { number, readRecords } from '../read/csv.ts'
import { readPopulationCenters } from '../read/population-centers.ts'
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
 * Reads 2010 block groups with their centers of population (degrees) and columns of EPA's Smart Location Database 3.
 * Only 999 block groups in Texas are available. No score uses the database at this level of detail.
 */
export async function readBlockGroupSample(sources: SourceFolder) {
  const table = await readRecords(sources, 'epa/EPA_SLD_V3_Jan_2021.first999rows_TX.csv.gz', spec)
  const centers = new Map((await readPopulationCenters(sources, 2010, '48')).map(({ id, ...center }) => [id, center]))
  const rows = table.flatMap((row) => {
    // The IDs in the file were damaged by a spreadsheet, so they are rebuilt from their parts.
    const county = `${String(row.STATEFP).padStart(2, '0')}${String(row.COUNTYFP).padStart(3, '0')}`
    const center = centers.get(`${county}${String(row.TRACTCE).padStart(6, '0')}${row.BLKGRPCE}`)
    return center ? [{ ...row, ...center }] : []
  })
  return {
    ...getPoints(rows),
    /** Street intersections per square mile. */
    intersections: Float64Array.from(rows, ({ D3B }) => D3B),
    /** Jobs in shops, services and entertainment per acre. */
    publicJobs: Float64Array.from(rows, ({ D1C5_RET, D1C5_SVC, D1C5_ENT }) => D1C5_RET + D1C5_SVC + D1C5_ENT),
  }
}
