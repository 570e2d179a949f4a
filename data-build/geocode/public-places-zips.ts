import { metresApart } from '../../src/geocode/metres.ts'
import { number, readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'

const FILE = 'census/gazetteer/2010_Gaz_zcta_national.txt.gz'

/** Metres from the middle of a small ZIP within which a place may lie. */
const NEAR = 15_000

/** Radii of a circle as large as a ZIP within which a place may lie: some of the West are 100 km across. */
const NEAR_RADII = 2

/** Where ZIPs lie. */
export interface ZipMiddles {
  /** Whether a place cannot well be in a ZIP; false for a ZIP that the Census Bureau draws no area for. */
  isFar(zip: string, lat: number, lon: number): boolean
}

/** The middles of the ZIP areas in the folder; without the file no place is far. */
export async function readZipMiddles(sources: SourceFolder): Promise<ZipMiddles> {
  const areas = new Map<string, { lat: number; lon: number; reach: number }>()
  if (sources.has(FILE)) {
    const { rows, columns } = await readCsv(
      sources,
      FILE,
      {
        GEOID: text({ pattern: /^\d{5}$/, required: true }),
        ALAND: number({ min: 0, required: true }),
        INTPTLAT: number({ min: -90, max: 90, required: true }),
        INTPTLONG: number({ min: -180, max: 180, required: true }),
      },
      { delimiter: '\t', skipEmptyRows: true },
    )
    for (let row = 0; row < rows; row++)
      areas.set(columns.GEOID[row], {
        lat: columns.INTPTLAT[row],
        lon: columns.INTPTLONG[row],
        reach: Math.max(NEAR, NEAR_RADII * Math.sqrt(columns.ALAND[row] / Math.PI)),
      })
  }
  return {
    isFar(zip, lat, lon) {
      const area = areas.get(zip)
      return area !== undefined && metresApart(area, { lat, lon }) > area.reach
    },
  }
}
