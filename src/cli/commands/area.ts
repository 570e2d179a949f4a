import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { AreaScore } from '../../areas/area.ts'
import type { AreaAnswer, AreaShape } from '../../areas/area-answer.ts'
import { type AreaKind, areaKinds, namedArea } from '../../areas/named-area.ts'
import type { DimensionId } from '../../dimensions/catalog.ts'
import type { Dimension } from '../../dimensions/dimension.ts'
import { ValidationError } from '../../errors.ts'
import { readDimension, readDimensions } from '../arguments.ts'
import type { Session } from '../session.ts'
import { bandBar, paint, type Style, titleText } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { UsageError } from '../usage-error.ts'
import { groups } from './dimensions.ts'
import { shortName } from './report.ts'

type ShapeOption = 'zip' | 'city' | 'county' | 'tract' | 'blockGroup' | 'district' | 'state' | 'circle' | 'box' | 'file'

interface Options extends Partial<Record<ShapeOption, string>> {
  readonly dimension?: readonly DimensionId[]
  readonly below?: Limits
  readonly json?: true
}

type Limits = { readonly [Id in DimensionId]?: number }

/** Bytes of a file of a shape: a state drawn to the meter has some 20 MB. */
const LONGEST_FILE = 100e6
const KM2_PER_SQUARE_MILE = 2.589988

/** `vicinage area --zip 78704`: an area summed up by the people who live there. */
export function areaCommand(program: Command, session: Session): void {
  program
    .command('area')
    .description('an area summed up: its people, the spread of their scores, its schools')
    .usage('[options] --zip 78704 | --city "Austin, TX" | --file FILE | …')
    .option('--zip <zip>', 'five digits')
    .option('--city <name>', 'with its state, as in "Austin, TX"')
    .option('--county <county>', 'FIPS code (48453) or name with the state ("Travis, TX")')
    .option('--tract <code>', 'census tract, 11 digits')
    .option('--block-group <code>', 'census block group, 12 digits')
    .option('--district <id>', 'school district, 7 digits, as `vicinage districts` prints it')
    .option('--state <state>', 'two letters')
    .option('--circle <circle>', 'LAT,LON,RADIUS in degrees and meters')
    .option('--box <box>', 'WEST,SOUTH,EAST,NORTH in degrees')
    .option('--file <file>', 'GeoJSON: a Polygon, a MultiPolygon, or features of them')
    .option(
      '-d, --dimension <id>',
      'this dimension only; may be repeated',
      (given, before: readonly DimensionId[] = []) => [...new Set([...before, ...readDimensions(given)])],
    )
    .option(
      '--below <limits>',
      'share of the people below a score, as in walkability=50; may be repeated',
      (given, before: Limits = {}) => ({ ...before, ...readLimits(given) }),
    )
    .option('--json', 'as JSON')
    .action(async (options: Options) => {
      const asked = await askedShape(options)
      const { dimension: dimensions, below } = options
      const vicinage = await session.open({
        ...(dimensions && { dimensions }),
        geocoder: asked.kind === 'zip' || asked.kind === 'city',
      })
      const answer = inWords(() => vicinage.area(asked.shape, { dimensions, below }))
      if (options.json) session.printJson(answer)
      else session.print(areaText(asked.title, withoutControls(answer), below ?? {}, session.style))
    })
}

interface AskedShape {
  readonly kind: AreaKind | 'circle' | 'box' | 'file'
  readonly shape: AreaShape
  readonly title: string
}

async function askedShape(options: Options): Promise<AskedShape> {
  const kinds = [...areaKinds, 'circle', 'box', 'file'] as const
  const given = kinds.flatMap((kind) => {
    const text = options[kind === 'block-group' ? 'blockGroup' : kind]
    return text === undefined ? [] : [{ kind, text: text.trim() }]
  })
  if (given.length !== 1)
    throw new UsageError(
      given.length === 0
        ? 'No area is given.'
        : `One area at a time: got ${given.map(({ kind }) => `--${kind}`).join(' and ')}.`,
      'Name one: vicinage area --zip 78704, --city "Austin, TX", --county 48453, --circle 30.27,-97.74,2000, --file shape.geojson …',
    )
  const { kind, text } = given[0]
  if (kind === 'circle') {
    const [lat, lon, radius] = numbersOf(
      text,
      3,
      '--circle is LAT,LON,RADIUS',
      'vicinage area --circle 30.27,-97.74,2000',
    )
    return { kind, shape: { lat, lon, radius }, title: `Circle of ${radius} m around ${lat}, ${lon}` }
  }
  if (kind === 'box') {
    const example = 'vicinage area --box -97.8,30.2,-97.7,30.3'
    const [west, south, east, north] = numbersOf(text, 4, '--box is WEST,SOUTH,EAST,NORTH', example)
    return { kind, shape: { west, south, east, north }, title: `Box ${text}` }
  }
  if (kind === 'file') return { kind, shape: await readShape(text), title: text }
  return {
    kind,
    shape: inWords(() => namedArea(kind, text)),
    title: /^\d/.test(text) ? `${kindNames[kind]} ${text}` : text,
  }
}

const kindNames: Readonly<Record<AreaKind, string>> = {
  zip: 'ZIP',
  city: 'City',
  county: 'County',
  tract: 'Census tract',
  'block-group': 'Block group',
  district: 'School district',
  state: 'State',
}

function numbersOf(text: string, count: number, form: string, example: string): number[] {
  const numbers = text.split(/\s*,\s*|\s+/).map((part) => (part === '' ? Number.NaN : Number(part)))
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers
  throw new UsageError(`${form}, ${count} numbers, got '${text}'.`, `Such as: ${example}`)
}

async function readShape(path: string): Promise<AreaShape> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[error.code ?? ''] ?? error.message
    throw new UsageError(`The shape ${path} cannot be read: ${reason}.`)
  })
  if (bytes.length > LONGEST_FILE) throw new UsageError(`The shape ${path} is longer than ${LONGEST_FILE / 1e6} MB.`)
  let shape: unknown
  try {
    shape = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new UsageError(`The shape ${path} is not JSON.`, 'A shape is a GeoJSON file; convert others with ogr2ogr.')
  }
  if (typeof shape === 'object' && shape !== null && 'type' in shape) return shape as AreaShape
  throw new UsageError(`The file ${path} is not GeoJSON: it has no "type".`)
}

/** `walkability=50,flood=100` */
function readLimits(given: string): Limits {
  return Object.fromEntries(
    given.split(',').map((part) => {
      const [id, limit, ...more] = part.split('=')
      const score = limit === undefined || limit.trim() === '' ? Number.NaN : Number(limit)
      if (more.length > 0 || !(score >= 0 && score <= 256))
        throw new UsageError(
          `--below is a dimension and a score of 0 to 256, got '${part.trim()}'.`,
          'Such as: --below walkability=50',
        )
      return [readDimension(id), score]
    }),
  )
}

/** What is wrong with a shape is wrong with the command line. */
function inWords<Answer>(ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    if (error instanceof ValidationError) throw new UsageError(`${error.message.replace(/\.$/, '')}.`)
    throw error
  }
}

/** People and size, a line per dimension with the middle 80 % of the people as a bar, schools, and what the columns mean. */
function areaText(
  name: string,
  answer: AreaAnswer,
  below: Readonly<Record<string, number | undefined>>,
  style: Style,
): string {
  const { people, land_km2: land, boundary, scores, schools } = answer
  const size =
    style.units === 'metric'
      ? `${land} km²`
      : `${Number((land / KM2_PER_SQUARE_MILE).toPrecision(3)).toLocaleString('en-US')} sq mi (${land.toLocaleString('en-US')} km²)`
  const facts = [people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`, size]
  const lines = [titleText(name, facts, style)]
  if (land === 0) return `${lines[0]}\n\nNothing of it is in the coverage.\n`
  const present = groups.flatMap(({ title, dimensions }) => {
    const known = dimensions.filter(({ id }) => scores[id] !== undefined)
    return known.length === 0 ? [] : [{ title, known }]
  })
  const nameWidth = Math.max(
    0,
    ...present.flatMap(({ known }) => known.map((dimension) => shortName(dimension).length)),
  )
  const barWidth = Math.max(0, Math.min(20, style.width - (2 + nameWidth + headings.length + 2)))
  if (present.length > 0) lines.push('', paint(style, 'dim', `  ${' '.repeat(nameWidth)}${headings}`))
  for (const { title, known } of present)
    lines.push(
      paint(style, 'bold', title),
      ...known.map((dimension) => scoreLine(dimension, scores[dimension.id], nameWidth, barWidth, style)),
    )
  const shares = present.flatMap(({ known }) =>
    known.flatMap((dimension) => {
      const { id } = dimension
      const share = scores[id].share_below
      return share == null
        ? []
        : [`${percent(share)} of the people live below ${below[id]} in ${shortName(dimension).toLowerCase()}.`]
    }),
  )
  if (shares.length > 0) lines.push('', ...shares.map((share) => hang(share, style.width, 2)))
  if (schools !== null) {
    const levels = Object.entries(schools).map(
      ([level, { schools, mean_rating: rating }]) =>
        `${schools.toLocaleString('en-US')} ${level}${rating === null ? '' : ` (${rating.toFixed(1)})`}`,
    )
    lines.push('', hang(`Public schools (mean rating): ${levels.join(', ')}.`, style.width, 2))
  }
  const notes = [
    ...(boundary === 'approximate' ? ['The outline is approximate: the census block groups nearest to it.'] : []),
    'Mean, p10, median and p90 are of the people who live there; the bar spans p10 to p90 on 1-255. Land: mean of the area, inhabited or not.',
  ]
  lines.push('', ...notes.map((note) => paint(style, 'dim', hang(note, style.width, 0))))
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
  return share > 0 && share < 0.001 ? '< 0.1 %' : `${Number((share * 100).toFixed(1))} %`
}
