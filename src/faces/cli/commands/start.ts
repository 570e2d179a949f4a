import type { Command } from 'commander'
import type { Point } from '../../../base/geo/place.ts'
import { placeText } from '../arguments.ts'
import { reportOn } from '../report.ts'
import type { Session } from '../session.ts'
import { reportLegend, reportText } from './report.ts'

interface Sight extends Point {
  readonly name?: string
}

/** Three sample places, one per state, chosen to differ as much as possible. */
const sights: readonly Sight[] = [
  { name: 'Downtown Austin', lat: 30.2672, lon: -97.7431 },
  { name: 'Mission District, San Francisco', lat: 37.7599, lon: -122.4148 },
  { name: 'The Villages', lat: 28.9342, lon: -81.9748 },
]

/** Runs for `npm start`: prints the report of one place, or of three sample places, and suggests what to try next. */
export function startCommand(program: Command, session: Session): void {
  program
    .command('start', { hidden: true })
    .description('a first look: the report for a place, or for three well-known places')
    .usage('[LAT,LON]')
    .argument('[place...]', 'LAT,LON in decimal degrees; west is negative')
    .action(async (words: string[]) => {
      const chosen: readonly Sight[] = words.length === 0 ? sights : [session.place(words)]
      const vicinage = await session.open({ geocoder: false })
      const texts = chosen.map((sight) =>
        reportText(reportOn(vicinage, sight, session.style.units), session.style, sight.name),
      )
      session.print([...texts, reportLegend(session.style), nextSteps(chosen[0], words.length === 0)].join('\n'))
    })
}

function nextSteps(place: Point, first: boolean): string {
  const other = first ? { lat: 34.0522, lon: -118.2437 } : sights[1]
  return `Next:
  npm start -- ${placeText(other, ',')}
  node dist/cli.js explain noise-levels ${placeText(place, ' ')}
  node dist/cli.js schools ${placeText(place, ' ')}
  node dist/cli.js --help
`
}
