import type { Command } from 'commander'
import type { Basis, Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { bandText, valueText } from '../../../answers/dimensions/words.ts'
import type { Explanation, Surroundings } from '../../../answers/scores/answers.ts'
import { reportLink } from '../../../answers/scores/report-link.ts'
import type { Point } from '../../../base/geo/place.ts'
import { COVERAGE } from '../../../base/states.ts'
import { placeText, readDimensionFirst } from '../arguments.ts'
import { placeLines } from '../place-lines.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { bandBar, bar, intervalBar, paint, type Style, titleText } from '../style.ts'
import { hang } from '../text-layout.ts'
import { NOTHING_FOUND } from '../usage-error.ts'
import { edgeText, isWithoutScore } from './score.ts'

/** `vicinage explain DIMENSION LAT LON | ADDRESS`: shows how one score is computed. */
export function explainCommand(program: Command, session: Session): void {
  program
    .command('explain')
    .description('explain one score: its inputs, method, percentiles and sources')
    .usage('[options] DIMENSION LAT LON | ADDRESS')
    .argument('<dimension>', 'id of the dimension, such as flood')
    .argument('<place...>', PLACE_WORDS)
    .option(
      '--interval',
      'add the range that contains the true score in 80 of 100 cases, and what the score was checked against',
    )
    .option('--json', 'print JSON')
    .action(async (idText: string, words: string[], options: { interval?: true; json?: true }) => {
      const id = readDimensionFirst(idText, 'explain flood 30.2672 -97.7431')
      const { vicinage, place } = await session.openAt(words, { dimensions: [id], schools: false })
      const answer = vicinage.explain(id, place, {
        ...(options.interval ? { interval: true } : {}),
        units: session.style.units,
      })
      if (isWithoutScore(answer)) session.endWith(NOTHING_FOUND)
      const record = getCatalog(vicinage).find((dimension) => dimension.id === id)!
      session.answer(options.json, answer, () => {
        const text = explanationText(record, answer, place, vicinage.place(place), session.style)
        const link = reportLink(session.bugs, { dimension: id, score: answer.score, place })
        const report = link === null ? [] : section('Wrong? Tell us', [link], 0, session.style)
        return placeLines(place, session.style) + text + report.map((line) => `\n${line}`).join('') + (link ? '\n' : '')
      })
    })
}

const bases: Readonly<Record<Basis, string>> = {
  measured: 'measured: an observation or official zone at the place',
  modeled: 'modeled: computed from nearby observations',
  estimate: 'estimate: from a coarser area or a proxy',
}

/** Explains one score in paragraphs. */
function explanationText(
  dimension: Dimension,
  answer: Explanation,
  point: Point,
  around: Surroundings | null,
  style: Style,
): string {
  const { scale } = dimension
  const middle = scale.middle === null ? [] : [`128 = ${scale.middle}`]
  const sections = [
    [head(dimension, answer, point, around, style)],
    [hang(answer.description ?? answer.band?.note?.text ?? '', style.width, 0)],
    answer.note === undefined ? [] : [hang(answer.note.text, style.width, 0)],
    section('Scale', [`1 = ${scale.low}`, ...middle, `255 = ${scale.high}`, `0 = ${scale.zero}`], 2, style),
    answer.basis === null ? [] : section('Basis', [bases[answer.basis]], 0, style),
    section('How sure', intervalLines(answer), 0, style),
    section('Official map', zoneLines(answer), 0, style),
    section('Edge', answer.edge === undefined ? [] : [edgeText(answer.edge, style.units)], 0, style),
    section('Inputs', inputLines(answer, style), 2, style),
    section('Among people', percentileLines(answer), 0, style),
    section('Method', [dimension.method], 0, style),
    section('Sources', answer.sources.map(sourceLine), 2, style),
  ]
  const full = sections.filter((lines) => lines.length > 0 && lines[0] !== '')
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Describes how far the score may be from the true value. Returns no lines if the interval was not requested. */
function intervalLines({ interval, score }: Explanation): string[] {
  if (interval === undefined || score === 0) return []
  if (interval === null) return ['No independent data exists to check this score against.']
  const { low, high, by, of } = interval
  const range = bandText(low, high)
  return of === 'errors'
    ? [`${range} contains the true score in 80 of 100 cases.`, `Judged by ${by}.`]
    : [`The score is ${range} in 80 of 100 cases, judging by the inputs alone.`, `Measured by ${by}.`]
}

/** Lists the zones around a place that is only known roughly, if an official map is available. */
function zoneLines({ zones = [] }: Explanation): string[] {
  if (zones.every(({ zone }) => zone === null)) return []
  const texts = zones.map(({ zone, share }) => `${zone ?? 'no map'} on ${Math.round(share * 100)}%`)
  return [`${texts.join(', ')} of the land within the radius`]
}

function head(
  { name, group }: Dimension,
  answer: Explanation,
  point: Point,
  around: Surroundings | null,
  style: Style,
): string {
  const parts = [placeText(point, ', '), ...(around === null ? [] : [`${around.county}, ${around.state}`])]
  const title = titleText(name, parts, style)
  const { score, band } = answer
  if (band) {
    const { p10, p90 } = band
    if (p10 === null || p90 === null) return `${title}\nno data`
    return (
      `${title}\n${paint(style, 'bold', bandText(p10, p90))} of 255 (middle 80% of residents)  ` +
      `${bandBar(p10, p90, 20, group, style)}`
    )
  }
  if (score === 0) return `${title}\nno data`
  const drawn = answer.interval ? intervalBar(score, answer.interval, 20, group, style) : bar(score, 20, group, style)
  return `${title}\n${paint(style, 'bold', String(score))} of 255  ${drawn}`
}

/**
 * Returns a title and indented lines, or an empty array if there are no lines. Continuation lines are indented by
 * `more`.
 */
function section(title: string, lines: readonly string[], more: number, style: Style): string[] {
  if (lines.length === 0) return []
  return [paint(style, 'bold', title), ...lines.map((line) => `  ${hang(line, style.width, 2 + more)}`)]
}

function inputLines({ inputs }: Explanation, style: Style): string[] {
  const values = inputs.map(({ value, unit }) => valueText(value, unit, style.units))
  const nameWidth = Math.min(44, Math.max(0, ...inputs.map(({ name }) => name.length)))
  const valueWidth = Math.max(0, ...values.map((value) => value.length))
  const lines = inputs.map(({ name }, i) => `${name.padEnd(nameWidth)}  ${values[i].padStart(valueWidth)}`)
  const room = style.width - 2 - Math.max(0, ...lines.map((line) => line.length)) - 2
  // The terminal is too narrow for columns, so the lines are wrapped.
  const shown = room < -2 ? inputs.map(({ name }, i) => `${name}: ${values[i]}`) : lines
  const areas = inputs.map(({ geography }) => geography)
  if (areas.every((area) => area.length <= room)) return lines.map((line, i) => `${line}  ${areas[i]}`)
  // There is no room next to the values, so each area is printed below the values that belong to it.
  return shown.flatMap((line, i) => (areas[i + 1] === areas[i] ? [line] : [line, `(for ${areas[i]})`]))
}

function percentileLines(answer: Explanation): string[] {
  if (answer.percentile === null) return []
  const { text, coverage } = answer.percentile
  return [text, `${coverage}% of all residents of ${COVERAGE} have a lower score.`]
}

function sourceLine({ agency, title, vintage, license }: Explanation['sources'][number]): string {
  return `${agency}: ${title}, ${vintage} [${license}]`
}
