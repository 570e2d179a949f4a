import type { Command } from 'commander'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import type { Fit } from '../../../answers/fit/answers.ts'
import type { AreaContribution } from '../../../answers/fit/mean-contributions.ts'
import {
  demographicsOption,
  dimensionsOfFit,
  type FitArguments,
  parseFitRequest,
  withFitOptions,
} from '../fit-arguments.ts'
import { placeLines } from '../place-lines.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { bar, paint, type Style } from '../style.ts'
import { padAfter, wrap } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'
import { shortName } from './report.ts'

/** `vicinage fit LAT LON | ADDRESS --weights walkability=3`: shows how well a place fits a set of priorities. */
export function fitCommand(program: Command, session: Session): void {
  const command = program
    .command('fit')
    .description('rate how well a place fits your priorities, from 0 to 100')
    .usage('[options] LAT LON | ADDRESS --weights DIMENSION=WEIGHT,…')
    .argument('<place...>', PLACE_WORDS)
  withFitOptions(command, 'how much each dimension matters')
    .addOption(demographicsOption)
    .option('--json', 'print JSON')
    .action(async (words: string[], options: FitArguments & { readonly json?: true }) => {
      const request = parseFitRequest(options)
      if (request === undefined)
        throw new UsageError('No weights were given.', 'For example: --weights walkability=3,noise-levels=2')
      const { vicinage, place } = await session.openAt(words, { dimensions: dimensionsOfFit(request), schools: false })
      const fit = vicinage.fit(place, request)
      if (fit.fit === null) session.endWith(NOTHING_FOUND)
      const names = new Map(getCatalog(vicinage).map((record) => [record.id as string, shortName(record)]))
      session.answer(options.json, fit, () => placeLines(place, session.style) + fitText(fit, names, session.style))
    })
}

const barWidth = 15

/** Cells of a row in the table of contributions. */
type FitRow = Readonly<Record<'name' | 'weight' | 'match' | 'points' | 'basis', string>>

/**
 * Formats a fit: its description, then one line per dimension with its share of the weight, its match, its points and
 * its basis.
 */
function fitText(
  { description, contributions }: Fit<string>,
  names: ReadonlyMap<string, string>,
  style: Style,
): string {
  const sentence = wrap(description, style.width).join('\n')
  if (contributions.every(({ match }) => match === null)) return `${sentence}\n`
  const rows = contributions.map(({ dimension, weight, match, points, basis }) => ({
    name: names.get(dimension)!,
    weight: `${Math.round(weight * 100)}%`,
    match: match === null ? 'no data' : String(Math.round(match)),
    points: points === null ? '' : points.toFixed(1),
    basis: basis ?? '',
    share: match,
  }))
  const widest = Math.max(9, ...rows.map(({ name }) => name.length))
  const line = ({ name, weight, match, points, basis }: FitRow) =>
    `  ${padAfter(name, widest)}  ${weight.padStart(6)}  ${match.padStart(7)}  ${points.padStart(6)}  ${basis.padEnd(8)}`
  const titles = { name: 'Dimension', weight: 'Weight', match: 'Match', points: 'Points', basis: 'Basis' }
  const head = paint(style, 'dim', line(titles).trimEnd())
  const lines = rows.map(({ share, ...row }) =>
    share === null ? line(row).trimEnd() : `${line(row)}  ${bar((share / 100) * 255, barWidth, 'bold', style)}`,
  )
  return `${sentence}\n\n${[head, ...lines].join('\n')}\n`
}

/**
 * Lists the mean match of each dimension that contributes to the mean fit of an area: `walkability 97`,
 * `noise levels 24`.
 */
export function matchTexts(
  contributions: readonly AreaContribution<string>[],
  records: readonly Dimension[],
): readonly string[] {
  return contributions.map(({ dimension, match }) => {
    const name = shortName(records.find(({ id }) => id === dimension)!).toLowerCase()
    return `${name} ${match === null ? 'no data' : Math.round(match)}`
  })
}
