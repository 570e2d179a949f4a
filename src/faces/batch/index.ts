export type { DimensionId } from '../../answers/dimensions/catalog.ts'

import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { ScoreColumns, ScoreColumnsRequest } from '../../answers/scores/answers.ts'
import { attempt } from '../../base/parameters/guard.ts'
import type { Vicinage } from '../../library/vicinage.ts'

export type { AddressPart } from './address-parts.ts'
export type { Counts, Outcome } from './answer-rows.ts'
export type { BatchQuestion } from './batch-question.ts'
export { type AddressChoices, type BatchCode, BatchError } from './errors.ts'
export type { InputOptions } from './formats/format.ts'
export type { BatchFormat } from './formats/index.ts'
export type { BatchOptions, FoundColumns, Progress } from './options.ts'
export type { PlaceOptions, UnusedColumn } from './place-columns.ts'
export { type BatchSummary, runBatch } from './run/run-batch.ts'
export type { AddedToRow } from './score-stream.ts'
export { type ScoreStreamOptions, scoreStream, type ValueOf } from './score-stream.ts'

/** Scores columns of points like `vicinage.scoreColumns`. This is the fastest way to score points in memory. */
export function scoreColumns<
  Loaded extends string = DimensionId,
  const Id extends Loaded = Loaded,
  const Percentiles extends boolean = false,
  const Status extends boolean = false,
>(
  vicinage: Vicinage<Loaded>,
  request: ScoreColumnsRequest<Id, Percentiles, Status>,
): ScoreColumns<Id, Percentiles, Status> {
  return attempt('scoreColumns(vicinage: object, request: object)', [vicinage, request], () =>
    vicinage.scoreColumns(request),
  )
}
