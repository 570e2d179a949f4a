import type { Command } from 'commander'
import type { District } from '../../districts/districts.ts'
import { districtWords, ratingWords } from '../../endpoints/school-words.ts'
import { schoolsIfLoaded } from '../../schools/school-methods.ts'
import { placeText } from '../arguments.ts'
import { whyNotLoaded } from '../identifier.ts'
import type { Session } from '../session.ts'
import { between, paint, type Style } from '../style.ts'
import { flow, hang, withoutControls, wrap } from '../text-layout.ts'

/** `vicinage districts LAT LON`: the school districts that a place lies in. */
export function districtsCommand(program: Command, session: Session): void {
  program
    .command('districts')
    .description('the school districts of a place, with ratings')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { json?: true }) => {
      const place = session.place(given)
      const vicinage = await session.open({ dimensions: [], geocoder: false })
      const schools = schoolsIfLoaded(vicinage.schools)
      const answer = schools.districts(place)
      if (options.json) return session.printJson(answer)
      // An empty list does not tell a place without district from data without districts.
      const reason = answer.districts.length === 0 ? whyNotLoaded(schools, true) : null
      const nothing = ['This place is not in a school district of the data.', ...(reason === null ? [] : [reason])]
      const title = `School districts at ${placeText(place, ', ')}`
      session.print(districtsText(title, withoutControls(answer).districts, nothing.join(' '), session.style))
    })
}

/** The districts of a place under a title: name, kind, grades, identifier, rating and what it rests on. */
function districtsText(title: string, districts: readonly District[], nothing: string, style: Style): string {
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
  const { rating_summary: summary } = district
  const rating = `rating ${ratingWords(district, style)}`
  const facts = [districtWords(district) ?? '', district.geoid, rating].filter((fact) => fact !== '')
  return [
    ...wrap(district.name, style.width - 2).map((line) => `  ${paint(style, 'bold', line)}`),
    ...flow(facts, between(style), style.width - 4).map((line) => `    ${line}`),
    ...(summary === null ? [] : wrap(summary, style.width - 4).map((line) => `    ${paint(style, 'dim', line)}`)),
  ]
}
