import { readFile, rename, writeFile } from 'node:fs/promises'
import type { ValidationCard } from './card.ts'
import { figure, summarise, wordsOf } from './summary.ts'
import { mark } from './text-table.ts'

const START = '<!-- validation -->'
const END = '<!-- /validation -->'

/** The card as a markdown table. */
export function markdownTable(card: ValidationCard): string {
  const rows = summarise(card.checks).map((line) => {
    const cells = [
      line.dimension,
      wordsOf(line),
      line.statistic,
      figure(line.value),
      figure(line.n),
      line.trial === null ? '' : figure(line.trial),
      mark(line.reached),
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return ['| dimension | check | statistic | value | n | trial | |', '|---|---|---|--:|--:|--:|:-:|', ...rows].join(
    '\n',
  )
}

/**
 * The text with the table between its two `validation` comments.
 *
 * @throws {RangeError} when the comments are not there, once each and in order
 */
export function withTable(text: string, table: string): string {
  const parts = text.split(START)
  const after = parts.length === 2 ? parts[1].split(END) : []
  if (after.length !== 2)
    throw new RangeError(`The text has no place for the table: expected ${START} and then ${END}, once each.`)
  return `${parts[0]}${START}\n\n${table}\n\n${END}${after[1]}`
}

/** Puts the card into a markdown file. */
export async function updateReadme(path: string, card: ValidationCard): Promise<void> {
  const text = withTable(await readFile(path, 'utf8'), markdownTable(card))
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
