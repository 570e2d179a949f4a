import type { Command } from 'commander'
import type {
  ListedSchool,
  ListedSchools,
  SchoolMethods,
  SchoolSearchResponse,
} from '../../../answers/schools/answers.ts'
import { levelsIn } from '../../../answers/schools/level.ts'
import { campusesNear, listedSchools, schoolsIfLoaded } from '../../../answers/schools/school-methods.ts'
import type { Point } from '../../../base/geo/place.ts'
import { level, limit } from '../../../base/parameters/known-parameters.ts'
import { distanceWords, levelWords, ratingWords } from '../../../library/contract/school-words.ts'
import { readOptions } from '../arguments.ts'
import { readNumber } from '../batch-arguments.ts'
import { placeLines, placeName } from '../place-lines.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { between, paint, type Style } from '../style.ts'
import { flow, hang, padAfter, padBefore, textWidth, withoutControls, wrap } from '../text-layout.ts'
import { NOTHING_FOUND } from '../usage-error.ts'
import { answerAbout, district, openedSchools, readIdentifier } from './school.ts'

interface Options extends SchoolOptions {
  readonly sameDistrict?: true
  readonly minRating?: number
  readonly json?: true
}

/** `vicinage schools LAT LON | ADDRESS`: lists the nearest public schools. */
export function schoolsCommand(program: Command, session: Session): void {
  const command = program
    .command('schools')
    .description('list the public schools nearest to a place, with ratings')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', PLACE_WORDS)
  addSchoolOptions(command)
    .option('--same-district', 'only schools in the districts that contain the place')
    .option('--min-rating <rating>', 'only schools with this rating or better, 1-10', readNumber('--min-rating', 1, 10))
    .option('--json', 'print JSON')
    .action(async (words: string[], options: Options) => {
      const { level, limit } = readSchoolOptions(options)
      const { vicinage, place } = await session.openAt(words, { dimensions: [] })
      const schools = schoolsIfLoaded(vicinage.schools)
      const { lat, lon } = place
      const same_district = options.sameDistrict ?? false
      const { minRating } = options
      const request = { lat, lon, level, limit, same_district, minRating }
      const answer = options.programs ? schools.schoolRatings(request) : campusesNear(schools, request)
      if (answer.schools.length === 0) session.endWith(NOTHING_FOUND)
      session.answer(
        options.json,
        answer,
        () =>
          placeLines(place, session.style) +
          answerText(session, schools, answer, limit, {
            title: `Schools around ${placeName(place)}`,
            nothing: () => nothingFound(place, kindOfSchool(level), same_district, schools),
            districts: true,
          }),
      )
    })
}

function nothingFound(place: Point, kind: string, sameDistrict: boolean, schools: SchoolMethods): string {
  if (!sameDistrict) return `The data has no ${kind}.`
  const { districts } = schools.districts(place)
  if (districts.length === 0) return 'This place is not in a school district.'
  return `The data has no ${kind} of ${districts.map(({ name }) => name).join(' or ')}.`
}

/** `vicinage district-schools LEA_ID`: lists the public schools of a district by name. */
export function districtSchoolsCommand(program: Command, session: Session): void {
  const command = program
    .command('district-schools')
    .description('list the public schools of a school district by name, with ratings')
    .usage('[options] LEA_ID')
    .argument('<lea-id>', '7-digit identifier of the district, as printed by `vicinage districts`')
  addSchoolOptions(command)
    .option('--json', 'print JSON')
    .action(async (text: string, options: SchoolOptions & { readonly json?: true }) => {
      const lea_id = readIdentifier(district, text)
      const { level, limit } = readSchoolOptions(options)
      const schools = await openedSchools(session)
      const campuses = !options.programs
      const request = { lea_id, level, limit, campuses }
      const answer = answerAbout(district, lea_id, schools, () => schools.schoolByDistrict(request))
      if (answer.schools.length === 0) session.endWith(NOTHING_FOUND)
      const name = answer.schools.at(0)?.lea_name ?? null
      session.answer(options.json, answer, () =>
        answerText(session, schools, answer, limit, {
          title: name === null ? `Schools of district ${lea_id}` : `Schools of ${name} (${lea_id})`,
          nothing: () => `The data has no ${kindOfSchool(level)} of this district.`,
          districts: false,
        }),
      )
    })
}

/** Options of all school searches. The values of `--level` and `--limit` are not validated. */
interface SchoolOptions {
  readonly level?: string
  readonly limit?: string
  readonly programs?: true
}

/** Adds the options shared by all school searches. */
function addSchoolOptions(command: Command): Command {
  return command
    .option('--level <levels>', `some of ${level.values.join(', ')}, comma-separated`, (text, before?: string) =>
      before === undefined ? text : `${before},${text}`,
    )
    .option('--limit <count>', `maximum number of schools, ${limit.ge}-${limit.le} (default: ${limit.default})`)
    .option('--programs', 'also include programs without a campus, such as home, hospital or custody programs')
}

/** @throws {UsageError} if a value is refused; the reason is the same as in a 422 response of the HTTP service */
function readSchoolOptions(options: SchoolOptions) {
  return readOptions([level, limit], { level: levelsIn(options.level), limit: options.limit })
}

/** Lists the schools of a result, or explains why there are none. Suggests what to try next. */
function answerText(
  { style, isTerminal }: Session,
  schools: SchoolMethods,
  answer: SchoolSearchResponse,
  requestedLimit: number,
  { title, nothing, districts }: Pick<SchoolListWords, 'title' | 'districts'> & { readonly nothing: () => string },
): string {
  const { schools: listed, data_source, additional_info } = answer
  const mayBeCut = listed.length >= requestedLimit && requestedLimit < limit.le
  const words = {
    title,
    nothing: data_source === 'none' ? (additional_info ?? 'No schools are loaded.') : nothing(),
    districts,
    next: [
      ...(mayBeCut ? [`At most ${requestedLimit} schools are listed. Use --limit ${limit.le} for more.`] : []),
      ...listed.slice(0, 1).map(({ nces_id }) => `For all facts about a school, run \`vicinage school ${nces_id}\``),
    ],
  }
  return schoolsText(withoutControls(listedSchools(answer, schools)), withoutControls(words), style, isTerminal)
}

/** Returns `high school`, `middle or high school` or `school`. */
function kindOfSchool(levels: readonly string[] | undefined): string {
  if (levels === undefined) return 'school'
  return `${[levels.slice(0, -1).join(', '), ...levels.slice(-1)].filter((word) => word !== '').join(' or ')} school`
}

/** Text that surrounds a list of schools. */
interface SchoolListWords {
  readonly title: string
  /** Message to print if there are no schools. */
  readonly nothing: string
  /** Whether to show the district of each school. This is redundant if the title already names the only district. */
  readonly districts: boolean
  /** Remarks and suggestions to print at the end. */
  readonly next: readonly string[]
}

/**
 * Lists schools with a title and their sources. Each school is on one line if it fits, or if the output is not a
 * terminal, so that `grep` finds whole schools. Otherwise the name and rating come first, with the other facts below.
 */
export function schoolsText(
  { schools, data_source, data_vintage, additional_info }: ListedSchools,
  words: SchoolListWords,
  style: Style,
  isTerminal: boolean,
): string {
  const title = wrap(words.title, style.width).map((line) => paint(style, 'bold', line))
  const list = schools.length > 0 ? rows(schools, words, style, isTerminal) : [hang(words.nothing, style.width, 0)]
  // If there are several sources, `data_vintage` is the year of the oldest.
  const oldest = data_source.includes('; ') ? '; the oldest of' : ','
  const source = data_vintage > 0 ? [`Source: ${data_source}${oldest} ${data_vintage}.`] : []
  // If no schools are loaded, `additional_info` repeats the reason in `words.nothing`, so it is not printed again.
  const notes = [...source, additional_info ?? '', ...words.next].filter(
    (note) => note !== '' && note !== words.nothing,
  )
  const end = notes.flatMap((note) => wrap(note, style.width)).map((line) => paint(style, 'dim', line))
  return `${[...title, '', ...list, ...(end.length > 0 ? [''] : []), ...end].join('\n')}\n`
}

/** Minimum width in characters for school names. If less is available, the levels are printed below the names. */
const roomForNames = 30

interface Row {
  readonly distance: string
  readonly name: string
  readonly level: string
  readonly rating: string
  /** Facts printed below the name: the district and the identifier, or just the identifier. */
  readonly more: readonly string[]
}

function rows(schools: readonly ListedSchool[], words: SchoolListWords, style: Style, isTerminal: boolean): string[] {
  const rows = schools.map((school): Row => {
    const id = [school.nces_id]
    return {
      distance: distanceWords(school.distance_meters, style.units),
      name: school.name,
      level: levelWords(school) ?? '',
      rating: ratingWords(school, style),
      more: words.districts ? [school.lea_name ?? `district ${school.lea_id}`, ...id] : id,
    }
  })
  const whole = oneLineEach(rows, style)
  if (!isTerminal || whole.every((line) => textWidth(line.plain) <= style.width))
    return whole.map(({ painted }) => painted)
  const columns = {
    distance: widest(rows, 'distance'),
    level: widest(rows, 'level'),
    rating: widest(rows, 'rating'),
  }
  return rows.flatMap((row) => twoLines(row, columns, style))
}

function oneLineEach(rows: readonly Row[], style: Style): { readonly plain: string; readonly painted: string }[] {
  const [distance, name, level, rating] = (['distance', 'name', 'level', 'rating'] as const).map((column) =>
    widest(rows, column),
  )
  const district = Math.max(...rows.map(({ more }) => (more.length > 1 ? textWidth(more[0]) : 0)))
  return rows.map((row) => {
    const start = distance === 0 ? '' : `${padBefore(row.distance, distance)}  `
    const middle = `  ${padAfter(row.level, level)}  `
    const mark = padBefore(row.rating, rating)
    const end = row.more.map((part, i) => `  ${padAfter(part, i < row.more.length - 1 ? district : 0)}`).join('')
    const called = padAfter(row.name, name)
    return {
      plain: start + called + middle + mark + end,
      painted: start + called + middle + paint(style, 'bold', mark) + paint(style, 'dim', end),
    }
  })
}

interface ColumnWidths {
  readonly distance: number
  readonly level: number
  readonly rating: number
}

/** Formats a school: distance, name, level if there is room, and rating. The other facts go below the name. */
function twoLines(row: Row, { distance, level, rating }: ColumnWidths, style: Style): string[] {
  const start = distance === 0 ? '' : `${padBefore(row.distance, distance)}  `
  const indent = ' '.repeat(Math.max(2, start.length))
  const withLevel = style.width - start.length - 2 - level - 2 - rating
  const beside = withLevel >= roomForNames
  const room = beside ? withLevel : withLevel + 2 + level
  const [name, ...rest] = wrap(row.name, room - (indent.length - start.length))
  const kind = beside ? `  ${padAfter(row.level, level)}` : ''
  const facts = [...(beside ? [] : [row.level]), ...row.more].filter((fact) => fact !== '')
  return [
    `${start}${padAfter(name, room)}${kind}  ${paint(style, 'bold', padBefore(row.rating, rating))}`,
    ...rest.map((line) => indent + line),
    ...flow(facts, between(style), style.width - indent.length).map((line) => indent + paint(style, 'dim', line)),
  ]
}

function widest(rows: readonly Row[], column: 'distance' | 'name' | 'level' | 'rating'): number {
  return Math.max(...rows.map((row) => textWidth(row[column])))
}
