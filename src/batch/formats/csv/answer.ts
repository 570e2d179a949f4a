import type { Vicinage } from '../../../vicinage.ts'
import { addCounts, noCounts, RowAnswerer } from '../../answer-rows.ts'
import type { ChunkAnswerer } from '../../errors.ts'
import type { BatchQuestion } from '../../options.ts'
import { LINE_FEED, RETURN } from './fields.ts'
import type { CsvPlan } from './header.ts'
import { RowScanner } from './row-scanner.ts'
import { RowWriter } from './row-writer.ts'

/**
 * Answers pieces of CSV. Every row comes out with the same number of fields: those of the plan and the added ones. Fields that a row
 * lacks are empty; those it has too many are put into its last column, as one text. The bytes of an answer are overwritten by the
 * next one, unless their buffer was transferred.
 */
export function csvAnswerer(vicinage: Vicinage, plan: CsvPlan, question: BatchQuestion): ChunkAnswerer {
  const rows = new RowAnswerer(vicinage, question)
  const scanner = new RowScanner(plan)
  const writer = new RowWriter(plan)
  return {
    answer(piece) {
      const bytes = withLineEnd(piece, plan.newline)
      const counts = noCounts()
      writer.begin(bytes.length)
      for (let at = 0; at < bytes.length; ) {
        const from = at
        at = scanner.scan(bytes, from)
        const answers = rows.answer(scanner.places)
        writer.write(bytes, scanner, answers)
        addCounts(counts, answers.counts)
      }
      return { bytes: writer.written(), counts }
    },
  }
}

/** The last line of an input may have no end. A lone carriage return there is half of one. */
function withLineEnd(piece: Uint8Array, newline: CsvPlan['newline']): Uint8Array {
  if (piece.length === 0 || piece[piece.length - 1] === LINE_FEED) return piece
  const end = piece[piece.length - 1] === RETURN ? '\n' : newline
  const whole = new Uint8Array(piece.length + end.length)
  whole.set(piece)
  whole.set(new TextEncoder().encode(end), piece.length)
  return whole
}
