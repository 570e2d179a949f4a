import type { Vicinage } from '../../../../library/vicinage.ts'
import { addCounts, mostRowsTogether, noCounts, RowAnswerer } from '../../answer-rows.ts'
import type { BatchQuestion } from '../../batch-question.ts'
import { joined } from '../../buffers.ts'
import { type ChunkAnswerer, textFormat } from '../text.ts'
import { csvSplitter, fieldText, LINE_FEED, RETURN, wholeRows } from './fields.ts'
import { type CsvPlan, firstLine, planCsv } from './header.ts'
import { RowScanner } from './row-scanner.ts'
import { RowWriter } from './row-writer.ts'

export const csv = textFormat<CsvPlan>({
  name: 'csv',
  extensions: ['csv', 'tsv', 'tab', 'txt', 'psv'],
  staysNumbers: true,
  planHead: planCsv,
  wholeRecords: wholeRows,
  sample: getSample,
  splitter: csvSplitter,
  answerer: csvAnswerer,
})

/**
 * Answers chunks of CSV. Every output row has the columns of the input and the added columns. Missing fields are empty.
 * Surplus fields are joined into the last column of the input. The next answer overwrites the bytes unless their buffer
 * was transferred.
 */
export function csvAnswerer(vicinage: Vicinage, plan: CsvPlan, question: BatchQuestion): ChunkAnswerer {
  const rows = new RowAnswerer(vicinage, question, plan.place)
  const scanner = new RowScanner(plan, mostRowsTogether(question))
  const writer = new RowWriter(plan)
  return {
    answer(chunk) {
      const bytes = withLineEnd(chunk, plan.newline)
      const counts = noCounts()
      writer.begin(bytes.length)
      for (let at = 0; at < bytes.length; ) {
        const from = at
        at = scanner.scan(bytes, from)
        const answers = rows.answer(scanner.points)
        writer.write(bytes, scanner, answers)
        addCounts(counts, scanner.withLines(answers.counts))
      }
      return { bytes: writer.written(), counts }
    },
  }
}

function getSample(
  rows: Uint8Array,
  { place: { coordinates, address }, delimiter, skipsBlanks }: CsvPlan,
  most: number,
): string[][] {
  const wanted = [...(coordinates === null ? [] : [coordinates.lat, coordinates.lon]), ...address]
  const sample: string[][] = []
  for (let at = 0; at < rows.length && sample.length < most; ) {
    const line = firstLine(rows, at, delimiter, skipsBlanks)
    if (line === null) break
    sample.push(wanted.map((column) => (line.fields[column] ? fieldText(rows, ...line.fields[column]) : '')))
    at = line.next
  }
  return sample
}

/**
 * Completes the last line of an input, which may lack a line ending. If the line ends in a carriage return, only adds
 * the line feed.
 */
function withLineEnd(chunk: Uint8Array, newline: CsvPlan['newline']): Uint8Array {
  if (chunk.length === 0 || chunk[chunk.length - 1] === LINE_FEED) return chunk
  const end = chunk[chunk.length - 1] === RETURN ? '\n' : newline
  return joined([chunk, new TextEncoder().encode(end)])
}
