import type { Command } from 'commander'
import { dimensions } from '../../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { bandText, openingIn, type Units } from '../../../answers/dimensions/words.ts'
import type { ListedSchool } from '../../../answers/schools/answers.ts'
import { distanceWords, districtWords, levelWords, ratingWords } from '../../../library/contract/school-words.ts'
import { getAddress, isAddress, placeText, readAddress } from '../arguments.ts'
import { foundWords } from '../place-lines.ts'
import { type FoundAddress, foundAddress, type Report, type ReportScore, reportOn } from '../report.ts'
import type { Session } from '../session.ts'
import { bandBar, bar, intervalBar, paint, type Style, titleText } from '../style.ts'
import { clip, hang, padAfter, padBefore, shorten, textWidth, withoutControls, wrap } from '../text-layout.ts'
import { NOTHING_FOUND } from '../usage-error.ts'
import { getGroups } from './dimensions.ts'
import { edgeText } from './score.ts'

interface Options {
  readonly streets?: string
  readonly json?: true
}

/** `vicinage report LAT LON` or `vicinage report ADDRESS`: prints all dimensions as a table. */
export function reportCommand(program: Command, session: Session): void {
  program
    .command('report')
    .description('print all scores, districts and schools of a place as a table')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees (west is negative), or a one-line address')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: Options) => {
      if (isAddress(words)) return reportOnAddress(session, readAddress(getAddress(words)), options)
      const place = session.place(words)
      const vicinage = await session.open({ geocoder: false })
      const report = reportOn(vicinage, place, session.style.units)
      if (report.place === null) session.endWith(NOTHING_FOUND)
      session.answer(
        options.json,
        report,
        () => reportText(report, session.style, undefined, getCatalog(vicinage)) + notes(report, session.style),
      )
    })
}

async function reportOnAddress(session: Session, address: string, { streets, json }: Options): Promise<void> {
  const vicinage = await session.open(streets === undefined ? {} : { streets })
  const { lat, lon, ...place } = foundAddress(address, vicinage.geocode(address))
  const report = reportOn(vicinage, { lat, lon, radius: place.radius }, session.style.units)
  if (report.place === null) session.endWith(NOTHING_FOUND)
  session.answer(json, { ...report, address: place }, () => {
    const shown = withoutControls(place)
    const about = [foundLine(shown, report, session.style.units), ...(shown.note === null ? [] : [shown.note.text])]
    const text = reportText(report, session.style, shown.label, getCatalog(vicinage))
    return text + notes(report, session.style, about)
  })
}

/** Describes how the place was found, and what a large radius means for the scores. */
function foundLine(place: Omit<FoundAddress, 'lat' | 'lon'>, { people_around: people }: Report, units: Units): string {
  if (people === undefined) return `${foundWords(place, units)}.`
  const around = `${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}`
  return (
    `${foundWords(place, units)}. Each score is a range that covers the middle 80% of the ${around} within that ` +
    'radius, not the score of the house.'
  )
}

function notes(report: Report, style: Style, addressNotes: readonly string[] = []): string {
  const lines = addressNotes.map((line) => `${hang(line, style.width, 2)}\n`).join('')
  const before = lines === '' ? '' : `\n${lines}`
  if (reasonForNothing(report) !== null) return before
  return `${before}\n${reportLegend(style, report.people_around === undefined)}\n${more(report, style.units)
    .map((line) => hang(line, style.width, 2))
    .join('\n')}\n`
}

function more(report: Report, units: Units): string[] {
  const place = placeText(report, ' ')
  const schools =
    (report.schools ?? []).length === 0 ? [] : [`For more schools and their sources, run \`vicinage schools ${place}\``]
  return [
    ...edgeLines(report, units),
    `To see how a score is computed, run \`vicinage explain flood ${place}\``,
    ...schools,
  ]
}

/** Lists zone edges near an exact place, because the next house may be in another zone. */
function edgeLines(report: Report, units: Units): string[] {
  if (report.people_around !== undefined) return []
  return dimensions.flatMap((dimension) => {
    const edge = report.scores[dimension.id]?.edge
    return edge === undefined ? [] : [`Near an edge: ${shortName(dimension)}: ${edgeText(edge, units)}`]
  })
}

const nameWidth = Math.max(...dimensions.map((dimension) => shortName(dimension).length))
const scoreAt = 2 + nameWidth + 2
/** Returns the column where the bars begin: after the score, its mark and, if there is room, the percentage. */
const barAt = (style: Style) => scoreAt + (hasPercentages(style) ? '255 ~  62%  ' : '255 ~ ').length
/** Column where the score-range bars begin. */
const bandAt = scoreAt + '120-180 ~ '.length
const hasPercentages = ({ width }: Style) => width >= 60
const longestBar = 20
const shortestBar = 10
/**
 * Minimum width in characters to the right of the shortest bar. If less is available, the description moves to a
 * separate line.
 */
const roomForWords = 30

/**
 * Formats a report as a title and a table of scores by group. `name`, the name of the place, is printed before the
 * coordinates.
 */
export function reportText(
  report: Report,
  style: Style,
  name?: string,
  records: readonly Dimension[] = dimensions,
): string {
  const lines = [getTitle(report, style, name)]
  const nowhere = reasonForNothing(report)
  if (nowhere !== null) lines.push('', hang(nowhere, style.width, 0))
  else
    for (const group of getGroups(records))
      lines.push('', paint(style, 'bold', group.title), ...group.dimensions.flatMap((d) => row(d, report, style)))
  const schools = reportSchools(report, style)
  if (schools.length > 0) lines.push('', ...schools)
  return `${lines.join('\n')}\n`
}

/** Returns the legend that is printed after one or more reports. */
export function reportLegend(style: Style, isExact = true): string {
  const notes = [
    "Scores are 1-255 on each dimension's own scale; 0 means no data. Environment and risk: higher is quieter, " +
      'cleaner, safer.',
    ...(isExact && hasPercentages(style)
      ? ["The percentage next to a score is the share of the state's residents with a lower score."]
      : []),
    ...(isExact
      ? [
          `The lighter part of a bar (${style.unicode ? '▒ below the score, ░ above' : '+ share below the score, - share above'} it) contains the true score in 80 of 100 cases.`,
        ]
      : []),
    ...(isExact
      ? ['~ marks an estimate from a coarser area or a proxy. An estimate says nothing about a single house.']
      : []),
    'Scores describe areas, not people: never use them to select or reject people, or in place of an official ' +
      'flood or fire determination.',
    'Schools and districts are rated 1-10 within their state; 10 is best, and a dash means no rating.',
  ]
  const lines = notes.flatMap((note) => wrap(note, style.width))
  return `${lines.map((line) => paint(style, 'dim', line)).join('\n')}\n`
}

function getTitle(report: Report, style: Style, name: string | undefined): string {
  const county = report.place === null ? [] : [`${report.place.county}, ${report.place.state}`]
  const parts = [placeText(report, ', '), ...county]
  return name === undefined ? titleText(parts[0], parts.slice(1), style) : titleText(name, parts, style)
}

/**
 * Returns the reason why no dimension has a score, for example because the place is outside the coverage area. Returns
 * null if there is a score.
 */
function reasonForNothing({ scores }: Report): string | null {
  const all = Object.values(scores)
  const words = all[0]?.description ?? null
  const isNothing = ({ score, band, description }: ReportScore) =>
    score === 0 && band?.p10 == null && (description ?? band?.note ?? null) === words
  return words !== null && all.every(isNothing) ? words : null
}

function row(dimension: Dimension, report: Report, style: Style): string[] {
  const answer = report.scores[dimension.id]
  if (answer === undefined) return []
  const start = `  ${clip(shortName(dimension), nameWidth, style.unicode).padEnd(nameWidth)}  `
  const { p10 = null, p90 = null, note = null } = answer.band ?? {}
  const isBand = p10 !== null && p90 !== null
  if (!isBand && (answer.score === 0 || answer.band))
    return noScore(start, note?.text ?? answer.description ?? '', style)
  const at = isBand ? bandAt : barAt(style)
  const cells = Math.min(longestBar, style.width - at - 2 - roomForWords)
  const beside = cells >= shortestBar
  const room = style.width - (beside ? at + cells + 2 : 4)
  const words = shorten(
    isBand ? `${openingIn(answer.description, dimension.ladder, p10, p90)}.` : (answer.description ?? ''),
    room,
    style.unicode,
  )
  const length = beside ? cells : Math.min(longestBar, style.width - at)
  const line =
    start +
    (isBand
      ? `${bandLead(answer, p10, p90, style)} ${bandBar(p10, p90, length, dimension.group, style)}`
      : scoreAndBar(answer, dimension, length, style))
  return beside ? [`${line}  ${words}`] : [line, paint(style, 'dim', `    ${words}`)]
}

function scoreAndBar(answer: ReportScore, { group }: Dimension, cells: number, style: Style): string {
  const score = paint(style, 'bold', String(answer.score).padStart(3))
  const percent = hasPercentages(style) ? percentage(answer) : ''
  const drawn = answer.interval
    ? intervalBar(answer.score, answer.interval, cells, group, style)
    : bar(answer.score, cells, group, style)
  return `${score} ${getMark(answer)} ${percent}${drawn}`
}

/** Formats the score range that precedes its bar. */
function bandLead(answer: ReportScore, p10: number, p90: number, style: Style): string {
  const band = paint(style, 'bold', bandText(p10, p90).padEnd('120-180'.length))
  return `${band} ${getMark(answer)}`
}

function getMark({ basis }: ReportScore): string {
  return basis === 'estimate' ? '~' : ' '
}

function percentage({ percentile }: ReportScore): string {
  return (percentile === null ? '' : `${percentile.state ?? percentile.coverage}%`).padStart(4).padEnd(6)
}

/** Prints a dash and the reason instead of a bar and a description. */
function noScore(start: string, description: string, style: Style): string[] {
  const reason = description.replace(/^No data: /, '') || 'no data'
  const beside = style.width - barAt(style) >= shortestBar
  const words = shorten(reason, style.width - (beside ? barAt(style) : 4), style.unicode)
  const dash = style.unicode ? '  –' : '  -'
  if (beside) return [start + paint(style, 'dim', `${dash}   ${words}`)]
  return [start + paint(style, 'dim', dash), paint(style, 'dim', `    ${words}`)]
}

/** Returns the name without a suffix such as `(Tranquility Index)`. */
export function shortName({ name }: Dimension): string {
  return name.replace(/ \(.*\)$/, '')
}

/** Maximum distance in meters at which a school still counts as in the neighborhood. */
const farthest = 50_000

/** Returns the schools of a report that are in the neighborhood, or an empty array if schools are not loaded. */
export function schoolsNearby({ schools }: Pick<Report, 'schools'>): readonly ListedSchool[] {
  return (schools ?? []).filter(({ distance_meters: meters }) => meters === null || meters <= farthest)
}

/** Minimum width in characters for school names. If less is available, the levels move to separate lines. */
const roomForNames = 24

/** Lists the districts and nearby schools of a place under headings. Returns no lines if there are none. */
function reportSchools(report: Pick<Report, 'districts' | 'schools' | 'people_around'>, style: Style): string[] {
  const { districts, schools } = withoutControls(report)
  const near = schoolsNearby({ schools })
  const distances = near.map(({ distance_meters: meters }) =>
    meters === null ? '' : distanceWords(meters, style.units),
  )
  const distanceWidth = Math.max(0, ...distances.map(textWidth))
  const rows = [
    ...(districts ?? []).map((district) => ({
      start: '  ',
      name: district.name,
      level: districtWords(district) ?? '',
      rating: ratingWords(district, style),
    })),
    ...near.map((school, i) => ({
      start: `  ${padBefore(distances[i], distanceWidth)}  `,
      name: school.name,
      level: levelWords(school) ?? '',
      rating: ratingWords(school, style),
    })),
  ]
  if (rows.length === 0) return []
  const levelWidth = Math.max(...rows.map(({ level }) => textWidth(level)))
  const ratingWidth = Math.max('10/10 (2025)'.length, ...rows.map(({ rating }) => textWidth(rating)))
  const indent = 2 + distanceWidth + 2
  const beside = style.width - indent - 2 - levelWidth - 2 - ratingWidth >= roomForNames
  const room = style.width - (beside ? 2 + levelWidth : 0) - 2 - ratingWidth
  const nameWidth = Math.min(room, Math.max(...rows.map(({ start, name }) => start.length + textWidth(name))))
  const lines = rows.flatMap(({ start, name, level, rating }) => {
    const called = padAfter(start + clip(name, nameWidth - start.length, style.unicode), nameWidth)
    const mark = paint(style, 'bold', padBefore(rating, ratingWidth))
    if (beside) return [`${called}  ${padAfter(level, levelWidth)}  ${mark}`]
    return [`${called}  ${mark}`, ...(level === '' ? [] : [paint(style, 'dim', ' '.repeat(start.length + 2) + level)])]
  })
  const heading = report.people_around === undefined ? 'Schools' : 'Schools and districts at the center of the area'
  return [paint(style, 'bold', heading), ...lines]
}
