import { refusedArgument } from '../errors.ts'
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

/** The records, in the order of the specification. A dimension is added here, and nowhere else in `src/`. */
const records = Object.freeze([
  urbanRural,
  privacy,
  walkability,
  visualAppeal,
  dogFriendliness,
  liveliness,
  noiseLevels,
  airQuality,
  industrialProximity,
  insuranceCoverage,
  ideologicalLean,
  populationProfile,
  flood,
  fire,
] as const)

type DimensionRecord = (typeof records)[number]

/** The id of a dimension, the last part of its path over HTTP. */
export type DimensionId = DimensionRecord['id']

export const dimensions: readonly Dimension<DimensionId>[] = records

export function isDimensionId(id: string): id is DimensionId {
  return dimensions.some((dimension) => dimension.id === id)
}

/** @throws {ValidationError} when there is no such dimension */
export function dimensionOf(id: string): Dimension<DimensionId> {
  const dimension = dimensions.find((known) => known.id === id)
  if (dimension !== undefined) return dimension
  const ids = dimensions.map((known) => known.id).join(', ')
  throw refusedArgument('dimensions', `There is no dimension '${id}'; there are ${ids}.`, id, 'literal_error')
}

type CamelCase<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Id

/** The functions of one group: one per dimension under its id in camel case, `noiseLevels` for `noise-levels`. */
export type GroupMethods<G extends Group, Method> = {
  readonly [Record in Extract<DimensionRecord, { readonly group: G }> as CamelCase<Record['id']>]: Method
}

/** The functions of a group; `make` is called once for each id. */
export function groupMethods<G extends Group, Method>(group: G, make: (id: DimensionId) => Method) {
  const members = records.filter((record) => record.group === group)
  return Object.fromEntries(members.map(({ id }) => [methodName(id), make(id)])) as GroupMethods<G, Method>
}

/** The id in camel case, as its method is named. */
export function methodName(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
