import type { Command } from 'commander'
import { hang } from '../output/fit.ts'
import { reasonForNothing, reportLegend, reportText } from '../output/report-text.ts'
import type { Style } from '../output/style.ts'
import { placeText } from '../place.ts'
import { type Report, reportOn } from '../report.ts'
import type { Session } from '../session.ts'

/** `vicinage report LAT LON`: all dimensions as a table. */
export function reportCommand(program: Command, session: Session): void {
  program
    .command('report')
    .description('all that is known about a place, as a table')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { json?: true }) => {
      const place = session.place(given)
      const report = reportOn(await session.open({}), place)
      if (options.json) session.printJson(report)
      else session.print(reportText(report, session.style) + notes(report, session.style))
    })
}

function notes(report: Report, style: Style): string {
  if (reasonForNothing(report) !== null) return ''
  return `\n${reportLegend(style)}\n${more(report)
    .map((line) => hang(line, style.width, 2))
    .join('\n')}\n`
}

function more(report: Report): string[] {
  const place = placeText(report, ' ')
  const schools = report.schools.length === 0 ? [] : [`More schools, and their sources: vicinage schools ${place}`]
  return [`Behind a score: vicinage explain flood ${place}`, ...schools]
}
