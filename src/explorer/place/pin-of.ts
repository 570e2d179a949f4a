import type { SchoolSummary } from '../../schools/answers.ts'
import type { Pin } from '../view.ts'

/** A school as the map shows it. */
export function pinOf({ nces_id: ncesId, name, rating, lat, lon }: SchoolSummary): Pin {
  return { ncesId, name, rating, lat, lon }
}
