import type { Command } from 'commander'
import type { District } from '../../../answers/districts/districts.ts'
import type { SchoolDetail, SchoolListing, SchoolMethods } from '../../../answers/schools/answers.ts'
import { schoolsIfLoaded } from '../../../answers/schools/school-methods.ts'
import { races, type StudentGroup, sexes } from '../../../answers/schools/student-groups.ts'
import { NotFoundError } from '../../../base/errors.ts'
import { EXACT } from '../../../base/geo/distance.ts'
import type { Point } from '../../../base/geo/place.ts'
import { leaId, ncesId } from '../../../base/parameters/known-parameters.ts'
import {
  distanceWords,
  districtWords,
  levelWords,
  numberWords,
  ratingWords,
} from '../../../library/contract/school-words.ts'
import type { Vicinage } from '../../../library/vicinage.ts'
import { placeText } from '../arguments.ts'
import { placeLines, placeName } from '../place-lines.ts'
import type { FoundPlace } from '../report.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { bar, between, paint, type Style } from '../style.ts'
import { flow, hang, withoutControls, wrap } from '../text-layout.ts'
import { NOTHING_FOUND, NotThereError, UsageError } from '../usage-error.ts'

/** `vicinage school NCES_ID`: prints everything about one school. */
export function schoolCommand(program: Command, session: Session): void {
  program
    .command('school')
    .description('show all facts about one public school')
    .usage('[options] NCES_ID')
    .argument('<nces-id>', '12-digit identifier of the school, as printed by `vicinage schools`')
    .option('--json', 'print JSON')
    .action(async (text: string, options: { json?: true }) => {
      const nces_id = readIdentifier(school, text)
      const schools = await openedSchools(session)
      const answer = answerAbout(school, nces_id, schools, () => schools.school({ nces_id }))
      const { kind } = schools.listing({ nces_id })
      session.answer(options.json, answer, () => schoolCard({ ...withoutControls(answer), kind }, session.style))
    })
}

/** Formats all available information about a school. Missing values are omitted. */
function schoolCard(school: SchoolDetail & Pick<SchoolListing, 'kind'>, style: Style): string {
  const blocks = [
    wrap(school.name, style.width).map((line) => paint(style, 'bold', line)),
    facts(school).map(([label, fact]) => `  ${label.padEnd(labelWidth)}${hang(fact, style.width, 2 + labelWidth)}`),
    ratingLines(school, style),
    groupLines('Students by race', races(school), style),
    groupLines('Students by sex', sexes(school), style),
  ]
  const full = blocks.filter((lines) => lines.length > 0)
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const labelWidth = 'District  '.length
const longestBar = 20
const shortestBar = 5

function facts(school: Parameters<typeof schoolCard>[0]): (readonly [label: string, fact: string])[] {
  const { total_students: students, total_teachers: teachers } = school
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Level', levelWords(school)],
    ['District', school.lea_name === null ? school.lea_id : `${school.lea_name} (${school.lea_id})`],
    ['NCES id', school.nces_id],
    ['Address', school.address],
    ['Place', placeText(school, ', ')],
    ['Phone', school.phone],
    ['Website', school.website],
    ['Students', students === null ? null : numberWords(students, 0)],
    ['Teachers', teachers === null ? null : `${numberWords(teachers, 1)} (full-time equivalents)`],
    ['Ratio', ratioWords(school)],
  ]
  return rows.flatMap(([label, fact]) => (fact ? [[label, fact] as const] : []))
}

function ratioWords(school: SchoolDetail): string {
  const { student_teacher_ratio: ratio, average_student_teacher_ratio: average } = school
  const ratioNote = ratio === null ? [] : [`${numberWords(ratio, 1)} students per teacher`]
  return [...ratioNote, ...(average === null ? [] : [`state average at this level ${numberWords(average, 1)}`])].join(
    '; ',
  )
}

function ratingLines(school: SchoolDetail, style: Style): string[] {
  const { rating, rating_description: words, rating_source: source } = school
  if (rating === null && words === null) return []
  const lines = [...(words === null ? [] : wrap(words, style.width - 2))]
  const cited = source === null ? [] : wrap(`Source: ${source}`, style.width - 2)
  return [
    paint(style, 'bold', rating === null ? 'Rating' : `Rating ${ratingWords(school, style)}`),
    ...lines.map((line) => `  ${line}`),
    ...cited.map((line) => `  ${paint(style, 'dim', line)}`),
  ]
}

/** Lists the known groups, largest first. Adds percentages and bars if the total is known. */
function groupLines(title: string, groups: readonly StudentGroup[], style: Style): string[] {
  if (groups.length === 0) return []
  const nameWidth = Math.max(...groups.map(({ name }) => name.length))
  const countWidth = Math.max(...groups.map(({ count }) => numberWords(count, 0).length))
  const cells = Math.min(longestBar, style.width - 2 - nameWidth - 2 - countWidth - '  100.0%  '.length)
  const lines = groups.map(({ name, count, share }) => {
    const start = `  ${name.padEnd(nameWidth)}  ${numberWords(count, 0).padStart(countWidth)}`
    if (share === null) return start
    const line = `${start}  ${(100 * share).toFixed(1).padStart(5)}%`
    return cells < shortestBar ? line : `${line}  ${shareBar(share, cells, style)}`
  })
  return [paint(style, 'bold', title), ...lines]
}

/** Draws a bar for a share from 0 to 1, empty at 0. */
function shareBar(share: number, cells: number, style: Style): string {
  if (share === 0) return paint(style, 'dim', (style.unicode ? '·' : '.').repeat(cells))
  return bar(255 * share, cells, 'demographics', style)
}

/** `vicinage districts LAT LON | ADDRESS`: lists the school districts that contain a place. */
export function districtsCommand(program: Command, session: Session): void {
  program
    .command('districts')
    .description('list the school districts of a place, with ratings')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', PLACE_WORDS)
    .option('--json', 'print JSON')
    .action(async (words: string[], options: { json?: true }) => {
      const { vicinage, place } = await session.openAt(words, { dimensions: [] })
      const schools = schoolsIfLoaded(vicinage.schools)
      const { lat, lon } = place
      const { districts } = schools.districts({ lat, lon })
      if (districts.length === 0) session.endWith(NOTHING_FOUND)
      const note = districts.length === 0 ? whyNoDistrict(schools) : otherDistricts(vicinage, place, session.style)
      session.answer(options.json, { districts, note }, () => {
        const title = `School districts at ${placeName(place)}`
        return (
          placeLines(place, session.style) + districtsText(title, withoutControls({ districts, note }), session.style)
        )
      })
    })
}

function whyNoDistrict(schools: SchoolMethods): string {
  return whyNotLoaded(schools, true) ?? 'This place is not in any school district in the data.'
}

/**
 * Returns a sentence that names the nearest other district if it begins within the place's radius of uncertainty.
 * Otherwise returns null.
 */
function otherDistricts(vicinage: Vicinage, place: FoundPlace | Point, { units }: Style): string | null {
  const radius = 'radius' in place ? place.radius : 0
  if (radius <= EXACT) return null
  const edge = vicinage.edge('districts', { lat: place.lat, lon: place.lon }, { maxDistance: radius })
  if (edge === null) return null
  const names = edge.districts.map(({ name }) => name).join(' and ')
  const distance = distanceWords(edge.distance_meters, units)
  return `These are the districts at the center of the area. The border of ${names} is ${distance} from the center: use a street address for a definite answer.`
}

/** Lists the districts of a place under a title: name, kind, grades, identifier, rating and its basis. */
function districtsText(
  title: string,
  { districts, note }: { readonly districts: readonly District[]; readonly note: string | null },
  style: Style,
): string {
  const next = districts
    .slice(0, 1)
    .map(({ geoid }) => `For the schools of a district, run \`vicinage district-schools ${geoid}\``)
  const blocks = [
    wrap(title, style.width).map((line) => paint(style, 'bold', line)),
    ...districts.map((district) => block(district, style)),
    ...(note === null ? [] : [[hang(note, style.width, 0)]]),
    ...next.map((line) => wrap(line, style.width).map((part) => paint(style, 'dim', part))),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function block(district: District, style: Style): string[] {
  const { rating_summary: summary } = district
  const rating = `rating ${ratingWords(district, style)}`
  const facts = [districtWords(district) ?? '', district.geoid, rating].filter((fact) => fact !== '')
  return [
    ...wrap(district.name, style.width - 2).map((line) => `  ${paint(style, 'bold', line)}`),
    ...flow(facts, between(style), style.width - 4).map((line) => `    ${line}`),
    ...(summary === null ? [] : wrap(summary, style.width - 4).map((line) => `    ${paint(style, 'dim', line)}`)),
  ]
}

/**
 * Opens the selected data and returns its school methods. If schools are not loaded, the methods return empty answers.
 */
export async function openedSchools(session: Session): Promise<SchoolMethods> {
  return schoolsIfLoaded((await session.open({ dimensions: [], geocoder: false })).schools)
}

interface Kind {
  readonly name: string
  readonly digits: number
  readonly pattern: RegExp
  /** Advice on where to find the identifier of a district or school. */
  readonly hint: string
}

export const district: Kind = {
  name: 'school district',
  digits: 7,
  pattern: new RegExp(leaId.pattern),
  hint: 'To list the districts of a place, run `vicinage districts LAT LON`',
}
export const school: Kind = {
  name: 'school',
  digits: 12,
  pattern: new RegExp(ncesId.pattern),
  hint: 'To list the schools around a place, run `vicinage schools LAT LON`',
}

/**
 * Reads the identifier of a district or school.
 *
 * @throws {UsageError} if the identifier has the wrong number of digits
 */
export function readIdentifier({ name, digits, pattern, hint }: Kind, text: string): string {
  const id = text.trim()
  if (pattern.test(id)) return id
  // Spreadsheets drop the leading zero of California's identifiers.
  const question = pattern.test(`0${id}`) ? ` Did you mean 0${id}?` : ''
  throw new UsageError(`The identifier of a ${name} must have ${digits} digits, got '${id}'.${question}`, hint)
}

/**
 * Returns the result of `ask`. If `ask` does not find the identifier, throws an error that says what is missing.
 *
 * @throws {UsageError} if the data does not contain the district or school, or contains no schools at all
 */
export function answerAbout<Answer>({ name, hint }: Kind, id: string, schools: SchoolMethods, ask: () => Answer) {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const reason = whyNotLoaded(schools, false)
    if (reason !== null) throw new UsageError(reason, 'To use other data, run `vicinage --data DIR …`')
    throw new NotThereError(`There is no ${name} ${id} in the data.`, hint)
  }
}

/** Returns a sentence saying that schools (or districts, if requested) are not loaded, or null if they are loaded. */
function whyNotLoaded(schools: SchoolMethods, districtsToo: boolean): string | null {
  const probe = schools.schoolRatings({ lat: 0, lon: 0, limit: 1, same_district: districtsToo })
  return probe.data_source === 'none' ? probe.additional_info : null
}
