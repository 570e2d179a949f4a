import { NEW_FIRE_MAPS } from '../dimensions/fire.ts'
import type { Explanation } from './answers.ts'

/** Names of the hazards themselves, for use where labels and colors show the danger instead of the safety. */
export const HAZARD_NAMES: Partial<Record<string, string>> = { flood: 'Flood risk', fire: 'Fire hazard' }

/** Shares of the people with a hazard score, by source of the score, 0-1. */
export interface HazardMaps {
  /** Share of people whose score is an estimate, because no official map covers their home. */
  readonly estimated: number
  /** Share of people whose score comes from a map that its publisher has replaced. */
  readonly replaced: number
}

/**
 * Returns the shares for an exact place. Each share is 0 or 1, depending on the map that the hazard score is based on.
 */
export function mapsAt({ dimension, basis, map_date: date }: Explanation): HazardMaps {
  const isOld = dimension === 'fire' && basis === 'measured' && Number(date?.slice(0, 4) ?? 0) < NEW_FIRE_MAPS
  return { estimated: Number(basis === 'estimate'), replaced: Number(isOld) }
}
