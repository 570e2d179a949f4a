import { refusedArgument } from '../../base/errors.ts'
import { airQuality } from './air-quality.ts'
import type { Dimension, Group } from './dimension.ts'
import { dogFriendliness } from './dog-friendliness.ts'
import { fire } from './fire.ts'
import { flood } from './flood.ts'
import { ideologicalLean } from './ideological-lean.ts'
import { industrialProximity } from './industrial-proximity.ts'
import { insuranceCoverage } from './insurance-coverage.ts'
import { liveliness } from './liveliness.ts'
import { noiseLevels } from './noise-levels.ts'
import { populationProfile } from './population-profile.ts'
import { privacy } from './privacy.ts'
import { urbanRural } from './urban-rural.ts'
import { visualAppeal } from './visual-appeal.ts'
import { walkability } from './walkability.ts'
import { getScaleWords, type ScaleWords, wordsFor } from './words.ts'

/** IDs of the dimensions in each group, in catalog order. */
export interface GroupIds {
  /** Character of the surroundings. */
  readonly vibe: 'urban-rural' | 'privacy' | 'walkability' | 'visual-appeal' | 'dog-friendliness' | 'liveliness'
  /** Noise, air and industry. */
  readonly environment: 'noise-levels' | 'air-quality' | 'industrial-proximity'
  /** Residents. */
  readonly demographics: 'insurance-coverage' | 'ideological-lean' | 'population-profile'
  /** Flood and fire. */
  readonly risk: 'flood' | 'fire'
}

/** Dimension ID: the last part of its HTTP path. */
export type DimensionId = GroupIds[keyof GroupIds]

type Records = { readonly [G in keyof GroupIds]: { readonly [Id in GroupIds[G]]: Dimension<Id, G> } }

/**
 * Records of all dimensions. Their order here is the catalog order. To add a dimension in `src/`, add it here and to
 * `GroupIds`.
 */
const records: Records = {
  vibe: {
    'urban-rural': urbanRural,
    privacy,
    walkability,
    'visual-appeal': visualAppeal,
    'dog-friendliness': dogFriendliness,
    liveliness,
  },
  environment: {
    'noise-levels': noiseLevels,
    'air-quality': airQuality,
    'industrial-proximity': industrialProximity,
  },
  demographics: {
    'insurance-coverage': insuranceCoverage,
    'ideological-lean': ideologicalLean,
    'population-profile': populationProfile,
  },
  risk: { flood, fire },
}

export const dimensions: readonly Dimension<DimensionId>[] = Object.freeze(
  Object.values(records).flatMap((group) => Object.values(group)),
)

/** IDs of all dimensions, in catalog order. */
export const DIMENSION_IDS: readonly DimensionId[] = Object.freeze(dimensions.map(({ id }) => id))

/** A dimension in the catalog, without the sources, which are only known for opened data. */
export interface CatalogEntry {
  /** Dimension ID: `noise-levels`. */
  readonly id: DimensionId
  /** Group, as in the method name: `vicinage.risk.fire`. */
  readonly group: Group
  /** Full display name: `Urban-rural (Tranquility Index)`. Pages and tables leave out the part in parentheses. */
  readonly name: string
  /** Meanings of the scores 1, 128 (null if the scale has no fixed middle), 255 and 0. */
  readonly scale: { readonly low: string; readonly middle: string | null; readonly high: string; readonly zero: string }
  /** Score labels, lowest scores first. */
  readonly words: readonly ScaleWords[]
  /** One-line summary of how the scores are computed. */
  readonly method: string
}

/**
 * The catalog: the meaning, score labels and method of each dimension. `vicinage.dimensions()` adds the sources of the
 * opened data.
 */
export const CATALOG: readonly CatalogEntry[] = /* @__PURE__ */ catalogOf(dimensions)

function catalogOf(records: readonly Dimension<DimensionId>[]): readonly CatalogEntry[] {
  return Object.freeze(
    records.map(({ id, group, name, scale, ladder, method }) =>
      Object.freeze({ id, group, name, scale, words: getScaleWords(ladder), method }),
    ),
  )
}

export function isDimensionId(id: string): id is DimensionId {
  return dimensions.some((dimension) => dimension.id === id)
}

/**
 * Returns the record of a dimension.
 *
 * @throws {ValidationError} when the dimension does not exist
 */
export function getDimension(id: string): Dimension<DimensionId> {
  const dimension = dimensions.find((dimension) => dimension.id === id)
  if (dimension !== undefined) return dimension
  const ids = dimensions.map((dimension) => dimension.id).join(', ')
  throw refusedArgument('dimensions', `There is no dimension '${id}'; choose from ${ids}.`, id, 'dimension_unknown')
}

/**
 * Returns the label for a score or a mean score, as used at the start of descriptions: `scoreWords('walkability', 200)`
 * is `Very walkable`. For 0, returns the label for no data.
 *
 * @throws {ValidationError} `input_invalid`, when the score is not 0 or 1-255; `dimension_unknown`, when the dimension
 *   does not exist
 */
export function scoreWords(dimension: DimensionId, score: number): string {
  if (typeof dimension !== 'string')
    throw refusedArgument('dimension', "dimension must be an id, such as 'walkability'", dimension, 'dimension_unknown')
  const { ladder, scale } = getDimension(dimension)
  if (score === 0) return `${scale.zero[0].toUpperCase()}${scale.zero.slice(1)}`
  if (typeof score === 'number' && score >= 1 && score <= 255) return wordsFor(ladder, score)
  throw refusedArgument('score', 'score must be 0 or a number from 1 to 255', score)
}

/** Dimension ID in camel case, which is the method name: `noiseLevels` for `noise-levels`. */
export type MethodName<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail>>}`
  : Id

/** Returns an object with one method for each dimension in a group. `make` is called once per ID. */
export function groupMethods<G extends keyof GroupIds, Method>(group: G, make: (id: DimensionId) => Method) {
  const members = dimensions.filter((record) => record.group === group)
  return Object.fromEntries(members.map(({ id }) => [methodName(id), make(id)])) as {
    readonly [Id in GroupIds[G] as MethodName<Id>]: Method
  }
}

/** Converts a dimension ID to its method name, which is the ID in camel case. */
export function methodName(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
