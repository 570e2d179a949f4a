import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import { schemeId } from './rating-schemes.ts'
import { readTexasCcd } from './texas-ccd.ts'
import { readTexasRatings } from './texas-ratings.ts'

/** An agency's own figures of districts. */
export interface DistrictScores {
  readonly scheme: string
  /** By LEA id, 7 digits. */
  readonly scores: ReadonlyMap<string, number>
  /** The scores of all districts of the state in ascending order, those without an LEA id too. */
  readonly field: Float64Array
}

/**
 * The Texas districts' overall scores in the newest accountability ratings; null where the folder has no ratings or no
 * district numbers in the Common Core of Data.
 */
export async function readTexasDistrictScores(
  sources: SourceFolder,
  report: JoinReport,
): Promise<DistrictScores | null> {
  const [newest] = await readTexasRatings(sources)
  const ccd = await readTexasCcd(sources)
  if (!newest || !ccd || ccd.leaOfDistrict.size === 0) return null
  const scores = new Map<string, number>()
  const field: number[] = []
  const strangers: string[] = []
  for (const [number, score] of newest.districts) {
    if (score === null) continue
    field.push(score)
    const leaId = ccd.leaOfDistrict.get(number)
    if (leaId === undefined) strangers.push(number)
    else scores.set(leaId, score)
  }
  report.join({
    name: `Texas: districts with an overall score of ${newest.year} → LEA id of CCD ${ccd.year}`,
    matched: scores.size,
    of: field.length,
    unmatched: strangers,
  })
  return { scheme: schemeId('tx', newest.year), scores, field: Float64Array.from(field).sort() }
}
