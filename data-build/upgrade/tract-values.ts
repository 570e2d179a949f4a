import { getDimension } from '../../src/answers/dimensions/catalog.ts'
import { factByte, factFields, factValue } from '../../src/answers/dimensions/facts.ts'
import { coveredStates } from '../../src/base/states.ts'
import * as shape from '../../src/data/bundle/check-shape.ts'
import { type Bundle, getMeta } from '../../src/data/bundle/read.ts'
import type { Geography } from '../../src/data/geography.ts'
import type { FactSpec } from '../context.ts'
import type { PackedContent } from '../pack/blocks.ts'
import { dimensionBundle } from '../pack/dimension-bundle.ts'
import { SourceError } from '../read/source-error.ts'
import type { Part, PartContent } from './part.ts'
import { getLayers, getPeople } from './put-over.ts'

/** Measured scores of 2020 census tracts, with the underlying facts. */
export interface TractValues {
  /** 11-digit GEOIDs. */
  readonly tract: readonly string[]
  /** Scores. A score of 0 keeps the package's own answer. */
  readonly score: Uint8Array
  /** Facts that replace the package's facts with the same IDs, including label and unit. */
  readonly facts: readonly { readonly spec: FactSpec; readonly value: Float64Array; readonly before?: number }[]
}

/**
 * Maximum share of a state's tracts that may be missing, because the survey renumbers a few tracts between censuses.
 */
const MISSING_SHARE = 0.01

/** Returns the FIPS codes of the states that have tracts in a list. */
export function getStates(tracts: readonly string[]): readonly string[] {
  const present = new Set(tracts.map((tract) => tract.slice(0, 2)))
  return coveredStates.map(({ fips }) => fips).filter((fips) => present.has(fips))
}

/**
 * Returns the values in stored form, or null if no tract is in the geography.
 *
 * @param name name of the file or table that the values were read from
 * @throws {SourceError} if a state has only some of its tracts, which means that the file is truncated
 */
export function tractContent(
  { tract, score, facts }: TractValues,
  name: string,
  geography: Geography,
): PartContent | null {
  const there = new Set(tract)
  const wanted = new Set(tractsIn(geography))
  for (const { fips, name: state } of coveredStates) {
    const ids = [...wanted].filter((id) => id.startsWith(fips))
    const present = ids.filter((id) => there.has(id)).length
    if (getStates(tract).includes(fips) && present < ids.length * (1 - MISSING_SHARE))
      throw new SourceError({
        file: name,
        found: `${present} of the ${ids.length} census tracts of ${state}`,
        expectation: 'all of them; download the file again',
      })
  }
  const rows = tract.flatMap((id, i) => (score[i] > 0 && wanted.has(id) ? [i] : []))
  if (rows.length === 0) return null
  return {
    meta: {
      facts: facts.map(({ spec: { log, of: _, ...spec }, before }) => ({
        ...spec,
        log: log === true,
        ...(before !== undefined && { before }),
      })),
    },
    sections: [
      { name: 'tracts', data: Float64Array.from(rows, (i) => Number(tract[i])) },
      { name: 'tracts.score', data: Uint8Array.from(rows, (i) => score[i]) },
      ...facts.map(({ spec, value }) => ({
        name: `fact.${spec.id}`,
        data: Uint8Array.from(rows, (i) => factByte(spec, value[i])),
      })),
    ],
  }
}

/** Returns the tract of each block group. */
function tractsIn(geography: Geography): readonly string[] {
  return Array.from({ length: geography.size }, (_, b) => geography.describe(b).blockGroup.slice(0, 11))
}

const tractMeta = shape.object({
  facts: shape.array(
    shape.object({
      ...factFields,
      /**
       * Value used for block groups that keep the package's own figures. It is set only if the package does not store
       * the fact.
       */
      before: shape.optional(shape.number()),
    }),
  ),
})

/**
 * Overlays the bundle of a block-group score with tract values. Tracts without values keep the bundle's values.
 * Percentiles are recomputed.
 */
export function putTractsOver(base: Bundle, parts: readonly Part[], geography: Geography): PackedContent {
  const layers = getLayers(base, geography)
  if (layers.centers === null) throw new RangeError(`${base.file} has no scores by block group.`)
  const tracts = tractsIn(geography)
  const centers = {
    ...layers.centers,
    score: Uint8Array.from(layers.centers.score),
    basis: Uint8Array.from(layers.centers.basis),
  }
  const facts = new Map(layers.centerFacts.map(({ fact, bytes }) => [fact.id, { fact, bytes: Uint8Array.from(bytes) }]))
  for (const { bundle } of parts) {
    const score = bundle.section('tracts.score', 'u8')
    const rowOf = new Map(Array.from(bundle.section('tracts', 'f64'), (id, row) => [String(id).padStart(11, '0'), row]))
    const rows = tracts.map((tract) => rowOf.get(tract))
    for (const { before, log, ...meta } of getMeta(bundle, tractMeta).facts) {
      const fact: FactSpec = { ...meta, ...(log && { log }), of: 'tract' }
      const values = bundle.section(`fact.${fact.id}`, 'u8')
      const listed = facts.get(fact.id)
      const bytes = Uint8Array.from(rows, (row, b) => {
        if (row !== undefined) return values[row]
        if (listed !== undefined) return factByte(fact, factValue(listed.fact, listed.bytes[b]))
        return before === undefined || centers.score[b] === 0 ? 0 : factByte(fact, before)
      })
      facts.set(fact.id, { fact, bytes })
    }
    rows.forEach((row, b) => {
      if (row === undefined) return
      centers.score[b] = score[row]
      centers.basis[b] = MEASURED
    })
  }
  return dimensionBundle(
    getDimension(base.id),
    { ...layers, centers, centerFacts: [...facts.values()] },
    geography,
    getPeople(geography),
  )
}

const MEASURED = 0
