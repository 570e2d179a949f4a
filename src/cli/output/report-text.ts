import { dimensions } from '../../dimensions/catalogue.ts'
import type { Dimension } from '../../dimensions/dimension.ts'
import { placeText } from '../place.ts'
import type { Report } from '../report.ts'
import { bar } from './bar.ts'
import { hang, shorten, wrap } from './fit.ts'
import { groups } from './groups.ts'
import { reportSchools } from './report-schools.ts'
import { paint, type Style } from './style.ts'
import { titleText } from './title.ts'

const nameWidth = Math.max(...dimensions.map((dimension) => shortName(dimension).length))
const barAt = 2 + nameWidth + 2 + '255 ~ '.length
const longestBar = 20
const shortestBar = 10
/** Characters: with less room beside the shortest bar, the words go to a line of their own. */
const roomForWords = 30

/** The table of a place: a title and the scores by group. `name` stands before the coordinates. */
export function reportText(report: Report, style: Style, name?: string): string {
  const lines = [titleOf(report, style, name)]
  const nowhere = reasonForNothing(report)
  if (nowhere !== null) lines.push('', hang(nowhere, style.width, 0))
  else
    for (const group of groups)
      lines.push('', paint(style, 'bold', group.title), ...group.dimensions.flatMap((d) => row(d, report, style)))
  const schools = reportSchools(report, style)
  if (schools.length > 0) lines.push('', ...schools)
  return `${lines.join('\n')}\n`
}

/** What the numbers mean, for the end of one or several reports. */
export function reportLegend(style: Style): string {
  const notes = [
    "Scores are 1-255 on each dimension's own scale; 0 means no data. Environment and risk: higher is quieter, cleaner, safer.",
    '~ marks an estimate, made from a coarser area or a proxy: it is no statement about one house.',
    'Scores describe areas, not persons: never use them to select or refuse people, or in place of an official flood or fire determination.',
    'Schools and districts are rated 1-10 among those of their state, 10 best; a dash means no rating.',
  ]
  const lines = notes.flatMap((note) => wrap(note, style.width))
  return `${lines.map((line) => paint(style, 'dim', line)).join('\n')}\n`
}

function titleOf(report: Report, style: Style, name: string | undefined): string {
  const county = report.place === null ? [] : [`${report.place.county}, ${report.place.state}`]
  const parts = [placeText(report, ', '), ...county]
  return name === undefined ? titleText(parts[0], parts.slice(1), style) : titleText(name, parts, style)
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
  const start = `  ${shortName(dimension).padEnd(nameWidth)}  `
  const description = answer.description ?? ''
  if (answer.score === 0) return noScore(start, description, style)
  const cells = Math.min(longestBar, style.width - barAt - 2 - roomForWords)
  const beside = cells >= shortestBar
  const words = shorten(description, style.width - (beside ? barAt + cells + 2 : 4), style.unicode)
  const line = start + scoreAndBar(answer, dimension, beside ? cells : Math.min(longestBar, style.width - barAt), style)
  return beside ? [`${line}  ${words}`] : [line, paint(style, 'dim', `    ${words}`)]
}

function scoreAndBar(answer: Report['scores'][string], { group }: Dimension, cells: number, style: Style): string {
  const mark = answer.basis === 'estimate' ? '~' : ' '
  return `${paint(style, 'bold', String(answer.score).padStart(3))} ${mark} ${bar(answer.score, cells, group, style)}`
}

/** A dash, and in the place of bar and words why. */
function noScore(start: string, description: string, style: Style): string[] {
  const reason = description.replace(/^No data: /, '') || 'no data'
  const beside = style.width - barAt >= shortestBar
  const words = shorten(reason, style.width - (beside ? barAt : 4), style.unicode)
  const dash = style.unicode ? '  –' : '  -'
  if (beside) return [start + paint(style, 'dim', `${dash}   ${words}`)]
  return [start + paint(style, 'dim', dash), paint(style, 'dim', `    ${words}`)]
}

/** Without `(Tranquility Index)`. */
function shortName({ name }: Dimension): string {
  return name.replace(/ \(.*\)$/, '')
}
