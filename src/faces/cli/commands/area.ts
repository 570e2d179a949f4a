import type { Command } from 'commander'
import type { AreaScore } from '../../../answers/areas/area.ts'
import type { AreaAnswer } from '../../../answers/areas/area-answer.ts'
import { getLandNote } from '../../../answers/areas/land-note.ts'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { AREA_WORDS, areaTitle, dimensionsOptions, needsGeocoder, readArea, readDimension } from '../arguments.ts'
import type { Session } from '../session.ts'
import { bandBar, paint, type Style, titleText } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'
import { getGroups } from './dimensions.ts'
import { shortName } from './report.ts'

interface Options {
  readonly dimensions?: readonly DimensionId[]
  readonly below?: Limits
  readonly json?: true
}

type Limits = { readonly [Id in DimensionId]?: number }

const KM2_PER_SQUARE_MILE = 2.589988

/** `vicinage area "Austin, TX"`: summarizes the residents of an area and their scores. */
export function areaCommand(program: Command, session: Session): void {
  program
    .command('area')
    .description('summarize an area: its residents, the spread of their scores, and its schools')
    .usage('[options] AREA')
    .argument('<area...>', AREA_WORDS)
    .addOption(dimensionsOptions[0])
    .addOption(dimensionsOptions[1])
    .option(
      '--below <limits>',
      'share of residents below a score, such as walkability=50; may be repeated',
      (text, before: Limits = {}) => ({ ...before, ...readLimits(text) }),
    )
    .option('--json', 'print JSON')
    .action(async (words: string[], options: Options) => {
      const text = words.join(' ').trim()
      const shape = await readArea(text)
      const { dimensions, below } = options
      const vicinage = await session.open({
        ...(dimensions && { dimensions }),
        geocoder: needsGeocoder(shape),
      })
      const answer = vicinage.area(shape, { dimensions, below })
      if (answer.land_km2 === 0) session.endWith(NOTHING_FOUND)
      session.answer(options.json, answer, () =>
        areaText(areaTitle(shape, text), withoutControls(answer), below ?? {}, getCatalog(vicinage), session.style),
      )
    })
}

/** Parses limits such as `walkability=50,flood=100`. */
function readLimits(text: string): Limits {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [id, limit, ...more] = part.split('=')
      const score = limit === undefined || limit.trim() === '' ? Number.NaN : Number(limit)
      if (more.length > 0 || !(score >= 0 && score <= 256))
        throw new UsageError(
          `--below: expected a dimension and a score from 0 to 256, got '${part.trim()}'.`,
          'For example: --below walkability=50',
        )
      return [readDimension(id), score]
    }),
  )
}

/**
 * Formats the summary: population and size, one line per dimension with a bar for the middle 80% of the people,
 * schools, and an explanation of the columns.
 */
function areaText(
  name: string,
  answer: AreaAnswer,
  below: Readonly<Record<string, number | undefined>>,
  records: readonly Dimension[],
  style: Style,
): string {
  const { people, land_km2: land, boundary, scores, schools } = answer
  const size =
    style.units === 'metric'
      ? `${land} km²`
      : `${Number((land / KM2_PER_SQUARE_MILE).toPrecision(3)).toLocaleString('en-US')} sq mi ` +
        `(${land.toLocaleString('en-US')} km²)`
  const facts = [people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`, size]
  const lines = [titleText(name, facts, style)]
  if (land === 0) return `${lines[0]}\n\nNo part of the area is in the covered states.\n`
  const present = getGroups(records).flatMap(({ title, dimensions }) => {
    const scored = dimensions.filter(({ id }) => scores[id] !== undefined)
    return scored.length === 0 ? [] : [{ title, scored }]
  })
  const nameWidth = Math.max(
    0,
    ...present.flatMap(({ scored }) => scored.map((dimension) => shortName(dimension).length)),
  )
  const barWidth = Math.max(0, Math.min(20, style.width - (2 + nameWidth + headings.length + 2)))
  if (present.length > 0) lines.push('', paint(style, 'dim', `  ${' '.repeat(nameWidth)}${headings}`))
  for (const { title, scored } of present)
    lines.push(
      paint(style, 'bold', title),
      ...scored.map((dimension) => scoreLine(dimension, scores[dimension.id], nameWidth, barWidth, style)),
    )
  const landNote = getLandNote(scores)
  const those = landNote === null ? 'residents' : 'the land'
  const have = landNote === null ? 'have' : 'has'
  const shares = present.flatMap(({ scored }) =>
    scored.flatMap((dimension) => {
      const { id } = dimension
      const share = scores[id].share_below
      return share == null
        ? []
        : [
            `${percent(share)} of ${those} ${have} a score below ${below[id]} for ${shortName(dimension).toLowerCase()}.`,
          ]
    }),
  )
  const notes =
    landNote !== null
      ? [landNote.text]
      : present.flatMap(({ scored }) =>
          scored.flatMap((dimension) => {
            const { note } = scores[dimension.id]
            return note === null ? [] : [`${shortName(dimension)}: ${note.text}`]
          }),
        )
  if (notes.length > 0) lines.push('', ...notes.map((note) => hang(note, style.width, 2)))
  if (shares.length > 0) lines.push('', ...shares.map((share) => hang(share, style.width, 2)))
  if (schools !== null) {
    const levels = Object.entries(schools).map(
      ([level, { schools, mean_rating: rating }]) =>
        `${schools.toLocaleString('en-US')} ${level}${rating === null ? '' : ` (${rating.toFixed(1)})`}`,
    )
    lines.push('', hang(`Public schools (mean rating): ${levels.join(', ')}.`, style.width, 2))
  }
  const legend = [
    ...(boundary === 'approximate'
      ? ['The outline is approximate: it combines the ZIPs of the city, or is a circle around the city.']
      : []),
    `Mean, p10, median and p90 describe the scores of ${those}; the bar spans p10 to p90 on a 1-255 scale. Land: mean ` +
      'over the whole area, inhabited or not.',
  ]
  lines.push('', ...legend.map((note) => paint(style, 'dim', hang(note, style.width, 0))))
  return `${lines.join('\n')}\n`
}

const headings = '   Mean  p10  Median  p90   Land  No data'

function scoreLine(dimension: Dimension, score: AreaScore, nameWidth: number, barWidth: number, style: Style) {
  const { mean, p10, p50, p90, area_mean: land, without_data: without } = score
  const start = `  ${shortName(dimension).padEnd(nameWidth)}`
  const cells = [
    tenths(mean).padStart(7),
    whole(p10).padStart(5),
    whole(p50).padStart(8),
    whole(p90).padStart(5),
    tenths(land).padStart(7),
    (without === 0 ? '' : percent(without)).padStart(9),
  ].join('')
  const bars =
    p10 === null || p90 === null || barWidth < 8 ? '' : `  ${bandBar(p10, p90, barWidth, dimension.group, style)}`
  return `${start}${cells}${bars}`.trimEnd()
}

function tenths(value: number | null): string {
  return value === null ? '-' : value.toFixed(1)
}

function whole(value: number | null): string {
  return value === null ? '-' : String(value)
}

function percent(share: number): string {
  return share > 0 && share < 0.001 ? '< 0.1%' : `${Number((share * 100).toFixed(1))}%`
}
