import type { ScoreColumnsQuestion, Vicinage } from '../vicinage.ts'

export type { AddedToRow, DimensionId } from './added-to-row.ts'
export type { BatchFormat, BatchOptions, Progress } from './batch-options.ts'
export type { Counts } from './counts.ts'
export type { BatchQuestion } from './question.ts'
export { BatchError } from './rows.ts'
export { type BatchSummary, runBatch } from './run-batch.ts'
export { type ScoreStreamOptions, scoreStream, type ValueOf } from './score-stream.ts'

/** Scores at columns of points, as `vicinage.scoreColumns` answers them: the fastest way, for points in memory. */
export function scoreColumns(vicinage: Vicinage, question: ScoreColumnsQuestion): Record<string, Uint8Array> {
  return vicinage.scoreColumns(question)
}
