import { dimensions } from '../../dimensions/catalogue.ts'
import type { Dimension } from '../../dimensions/dimension.ts'
import { placeText } from '../place.ts'
import type { Report } from '../report.ts'
import { bar } from './bar.ts'
import { hang, shorten } from './fit.ts'
import { groups } from './groups.ts'
import { paint, type Style } from './style.ts'

const cells = 20
const nameWidth = Math.max(...dimensions.map((dimension) => shortName(dimension).length))
const wordsAt = 2 + nameWidth + 2 + 5 + 1 + cells + 2
/** Characters: with less room beside the bar, the words go to a line of their own. */
const roomForWords = 30

/** The table of a place: a title and the scores by group. `name` stands before the coordinates. */
export function reportText(report: Report, style: Style, name?: string): string {
  const lines = [titleOf(report, style, name)]
  const nowhere = reasonForNothing(report)
  if (nowhere !== null) return `${[...lines, '', hang(nowhere, style.width, 0)].join('\n')}\n`
  for (const group of groups)
    lines.push('', paint(style, 'bold', group.title), ...group.dimensions.flatMap((d) => row(d, report, style)))
  return `${lines.join('\n')}\n`
}

/** What the numbers mean, for the end of one or several reports. */
export function reportLegend(style: Style): string {
  const notes = [
    "Scores are 1-255 on each dimension's own scale; 0 means no data. Environment and risk: higher is quieter, cleaner, safer.",
    '~ marks an estimate, made from a coarser area or a proxy: it is no statement about one house.',
    'Scores describe areas, not persons: never use them to select or refuse people, or in place of an official flood or fire determination.',
  ]
  return `${notes
    .flatMap((note) =>
      hang(note, style.width, 0)
        .split('\n')
        .map((line) => paint(style, 'dim', line)),
    )
    .join('\n')}\n`
}

function titleOf(report: Report, style: Style, name: string | undefined): string {
  const county = report.place === null ? [] : [`${report.place.county}, ${report.place.state}`]
  const parts = [placeText(report, ', '), ...county]
  const between = style.unicode ? '  ·  ' : '  |  '
  if (name === undefined) return paint(style, 'bold', parts.join(between))
  return paint(style, 'bold', name) + paint(style, 'dim', between + parts.join(between))
}

/** The reason why there is no score at all, such as a place outside the coverage; null where there is one. */
export function reasonForNothing({ scores }: Report): string | null {
  const all = Object.values(scores)
  const words = all[0]?.description ?? null
  return all.every(({ score, description }) => score === 0 && description === words) ? words : null
}

function row(dimension: Dimension, report: Report, style: Style): string[] {
  const answer = report.scores[dimension.id]
  if (answer === undefined) return []
  const noData = answer.score === 0
  const description = answer.description ?? ''
  const beside = style.width - wordsAt >= roomForWords
  const words = shorten(
    noData ? whyNoData(description) : description,
    style.width - (beside ? wordsAt : 4),
    style.unicode,
  )
  const figures = noData ? withoutFigures(style) : scoreAndBar(answer, dimension, style)
  const line = `  ${shortName(dimension).padEnd(nameWidth)}  ${figures}`
  if (words === '') return [line]
  return beside ? [`${line}  ${words}`] : [line, paint(style, 'dim', `    ${words}`)]
}

function scoreAndBar({ score, basis }: Report['scores'][string], { group }: Dimension, style: Style): string {
  const mark = basis === 'estimate' ? '~' : ' '
  return `${paint(style, 'bold', String(score).padStart(3))} ${mark} ${bar(score, cells, group, style)}`
}

function withoutFigures(style: Style): string {
  return paint(style, 'dim', `${style.unicode ? '  –' : '  -'}   ${'no data'.padEnd(cells)}`)
}

/** Without `(Tranquility Index)`. */
function shortName({ name }: Dimension): string {
  return name.replace(/ \(.*\)$/, '')
}

/** The reason after `No data: `, empty where it only says so again. */
function whyNoData(description: string): string {
  return description.replace(/^No data: (no data(, or |, including |\.)?)?/, '')
}
