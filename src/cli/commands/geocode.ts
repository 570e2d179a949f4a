import type { Command } from 'commander'
import type { Units } from '../../dimensions/words.ts'
import { distanceWords } from '../../endpoints/school-words.ts'
import type { GeocodeAnswer, GeocodeMatch, GeocodeParts } from '../../geocode/answer.ts'
import type { Layer } from '../../geocode/layers.ts'
import { country } from '../../parameters/known-parameters.ts'
import { addressOf, placeText, readAddress, readOptions } from '../arguments.ts'
import { NOTHING_FOUND, type Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { hang, withoutControls, wrap } from '../text-layout.ts'

/** `vicinage geocode ADDRESS`: the coordinate of an address, and what it rests on. */
export function geocodeCommand(program: Command, session: Session): void {
  program
    .command('geocode')
    .description('the coordinate of an address, the layer it comes from and how far it may be trusted')
    .usage('[options] ADDRESS')
    .argument('<address...>', 'an address or place in one line: "1100 Congress Ave, Austin, TX 78701"')
    .option('--country <code>', 'two letters; nothing is found outside US')
    .option('--streets <dir>', 'folder of street layers (default: those of your data folder)')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { country?: string; streets?: string; json?: true }) => {
      const address = readAddress(addressOf(given))
      const asked = readOptions([country], options)
      const { streets } = options
      const vicinage = await session.open({ dimensions: [], schools: false, ...(streets && { streets }) })
      const answer = vicinage.geocode(address, asked)
      if (options.json) session.printJson(answer)
      else session.print(geocodeText(address, withoutControls(answer), session.style))
      if (answer.lat === undefined) session.endWith(NOTHING_FOUND)
    })
}

/**
 * An answer about an address: coordinate, layer, radius, confidence, how the address was read, what else it may mean.
 */
function geocodeText(asked: string, answer: GeocodeAnswer, style: Style): string {
  const blocks = [
    wrap(withoutControls(asked), style.width).map((line) => paint(style, 'bold', line)),
    facts(answer, style.units).map(
      ([label, fact]) => `  ${label.padEnd(labelWidth)}${hang(fact, style.width, 2 + labelWidth)}`,
    ),
    answer.note === null ? [] : wrap(answer.note.text, style.width),
    alternatives(answer.alternatives, style),
    answer.lat === undefined
      ? []
      : wrap(`Scores there: vicinage report ${answer.lat} ${answer.lon}`, style.width).map((line) =>
          paint(style, 'dim', line),
        ),
  ]
  const full = blocks.filter((lines) => lines.length > 0)
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** `Found as Austin, TX 78701: layer zip, the ZIP centroid, radius 2.1 km, confidence 0.60` */
export function foundWords(answer: Foundation, units: Units): string {
  const { label, layer, radius, confidence } = answer
  return `Found as ${label}: layer ${layer}, ${LAYER_WORDS[layer]}, radius ${distanceWords(radius, units)}, confidence ${confidence.toFixed(2)}`
}

type Foundation = Pick<GeocodeMatch, 'label' | 'layer' | 'radius' | 'confidence'>

const labelWidth = 'Confidence  '.length

const LAYER_WORDS: Readonly<Record<Layer, string>> = {
  coordinates: 'the coordinate as given',
  address_point: 'the exact address',
  street_range: 'interpolated along its street from the range of house numbers',
  address: 'the address, as a public list has it',
  street: 'on its street, from the nearest known house numbers',
  public_place: 'a school or library',
  landmark: 'the center of the landmark',
  neighborhood: 'the center of the neighborhood',
  zip: 'the ZIP centroid',
  city: 'the center of the city',
  county: 'the center of the county',
  state: 'the center of the state',
}

function facts(answer: GeocodeAnswer, units: Units): (readonly [label: string, fact: string])[] {
  const read = partsWords(answer.parsed)
  const readAs = read === '' ? [] : [['Read as', read] as const]
  if (answer.lat === undefined) return readAs
  const { lat, lon, layer, radius, confidence, label } = answer
  return [
    ['Found', label],
    ['Place', placeText({ lat, lon }, ', ')],
    ['Layer', `${layer}: ${LAYER_WORDS[layer]}`],
    ['Radius', distanceWords(radius, units)],
    ['Confidence', confidence.toFixed(2)],
    ...readAs,
  ]
}

function partsWords(parsed: GeocodeParts): string {
  return Object.entries(parsed)
    .flatMap(([part, text]) => (text === null ? [] : [`${part} ${text}`]))
    .join(', ')
}

function alternatives(matches: readonly GeocodeMatch[], style: Style): string[] {
  if (matches.length === 0) return []
  const lines = matches.map((match) => `${match.label} at ${placeText(match, ', ')} (${match.layer})`)
  return [paint(style, 'bold', 'Or'), ...lines.map((line) => `  ${hang(line, style.width, 4)}`)]
}
