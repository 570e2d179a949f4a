import { groupBy } from '../statistics.ts'
import type { CardLine, ValidationCard } from './card.ts'

/** Formats the card in Markdown: the missed targets, then a table for each subject. */
export function markdownTables(card: ValidationCard): string {
  const bySubject = new Map<string, string[]>()
  const intervals = card.checks.filter(({ check }) => intervalCheck.test(check))
  for (const line of summarize(card.checks.filter((check) => !intervals.includes(check)))) {
    const subject = sharedSubject.test(line.dimension) ? 'all dimensions' : line.dimension
    const cells = [
      subject === line.dimension ? getWords(line) : `${line.dimension}: ${getWords(line)}`,
      line.statistic,
      figure(line.value),
      figure(line.n),
      line.trial === null ? '' : figure(line.trial),
      mark(line.reached),
    ]
    const rows = bySubject.get(subject) ?? []
    bySubject.set(subject, rows)
    rows.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  }
  const tables = [...bySubject].map(([subject, rows]) =>
    [
      `### ${subject}`,
      '',
      '| check | statistic | measured | n | trial | target |',
      '|---|---|--:|--:|--:|:-:|',
      ...rows,
    ].join('\n'),
  )
  if (intervals.length > 0) tables.push(intervalTable(intervals))
  return [verdict(card.checks).replace(/^ {2}/gm, '- ').replace(':\n', ':\n\n'), ...tables].join('\n\n')
}

/** Matches an interval check and captures its judge and its figure. */
const intervalCheck = /^80% intervals in counties that did not fit them \((.+)\): (.+)$/

/** Formats the interval checks with one row per dimension, because their figures are read together. */
function intervalTable(checks: readonly CardLine[]): string {
  const rows = [...groupBy(checks, ({ dimension }) => dimension)].map(([dimension, lines]) => {
    const values = new Map(lines.map(({ check, value }) => [intervalCheck.exec(check)?.[2], figure(value)]))
    const judge = intervalCheck.exec(lines[0].check)?.[1] ?? ''
    const reached = lines.flatMap((line) => (line.reached === null ? [] : [line.reached]))
    const cells = [
      dimension,
      judge.replaceAll('|', '\\|'),
      values.get('truth inside'),
      values.get('truth inside, lowest third by crowding of a state') ?? '',
      values.get('mean width'),
      values.get('one width for the whole dimension, to compare with'),
      figure(lines[0].n),
      mark(reached.length === 0 ? null : reached.every(Boolean)),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '### 80% intervals by dimension',
    '',
    'Each interval is judged by counties that it was not fitted to. *In the worst third* is the lowest share if each state',
    'is divided into thirds by the number of people around. Widths are in points.',
    '',
    '| dimension | judged by | share with the truth inside | in the worst third | mean width | one width for all | n | target |',
    '|---|---|--:|--:|--:|--:|--:|:-:|',
    ...rows,
  ].join('\n')
}

const widths = { dimension: 21, check: 78, statistic: 26, value: 10, n: 12, trial: 9 }

/** Formats the lines as a table with fixed columns. A long description continues in the next row. */
export function textTable(lines: readonly SummaryLine[]): string {
  const heading = row({
    dimension: 'dimension',
    check: ['check'],
    statistic: 'statistic',
    value: 'measured',
    n: 'n',
    trial: 'trial',
    mark: '',
  })
  const rows: string[] = []
  let previous = ''
  for (const line of lines) {
    if (line.dimension !== previous) rows.push('')
    rows.push(
      row({
        dimension: line.dimension === previous ? '' : line.dimension,
        check: wrap(getWords(line), widths.check - 2),
        statistic: line.statistic,
        value: figure(line.value),
        n: figure(line.n),
        trial: line.trial === null ? '' : figure(line.trial),
        mark: mark(line.reached),
      }),
    )
    previous = line.dimension
  }
  return [heading, ...rows].join('\n')
}

/** Returns ✓ if the target is met, ✗ if the target is missed, or – if there is no target. */
function mark(reached: boolean | null): string {
  return reached === null ? '–' : reached ? '✓' : '✗'
}

/** Cells of a table row. A check can span several lines. */
interface Cells extends Readonly<Record<'dimension' | 'statistic' | 'value' | 'n' | 'trial' | 'mark', string>> {
  readonly check: readonly string[]
}

function row({ dimension, check, statistic, value, n, trial, mark }: Cells): string {
  const first =
    dimension.padEnd(widths.dimension) +
    check[0].padEnd(widths.check) +
    statistic.padEnd(widths.statistic) +
    value.padStart(widths.value) +
    n.padStart(widths.n) +
    trial.padStart(widths.trial) +
    `  ${mark}`
  const rest = check.slice(1).map((part) => ' '.repeat(widths.dimension) + part)
  return [first.trimEnd(), ...rest].join('\n')
}

function wrap(words: string, width: number): string[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const last = lines[lines.length - 1]
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A human-readable line for one check, or for the same check of many dimensions with the worst value. */
interface SummaryLine extends CardLine {
  /**
   * Dimension with the worst value, if several dimensions share this line. Null if the line is about one dimension, or
   * if all values are equal.
   */
  readonly worst: string | null
}

/** Minimum number of dimensions for merging a check into one line. */
const MANY = 4
/** Matches the subject of a shared line. */
const sharedSubject = /^\d+ dimensions$/
const higherIsBetter = new Set(['hit rate', 'Spearman rho', 'AUC', 'share'])

/**
 * Returns the lines of a card in reading order. Checks shared by many dimensions come first. Each of their lines names
 * the worst dimension and is followed by the dimensions that miss the target. The other checks follow in the order of
 * the card.
 */
export function summarize(checks: readonly CardLine[]): SummaryLine[] {
  const groups = groupBy(checks, ({ check, statistic }) => `${check} ${statistic}`)
  const shared = [...groups.values()].filter((group) => group.length >= MANY)
  const collapsed = new Set(shared.flat())
  return [...shared.flatMap(sharedLines), ...checks.filter((check) => !collapsed.has(check)).map(alone)]
}

/**
 * Returns one shared line for the dimensions that meet their target or have no target, and a separate line for each
 * other dimension.
 */
function sharedLines(group: readonly CardLine[]): SummaryLine[] {
  const hasTarget = group.some(({ reached }) => reached !== null)
  const alike = group.filter(({ reached }) => reached === (hasTarget ? true : null))
  const others = group.filter((check) => !alike.includes(check)).map(alone)
  return alike.length < MANY ? group.map(alone) : [together(alike), ...others]
}

function together(group: readonly CardLine[]): SummaryLine {
  const sign = higherIsBetter.has(group[0].statistic) ? 1 : -1
  const worst = group.reduce((low, check) => (sign * check.value < sign * low.value ? check : low))
  const differ = group.some(({ value }) => value !== worst.value)
  return { ...worst, dimension: `${group.length} dimensions`, worst: differ ? worst.dimension : null }
}

function alone(check: CardLine): SummaryLine {
  return { ...check, worst: null }
}

/**
 * Returns the description of a line's check. For a line shared by several dimensions, adds the dimension with the worst
 * value.
 */
function getWords({ check, worst }: SummaryLine): string {
  return worst === null ? check : `${check} (worst: ${worst})`
}

/** Returns the last sentence: `61 of 64 targets met; missed: …`. */
export function verdict(checks: readonly CardLine[]): string {
  const withTarget = checks.filter(({ reached }) => reached !== null)
  const missed = withTarget.filter(({ reached }) => reached === false)
  const summary = `${withTarget.length - missed.length} of ${withTarget.length} targets met`
  if (missed.length === 0) return `${summary}.`
  const list = missed.map(({ dimension, check, value, trial }) => {
    return `${dimension}: ${check} (${figure(value)}${trial === null ? '' : `, trial ${figure(trial)}`})`
  })
  return `${summary}; missed:\n${list.map((line) => `  ${line}`).join('\n')}`
}

/**
 * Formats a number with four significant digits. Numbers of 10,000 or more are rounded to integers and get thousands
 * separators.
 */
export function figure(value: number): string {
  if (Math.abs(value) >= 10_000) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
  return String(Number(value.toPrecision(4)))
}
