import type { District } from '../../endpoints/school-schemas.ts'
import { flow, hang, wrap } from './fit.ts'
import { districtWords, ratingWords } from './school-words.ts'
import { between, paint, type Style } from './style.ts'

/** The districts of a place under a title: name, kind, grades, identifier, rating and what it rests on. */
export function districtsText(title: string, districts: readonly District[], nothing: string, style: Style): string {
  const next = districts.slice(0, 1).map(({ geoid }) => `Schools of a district: vicinage district-schools ${geoid}`)
  const blocks = [
    wrap(title, style.width).map((line) => paint(style, 'bold', line)),
    ...(districts.length === 0
      ? [[hang(nothing, style.width, 0)]]
      : districts.map((district) => block(district, style))),
    ...next.map((line) => wrap(line, style.width).map((part) => paint(style, 'dim', part))),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function block(district: District, style: Style): string[] {
  const { rating_year: year, rating_summary: summary } = district
  const rating = `rating ${ratingWords(district, style)}${district.rating === null || year === null ? '' : ` (${year})`}`
  const facts = [districtWords(district) ?? '', district.geoid, rating].filter((fact) => fact !== '')
  return [
    ...wrap(district.name, style.width - 2).map((line) => `  ${paint(style, 'bold', line)}`),
    ...flow(facts, between(style), style.width - 4).map((line) => `    ${line}`),
    ...(summary === null ? [] : wrap(summary, style.width - 4).map((line) => `    ${paint(style, 'dim', line)}`)),
  ]
}
