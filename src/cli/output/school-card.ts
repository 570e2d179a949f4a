import type { SchoolDetail } from '../../endpoints/school-schemas.ts'
import { placeText } from '../place.ts'
import { bar } from './bar.ts'
import { hang, wrap } from './fit.ts'
import { levelWords, numberWords, ratingWords } from './school-words.ts'
import { paint, type Style } from './style.ts'

/** All that is known about a school; facts that no source gives are left out. */
export function schoolCard(school: SchoolDetail, style: Style): string {
  const blocks = [
    wrap(school.name, style.width).map((line) => paint(style, 'bold', line)),
    facts(school).map(([label, fact]) => `  ${label.padEnd(labelWidth)}${hang(fact, style.width, 2 + labelWidth)}`),
    ratingLines(school, style),
    groupLines('Students by race', races(school), school.total_students, style),
    groupLines('Students by sex', sexes(school), school.total_students, style),
  ]
  const full = blocks.filter((lines) => lines.length > 0)
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const labelWidth = 'District  '.length
const longestBar = 20
const shortestBar = 5

function facts(school: SchoolDetail): (readonly [label: string, fact: string])[] {
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
  const own = ratio === null ? [] : [`${numberWords(ratio, 1)} students per teacher`]
  return [...own, ...(average === null ? [] : [`state average at this level ${numberWords(average, 1)}`])].join('; ')
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

type Group = readonly [name: string, count: number | null]

function races(school: SchoolDetail): Group[] {
  return [
    ['Hispanic or Latino', school.students_hispanic],
    ['White', school.students_white],
    ['Black', school.students_black],
    ['Asian', school.students_asian],
    ['Native American', school.students_native_american],
    ['Pacific Islander', school.students_pacific_islander],
    ['Two or more races', school.students_two_or_more],
  ]
}

function sexes(school: SchoolDetail): Group[] {
  return [
    ['Female', school.students_female],
    ['Male', school.students_male],
  ]
}

/** The known groups, the largest first; per cent and bars where the whole is known. */
function groupLines(title: string, groups: readonly Group[], students: number | null, style: Style): string[] {
  const known = groups.flatMap(([name, count]) => (count === null ? [] : [{ name, count }]))
  if (known.length === 0) return []
  const whole = wholeOf(
    known.map(({ count }) => count),
    groups.length,
    students,
  )
  const nameWidth = Math.max(...known.map(({ name }) => name.length))
  const countWidth = Math.max(...known.map(({ count }) => numberWords(count, 0).length))
  const cells = Math.min(longestBar, style.width - 2 - nameWidth - 2 - countWidth - '  100.0 %  '.length)
  const lines = known
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => {
      const start = `  ${name.padEnd(nameWidth)}  ${numberWords(count, 0).padStart(countWidth)}`
      if (whole === null) return start
      const share = `${start}  ${((100 * count) / whole).toFixed(1).padStart(5)} %`
      return cells < shortestBar ? share : `${share}  ${shareBar(count / whole, cells, style)}`
    })
  return [paint(style, 'bold', title), ...lines]
}

/**
 * What the counts are shares of: the students, or their own sum where it exceeds them (another year's count) and no group
 * is missing; null where neither makes sense.
 */
function wholeOf(counts: readonly number[], groups: number, students: number | null): number | null {
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum === 0) return null
  if (students !== null && students >= sum) return students
  return counts.length === groups ? sum : null
}

/** A bar of a share from 0 to 1, empty at 0. */
function shareBar(share: number, cells: number, style: Style): string {
  if (share === 0) return paint(style, 'dim', (style.unicode ? '·' : '.').repeat(cells))
  return bar(255 * share, cells, 'demographics', style)
}
