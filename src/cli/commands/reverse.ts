import type { Command } from 'commander'
import type { ReverseAnswer } from '../../geocode/reverse.ts'
import { placeText } from '../arguments.ts'
import type { Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { hang, withoutControls, wrap } from '../text-layout.ts'

/** `vicinage reverse LAT LON`: what is at a coordinate. */
export function reverseCommand(program: Command, session: Session): void {
  program
    .command('reverse')
    .description('neighborhood, city, ZIP, county and census areas of a coordinate')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('--streets <dir>', 'folder of street layers (default: those of your data folder)')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { streets?: string; json?: true }) => {
      const place = session.place(given)
      const { streets } = options
      const vicinage = await session.open({ dimensions: [], schools: false, ...(streets && { streets }) })
      const answer = vicinage.reverse(place)
      if (options.json) session.printJson(answer)
      else session.print(reverseText(placeText(place, ', '), withoutControls(answer), session.style))
    })
}

function reverseText(coordinate: string, answer: ReverseAnswer, style: Style): string {
  const { neighborhood, city, zip, county, state, tract, block_group } = answer
  const facts = {
    Place: answer.label === null ? null : coordinate,
    Address: answer.address,
    Neighborhood: neighborhood,
    City: city,
    ZIP: zip,
    County: county && `${county.name} (${county.fips})`,
    State: state && `${state.name} (${state.fips})`,
    Tract: tract,
    'Block group': block_group,
  }
  const blocks = [
    wrap(answer.label ?? coordinate, style.width).map((line) => paint(style, 'bold', line)),
    Object.entries(facts).flatMap(([label, fact]) =>
      fact === null ? [] : [`  ${label.padEnd(labelWidth)}${hang(fact, style.width, 2 + labelWidth)}`],
    ),
    answer.message === null ? [] : wrap(answer.message, style.width),
  ]
  const full = blocks.filter((lines) => lines.length > 0)
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const labelWidth = 'Neighborhood  '.length
