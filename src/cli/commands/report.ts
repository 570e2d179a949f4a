import type { Command } from 'commander'
import { addressOf, isAddress, readAddress } from '../address.ts'
import { hang } from '../output/fit.ts'
import { foundWords } from '../output/geocode-text.ts'
import { reasonForNothing, reportLegend, reportText } from '../output/report-text.ts'
import type { Style } from '../output/style.ts'
import { withoutControls } from '../output/without-controls.ts'
import { placeText } from '../place.ts'
import { type FoundAddress, foundAddress, type Report, reportOn } from '../report.ts'
import type { Session } from '../session.ts'

interface Options {
  readonly streets?: string
  readonly json?: true
}

/** `vicinage report LAT LON` or `vicinage report ADDRESS`: all dimensions as a table. */
export function reportCommand(program: Command, session: Session): void {
  program
    .command('report')
    .description('all that is known about a place or an address, as a table')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees, west is negative; or an address in one line')
    .option('--streets <dir>', 'folder of street layers for the address, from `vicinage geocoder add-streets`')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: Options) => {
      if (isAddress(given)) return reportOnAddress(session, readAddress(addressOf(given)), options)
      const place = session.place(given)
      const report = reportOn(await session.open({ geocoder: false }), place)
      if (options.json) session.printJson(report)
      else session.print(reportText(report, session.style) + notes(report, session.style))
    })
}

async function reportOnAddress(session: Session, address: string, { streets, json }: Options): Promise<void> {
  const vicinage = await session.open(streets === undefined ? {} : { streets })
  const { lat, lon, ...found } = foundAddress(address, vicinage.geocode(address))
  const report = reportOn(vicinage, { lat, lon })
  if (json) return session.printJson({ ...report, address: found })
  const shown = withoutControls(found)
  session.print(
    reportText(report, session.style, shown.address) +
      notes(report, session.style, [foundLine(shown), ...(shown.message === null ? [] : [shown.message])]),
  )
}

/** What the coordinate rests on, and that a wide radius makes the scores those of its middle. */
function foundLine(found: Omit<FoundAddress, 'lat' | 'lon'>): string {
  const isArea = found.radius > FAR ? ' The scores are those of that coordinate, not of the house.' : ''
  return `${foundWords(found)}.${isArea}`
}

/** Metres: farther than that, scores of another street are read. */
const FAR = 300

function notes(report: Report, style: Style, found: readonly string[] = []): string {
  const lines = found.map((line) => `${hang(line, style.width, 2)}\n`).join('')
  const before = lines === '' ? '' : `\n${lines}`
  if (reasonForNothing(report) !== null) return before
  return `${before}\n${reportLegend(style)}\n${more(report)
    .map((line) => hang(line, style.width, 2))
    .join('\n')}\n`
}

function more(report: Report): string[] {
  const place = placeText(report, ' ')
  const schools = report.schools.length === 0 ? [] : [`More schools, and their sources: vicinage schools ${place}`]
  return [`Behind a score: vicinage explain flood ${place}`, ...schools]
}
