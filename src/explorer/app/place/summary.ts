import { getDimension } from '../catalog.ts'
import type { PlaceScore } from '../engine/engine.ts'
import { type DimensionId, wordsFor, wordsOfBand } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { getLetter, getRange, isRough } from '../words.ts'
import { type Difference, isDifferent } from './differences.ts'
import { fewWords, hazardInShort, hazardPhrase, hazards, isLeftOut } from './hazards.ts'
import { hasFireMaps, known, type PlaceData } from './place-data.ts'

/** Dimensions of daily life used to summarize a place, in the order of the sentence. */
const dailyLife: readonly DimensionId[] = ['urban-rural', 'walkability', 'liveliness', 'noise-levels']

/** Dimension that a summary only mentions if its score is low. */
const INDUSTRY = 'industrial-proximity'

/** Dimensions that a summary names. */
export const summedUp: readonly DimensionId[] = [...dailyLife, ...hazards]

/** Summary of a place in a sentence or two. */
interface Summary {
  readonly words: string
  /**
   * Whether the place is approximate and, in at least one dimension of daily life, the scores of nearby residents
   * differ too much for a common label.
   */
  readonly isVague: boolean
}

/**
 * Summarizes a place: `Very walkable; urban hotspot; high flood risk (estimate: likely in a flood zone).` Hazards are
 * always mentioned, even if no map shows them. For an approximate place, describes what is true for most nearby
 * residents. Returns null until all scores have arrived.
 */
export function summarize(data: PlaceData): Summary | null {
  const get = (id: DimensionId) => known(data.scores.get(id)!)
  const life = dailyLife.flatMap((id) => get(id) ?? [])
  const risks = hazards.flatMap((id) => get(id) ?? [])
  if (!known(data.scores.get(INDUSTRY)!) || life.length < dailyLife.length || risks.length < hazards.length) return null
  const common = [...life.map(inCommon), industryWords(data)]
  const isVague = isRough(data.place) && common.filter((words) => words !== null).length < life.length
  const typical = isVague ? life.flatMap((explanation) => typicalWords(explanation) ?? []) : []
  const dangers = risks.map((explanation) => {
    if (explanation.few != null) return null
    return hazardPhrase(explanation) ?? noMapWords(explanation, data)
  })
  const clauses = [...(typical.length > 0 ? [] : common), ...dangers].filter((words) => words !== null)
  const sentences = [
    ...(typical.length > 0 ? [`For a typical resident: ${typical.join('; ')}`] : []),
    ...(clauses.length > 0 ? [capital(clauses.join('; '))] : []),
    ...risks.flatMap((explanation) => fewWords(explanation) ?? []),
  ]
  return { words: sentences.map((words) => `${words}.`).join(' '), isVague }
}

/**
 * Describes daily life at each place in a few words: `Very walkable; lively; loud`. In a dimension in which the places
 * hardly differ, a place is described by both ends of its score range: `quiet to lively`. The description of a place is
 * null until its scores are known.
 */
export function livesOf(
  places: readonly PlaceData[],
  differences: readonly Difference<PlaceScore>[],
): readonly (string | null)[] {
  const alike = differences.filter((difference) => !isDifferent(difference)).map(({ dimension }) => dimension.id)
  return places.map((data) => {
    const life = dailyLife.flatMap((id) => known(data.scores.get(id)!) ?? [])
    const words = life.map(
      (explanation) =>
        (alike.includes(explanation.dimension) ? rangeWords(explanation) : null) ??
        typicalWords(explanation) ??
        wordsOf(explanation, explanation.score),
    )
    const clauses = [...words, industryWords(data)].filter((clause) => clause !== null)
    return life.length < dailyLife.length || clauses.length === 0 ? null : capital(clauses.join('; '))
  })
}

/** Returns the labels of both ends of a range, or null if both ends have the same label. */
function rangeWords(explanation: PlaceScore): string | null {
  const [low = 0, high = 0] = getRange(explanation) ?? []
  const { ladder } = getDimension(explanation.dimension)
  return low === high || inCommon(explanation) !== null ? null : wordsOfBand(ladder, low, high).toLowerCase()
}

/**
 * Describes a hazard at each place: `A: high (estimate); B: low (FEMA map)`. For fire outside California, the only
 * state with fire maps, returns `no map outside California`. Returns null until the scores are known.
 */
export function hazardOf(id: DimensionId, places: readonly PlaceData[]): string | null {
  const answers = places.flatMap(({ scores }) => known(scores.get(id)!) ?? [])
  if (answers.length < places.length) return null
  if (id === 'fire' && !places.some(hasFireMaps) && !answers.some(isLeftOut)) return `no map ${OUTSIDE}`
  return answers.map((answer, i) => `${getLetter(i)}: ${hazardInShort(answer)}`).join('; ')
}

/** Describes all hazards of compared places: `Flood risk A: high (estimate); B: low (FEMA map).` */
export function hazardsOf(places: readonly PlaceData[]): string {
  return hazards
    .flatMap((id) => {
      const words = hazardOf(id, places)
      return words === null ? [] : [`${shortName(id)} ${words}.`]
    })
    .join(' ')
}

function noMapWords(explanation: PlaceScore, data: PlaceData): string {
  const { dimension: id } = explanation
  if (isLeftOut(explanation)) return `${shortName(id).toLowerCase()} is not on this page`
  return `no ${id} map ${id === 'fire' && !hasFireMaps(data) ? OUTSIDE : 'here'}`
}

const OUTSIDE = 'outside California'

/** Returns a brief description, or null if the scores within the place's radius differ too much. */
function inCommon(explanation: PlaceScore): string | null {
  const { dimension: id, basis, band } = explanation
  const range = getRange(explanation)
  const { ladder } = getDimension(id)
  if (range === null || wordsFor(ladder, range[0]) !== wordsFor(ladder, range[1])) return null
  return `${wordsOf(explanation, range[0])}${basis === 'estimate' && band === undefined ? ' (estimate)' : ''}`
}

/** Describes the score of a typical resident near an approximate place, or returns null. */
function typicalWords(explanation: PlaceScore): string | null {
  return explanation.typical == null ? null : wordsOf(explanation, explanation.typical)
}

/**
 * Returns the label of a score for the middle of a sentence. Replaces "quiet enclave" with "few people around", because
 * a place with this label may be beside a highway or a port.
 */
function wordsOf({ dimension: id }: PlaceScore, score: number): string | null {
  if (score === 0) return null
  const words = wordsFor(getDimension(id).ladder, score).toLowerCase()
  return words === 'quiet enclave' ? 'few people around' : words
}

/** Describes nearby industry, or returns null if there is none or the place is only approximate. */
function industryWords(data: PlaceData): string | null {
  const explanation = known(data.scores.get(INDUSTRY)!)
  const { ladder } = getDimension(INDUSTRY)
  const isClose = explanation && explanation.score > 0 && explanation.score < ladder[CLOSE][0]
  return isClose && !isRough(data.place) ? wordsOf(explanation, explanation.score) : null
}

/** Number of industry classes that a summary mentions, starting with the closest. */
const CLOSE = 2

function capital(words: string): string {
  return words[0].toUpperCase() + words.slice(1)
}
