import { figure, type SummaryLine, wordsOf } from './summary.ts'

const widths = { dimension: 21, check: 78, statistic: 26, value: 10, n: 12, trial: 9 }

/** The lines as a table of fixed columns; long words of a check go on in the next row. */
export function textTable(lines: readonly SummaryLine[]): string {
  const heading = row('dimension', ['check'], 'statistic', 'value', 'n', 'trial', '')
  const rows: string[] = []
  let previous = ''
  for (const line of lines) {
    if (line.dimension !== previous) rows.push('')
    rows.push(
      row(
        line.dimension === previous ? '' : line.dimension,
        wrap(wordsOf(line), widths.check - 2),
        line.statistic,
        figure(line.value),
        figure(line.n),
        line.trial === null ? '' : figure(line.trial),
        mark(line.reached),
      ),
    )
    previous = line.dimension
  }
  return [heading, ...rows].join('\n')
}

/** ✓ reached, ✗ missed, – nothing was asked. */
export function mark(reached: boolean | null): string {
  return reached === null ? '–' : reached ? '✓' : '✗'
}

function row(
  dimension: string,
  check: readonly string[],
  statistic: string,
  value: string,
  n: string,
  trial: string,
  mark: string,
): string {
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
