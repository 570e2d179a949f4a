import { getDimension } from '../catalog.ts'
import type { PlaceScore } from '../engine/engine.ts'
import {
  type Dimension,
  type DimensionId,
  HAZARD_NAMES,
  type HazardMaps,
  isFloodEstimate,
  mapsAt,
  wordsFor,
} from '../library.ts'
import { floodChance, getRange } from '../words.ts'

/** Hazard dimensions, in the order in which sentences mention them. */
export const hazards = ['flood', 'fire'] as const

/**
 * Checks whether a dimension is missing from the page's data. The library's message about it is written for
 * programmers, so the page replaces it.
 */
export function isLeftOut({ description }: Pick<PlaceScore, 'description'>): boolean {
  return description?.endsWith('is not loaded: its bundle was not included.') ?? false
}

/** Returns what the scores of a hazard are based on. */
export function mapsOf(explanation: PlaceScore): HazardMaps {
  return explanation.maps ?? mapsAt(explanation)
}

/** Describes a range of classes without repeating their common words: `Uncertain to low flood risk`. */
export function classWords({ ladder }: Dimension<DimensionId>, [low, high]: readonly [number, number]): string {
  const [from, to] = [wordsFor(ladder, low), wordsFor(ladder, high)]
  if (from === to) return from
  const common = COMMON.find((words) => from.endsWith(words) && to.endsWith(words)) ?? ''
  return `${from.slice(0, from.length - common.length)} to ${lower(to)}`
}

const COMMON = [' flood risk', ' hazard']

/**
 * Checks whether the only thing known about a place is that it had no zone on a fire map that has since been replaced.
 * The place may be in a zone of the new map.
 */
export function isUnclear(explanation: PlaceScore): boolean {
  const [low = 0] = getRange(explanation) ?? []
  const [noZone] = getDimension(explanation.dimension).ladder.at(-1)!
  return mapsOf(explanation).replaced > 0 && low >= noZone
}

/** Describes a hazard on its own line: `High flood risk (estimate)`, `Very high hazard on the 2008-2011 map`. */
export function hazardLead(explanation: PlaceScore): string {
  if (isUnclear(explanation)) return `Unclear: no zone on the ${oldMap(explanation)}, which was replaced`
  const words = classWords(getDimension(explanation.dimension), getRange(explanation)!)
  const { estimated, replaced } = mapsOf(explanation)
  if (estimated === 1) return `${words} (estimate)`
  if (replaced > 0) return `${words} on the ${oldMap(explanation)}${estimated > 0 ? ' (partly an estimate)' : ''}`
  return estimated > 0 ? `${words} (partly an estimate)` : words
}

/**
 * Describes a hazard within a sentence: `uncertain flood risk (estimate: no flood map here)`. The words for an old map
 * without a zone must not sound reassuring. Returns null without a score.
 */
export function hazardPhrase(explanation: PlaceScore): string | null {
  const range = getRange(explanation)
  if (range === null) return null
  const { dimension: id } = explanation
  const dimension = getDimension(id)
  const { estimated, replaced } = mapsOf(explanation)
  const words = lower(classWords(dimension, range)).replace(/(?<!fire )hazard/, 'fire hazard')
  if (id === 'flood') {
    if (estimated === 1) return `${words} (estimate: ${floodChance(explanation)})`
    return `${words} (${estimated > 0 ? 'FEMA map for part of it, an estimate for the rest' : 'FEMA map'})`
  }
  if (estimated === 1) return `${words} (estimate: the old map was replaced)`
  if (isUnclear(explanation)) return `fire hazard unclear (no zone on the ${oldMap(explanation)}, which was replaced)`
  return `${words} (${replaced > 0 ? `replaced ${oldMap(explanation)}` : newMap(explanation)})`
}

/** Describes a hazard after the letter of a compared place: `uncertain (estimate)`, `no map`. */
export function hazardInShort(explanation: PlaceScore): string {
  const range = getRange(explanation)
  const { dimension: id, few } = explanation
  if (isLeftOut(explanation)) return 'not on this page'
  if (range === null)
    return few == null ? 'no map' : `${hazardClass(id, [few, few])} in the small mapped part, otherwise unknown`
  const { estimated, replaced } = mapsOf(explanation)
  const words = hazardClass(id, range)
  if (estimated === 1) return `${words} (estimate)`
  if (estimated > 0) return `${words} (partly an estimate)`
  if (id === 'flood') return `${words} (FEMA map)`
  if (isUnclear(explanation)) return `unclear (no zone on the ${oldMap(explanation)}, which was replaced)`
  return `${words} (${replaced > 0 ? `replaced ${oldMap(explanation)}` : newMap(explanation)})`
}

/** Describes a hazard in a table with its source: `~ uncertain` for an estimate, `low (FEMA)`, `unclear (old map)`. */
export function hazardCell(
  id: DimensionId,
  range: readonly [number, number],
  { estimated, replaced }: HazardMaps,
): string {
  const words = hazardClass(id, range)
  if (estimated > 0 || (id === 'flood' && range.some(isFloodEstimate))) return `~ ${words}`
  if (replaced === 0) return `${words} (${id === 'flood' ? 'FEMA' : 'CAL FIRE'})`
  return `${range[0] >= getDimension(id).ladder.at(-1)![0] ? 'unclear' : words} (old map)`
}

/**
 * Returns the class of a hazard without its name: `uncertain to low`. Outside all fire zones, it is `no known zone`.
 */
export function hazardClass(id: DimensionId, range: readonly [number, number]): string {
  return lower(classWords(getDimension(id), range))
    .replace(/ (?:flood risk|hazard)(?= to |$)/g, '')
    .replace('no fire hazard zone', 'no known zone')
}

function oldMap({ map_date: date, maps }: PlaceScore): string {
  return date && (maps === undefined || maps.replaced === 1) ? `${date} map` : 'old map'
}

function newMap({ map_date: date }: PlaceScore): string {
  return date ? `${date} map` : 'CAL FIRE map'
}

function lower(words: string): string {
  return words[0].toLowerCase() + words.slice(1)
}

/**
 * Describes the minority who have a score (`Only 5% of residents are in a mapped area (very high fire hazard); for the
 * rest, fire hazard is unknown`), or returns null.
 */
export function fewWords({ dimension: id, band, few }: PlaceScore): string | null {
  if (few == null || band === undefined) return null
  const percent = Math.round(100 * (1 - band.without_data))
  const share = percent < 1 ? 'Fewer than 1%' : `Only ${percent}%`
  const hazard = HAZARD_NAMES[id]?.toLowerCase()
  if (hazard === undefined) return `${share} of residents have data (${lower(wordsFor(getDimension(id).ladder, few))})`
  const known = `${hazardClass(id, [few, few])} ${hazard}`.replace('zone fire hazard', 'fire hazard zone')
  return `${share} of residents are in a mapped area (${known}); for the rest, ${hazard} is unknown`
}
