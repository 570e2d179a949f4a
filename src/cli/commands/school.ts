import type { Command } from 'commander'
import { levelWords, numberWords, ratingWords } from '../../endpoints/school-words.ts'
import type { SchoolDetail } from '../../schools/answers.ts'
import { schoolsIfLoaded } from '../../schools/school-methods.ts'
import { races, type StudentGroup, sexes } from '../../schools/student-groups.ts'
import { placeText } from '../arguments.ts'
import { answerAbout, readIdentifier, school } from '../identifier.ts'
import type { Session } from '../session.ts'
import { bar, paint, type Style } from '../style.ts'
import { hang, withoutControls, wrap } from '../text-layout.ts'

/** `vicinage school NCES_ID`: one school in full. */
export function schoolCommand(program: Command, session: Session): void {
  program
    .command('school')
    .description('all facts about one public school')
    .usage('[options] NCES_ID')
    .argument('<nces-id>', 'identifier of the school, 12 digits, as `vicinage schools` prints it')
    .option('--json', 'as JSON')
    .action(async (given: string, options: { json?: true }) => {
      const nces_id = readIdentifier(school, given)
      const vicinage = await session.open({ dimensions: [], geocoder: false })
      const schools = schoolsIfLoaded(vicinage.schools)
      const answer = answerAbout(school, nces_id, schools, () => schools.school({ nces_id }))
      if (options.json) session.printJson(answer)
      else session.print(schoolCard(withoutControls(answer), session.style))
    })
}

/** All that is known about a school; facts that no source gives are left out. */
function schoolCard(school: SchoolDetail, style: Style): string {
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

/** The known groups, the largest first; percentages and bars where the whole is known. */
function groupLines(title: string, groups: readonly StudentGroup[], style: Style): string[] {
  if (groups.length === 0) return []
  const nameWidth = Math.max(...groups.map(({ name }) => name.length))
  const countWidth = Math.max(...groups.map(({ count }) => numberWords(count, 0).length))
  const cells = Math.min(longestBar, style.width - 2 - nameWidth - 2 - countWidth - '  100.0 %  '.length)
  const lines = groups.map(({ name, count, share }) => {
    const start = `  ${name.padEnd(nameWidth)}  ${numberWords(count, 0).padStart(countWidth)}`
    if (share === null) return start
    const line = `${start}  ${(100 * share).toFixed(1).padStart(5)} %`
    return cells < shortestBar ? line : `${line}  ${shareBar(share, cells, style)}`
  })
  return [paint(style, 'bold', title), ...lines]
}

/** A bar of a share from 0 to 1, empty at 0. */
function shareBar(share: number, cells: number, style: Style): string {
  if (share === 0) return paint(style, 'dim', (style.unicode ? '·' : '.').repeat(cells))
  return bar(255 * share, cells, 'demographics', style)
}
