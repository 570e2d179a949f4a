import type { Command } from 'commander'
import { distanceWords } from '../../endpoints/school-words.ts'
import type { Suggestion } from '../../geocode/suggest/place-table.ts'
import { suggestionLimit } from '../../parameters/known-parameters.ts'
import { addressOf, placeText, readAddress, readOptions, readPlace } from '../arguments.ts'
import type { Session } from '../session.ts'
import { between, paint, type Style } from '../style.ts'
import { flow, withoutControls, wrap } from '../text-layout.ts'

const layers: Readonly<Record<Suggestion['layer'], string>> = {
  state: 'state',
  county: 'county',
  city: 'city',
  zip: 'ZIP',
  neighborhood: 'neighborhood',
  landmark: 'landmark',
  public_place: 'public place',
  street: 'street',
  address: 'address',
}

/** `vicinage suggest TEXT`: the names that begin with a text. */
export function suggestCommand(program: Command, session: Session): void {
  program
    .command('suggest')
    .description(
      'names of places that begin with a text: cities, ZIPs, counties, neighborhoods, schools, streets of your layers',
    )
    .usage('[options] TEXT')
    .argument('<text...>', 'the beginning of a name: "hyde park, aus"')
    .option('--near <lat,lon>', 'of names that fit alike those near this place come first')
    .option('--limit <n>', 'greatest number of suggestions, 1-50', '10')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { near?: string; limit: string; json?: true }) => {
      const text = readAddress(addressOf(given)).slice(0, 100)
      const near = options.near === undefined ? undefined : readPlace([options.near])
      const { limit } = readOptions([suggestionLimit], options)
      const vicinage = await session.open({ dimensions: [], schools: false })
      const suggestions = vicinage.suggest(text, { near, limit })
      if (options.json) session.printJson(suggestions)
      else session.print(suggestionsText(withoutControls(suggestions), session.style))
    })
}

function suggestionsText(suggestions: readonly Suggestion[], style: Style): string {
  if (suggestions.length === 0) return 'No name begins so.\n'
  const lines = suggestions.flatMap(({ layer, label, radius, ...place }) => {
    const facts = [layers[layer], placeText(place, ', '), `within ${distanceWords(radius, style.units)}`]
    return [
      ...wrap(label, style.width).map((line) => paint(style, 'bold', line)),
      ...flow(facts, between(style), style.width - 2).map((line) => `  ${line}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
