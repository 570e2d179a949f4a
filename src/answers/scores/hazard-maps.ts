import { NEW_FIRE_MAPS } from '../dimensions/fire.ts'
import type { Explanation } from './answers.ts'

/** Names of the hazards themselves, for words and colors that describe the danger instead of the safety. */
export const HAZARD_NAMES: Partial<Record<string, string>> = { flood: 'Flood risk', fire: 'Fire hazard' }

/** Shares, 0-1, of the people who have a score of a hazard. */
export interface HazardMaps {
  /** Share for whom the score is an estimate, because no official map covers them. */
  readonly estimated: number
  /** Share for whom the score is a zone of a map that its publisher has replaced. */
  readonly replaced: number
}

/** Returns what the score of a hazard at an exact place is based on. */
export function mapsAt({ dimension, basis, map_date: date }: Explanation): HazardMaps {
  const isOld = dimension === 'fire' && basis === 'measured' && Number(date?.slice(0, 4) ?? 0) < NEW_FIRE_MAPS
  return { estimated: Number(basis === 'estimate'), replaced: Number(isOld) }
}
