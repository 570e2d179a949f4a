import type { District, SchoolSummary } from '../../endpoints/school-schemas.ts'
import { clip } from './fit.ts'
import { distanceWords, districtWords, levelWords, ratingWords } from './school-words.ts'
import { paint, type Style } from './style.ts'
import { padAfter, padBefore, textWidth } from './text-width.ts'
import { withoutControls } from './without-controls.ts'

/** Metres: schools farther away are none of a neighbourhood's. */
const farthest = 50_000
const ratingWidth = '10/10'.length
const distanceWidth = ' 350 m'.length + 1
/** Characters: with less room for names, the levels go to lines of their own. */
const roomForNames = 24

/** The districts of a place and the schools around it, a line each under a heading; no lines where there are none near. */
export function reportSchools(
  report: { readonly districts: readonly District[]; readonly schools: readonly SchoolSummary[] },
  style: Style,
): string[] {
  const { districts, schools } = withoutControls(report)
  const near = schools.filter(({ distance_meters: metres }) => metres !== null && metres <= farthest)
  const rows = [
    ...districts.map((district) => ({
      start: '  ',
      name: district.name,
      level: districtWords(district) ?? '',
      rating: ratingWords(district, style),
    })),
    ...near.map((school) => ({
      start: `  ${padBefore(distanceWords(school.distance_meters), distanceWidth)}  `,
      name: school.name,
      level: levelWords(school) ?? '',
      rating: ratingWords(school, style),
    })),
  ]
  if (rows.length === 0) return []
  const levelWidth = Math.max(...rows.map(({ level }) => textWidth(level)))
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
  return [paint(style, 'bold', 'Schools'), ...lines]
}
