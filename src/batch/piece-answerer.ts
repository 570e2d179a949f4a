import type { Vicinage } from '../vicinage.ts'
import { csvAnswerer } from './csv/answer-csv.ts'
import { csvSplitter } from './csv/split-csv.ts'
import { ndjsonAnswerer } from './ndjson/answer-ndjson.ts'
import { ndjsonSplitter } from './ndjson/split-ndjson.ts'
import type { BatchQuestion } from './question.ts'
import type { PieceAnswerer, RecordSplitter } from './rows.ts'
import type { TextPlan } from './task.ts'

/** Answers pieces of a text. */
export function pieceAnswerer(vicinage: Vicinage, plan: TextPlan, question: BatchQuestion): PieceAnswerer {
  return plan.format === 'csv'
    ? csvAnswerer(vicinage, plan.csv, question)
    : ndjsonAnswerer(vicinage, plan.ndjson, question)
}

/** Cuts a text into pieces. */
export function splitterOf(plan: TextPlan): RecordSplitter {
  return plan.format === 'csv' ? csvSplitter(plan.csv) : ndjsonSplitter()
}
