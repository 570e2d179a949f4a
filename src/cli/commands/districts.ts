import type { Command } from 'commander'
import { whyNotLoaded } from '../identifier.ts'
import { districtsText } from '../output/districts-text.ts'
import { withoutControls } from '../output/without-controls.ts'
import { placeText } from '../place.ts'
import type { Session } from '../session.ts'

/** `vicinage districts LAT LON`: the school districts that a place lies in. */
export function districtsCommand(program: Command, session: Session): void {
  program
    .command('districts')
    .description('the school districts that a place lies in, with ratings')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { json?: true }) => {
      const place = session.place(given)
      const { schools } = await session.open({ dimensions: [], geocoder: false })
      const answer = schools.districts(place)
      if (options.json) return session.printJson(answer)
      // An empty list does not tell a place without district from data without districts.
      const reason = answer.districts.length === 0 ? whyNotLoaded(schools, true) : null
      const nothing = ['This place lies in no school district of the data.', ...(reason === null ? [] : [reason])]
      const title = `School districts at ${placeText(place, ', ')}`
      session.print(districtsText(title, withoutControls(answer).districts, nothing.join(' '), session.style))
    })
}
