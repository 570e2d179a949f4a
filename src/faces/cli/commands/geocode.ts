import type { Command } from 'commander'
import type { Units } from '../../../answers/dimensions/words.ts'
import type { GeocodeAnswer, GeocodeParts } from '../../../answers/geocode/answer.ts'
import type { Layer } from '../../../answers/geocode/layers.ts'
import type { ReverseAnswer } from '../../../answers/geocode/reverse.ts'
import type { Suggestion } from '../../../answers/geocode/suggest/place-table.ts'
import type { SuggestedPlace } from '../../../base/errors.ts'
import { WIDEST } from '../../../base/geo/distance.ts'
import { country, suggestionLimit } from '../../../base/parameters/known-parameters.ts'
import { distanceWords } from '../../../library/contract/school-words.ts'
import { getAddress, placeText, readAddress, readOptions, readPlace } from '../arguments.ts'
import { readNumber } from '../batch-arguments.ts'
import { LAYER_WORDS, placeLines } from '../place-lines.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { between, paint, type Style } from '../style.ts'
import { flow, hang, withoutControls, wrap } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

interface GeocodeArguments {
  readonly country?: string
  readonly minLayer?: Layer
  readonly maxRadius?: number
  readonly near?: string
  readonly streets?: string
  readonly explain?: true
  readonly json?: true
}

/** `vicinage geocode ADDRESS`: prints the coordinates of an address and how they were found. */
export function geocodeCommand(program: Command, session: Session): void {
  program
    .command('geocode')
    .description('locate an address, and say how certain the match is')
    .usage('[options] ADDRESS')
    .argument('<address...>', 'an address or place in one line: "1100 Congress Ave, Austin, TX 78701"')
    .option('--country <code>', 'two-letter country code; only US addresses are supported')
    .option('--min-layer <layer>', 'coarsest layer to accept: street for houses, zip, city and so on')
    .option('--max-radius <meters>', 'largest radius to accept', readNumber('--max-radius', 0, WIDEST))
    .option('--near <place>', 'expected location, LAT,LON, used to choose among places with the same name')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .option('--explain', 'also show how the address was parsed, what was tried, and why the match is not more exact')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: GeocodeArguments) => {
      const address = readAddress(getAddress(words))
      const countryOption = readOptions([country], options)
      const { streets, explain } = options
      const vicinage = await session.open({ dimensions: [], schools: false, ...(streets && { streets }) })
      const { minLayer, maxRadius, near } = options
      const answer = vicinage.geocode(address, {
        ...countryOption,
        ...(explain && { explain }),
        minLayer,
        maxRadius,
        near: near === undefined ? undefined : readPlace([near]),
      })
      session.answer(options.json, answer, () => geocodeText(address, withoutControls(answer), session.style))
      if (!answer.ok) session.endWith(NOTHING_FOUND)
    })
}

const factWidth = 'Confidence  '.length

/**
 * Formats a geocoding result: coordinates, layer, radius, confidence, how the address was parsed, and alternative
 * matches.
 */
function geocodeText(address: string, answer: GeocodeAnswer, style: Style): string {
  const blocks = [
    wrap(withoutControls(address), style.width).map((line) => paint(style, 'bold', line)),
    facts(answer, style.units).map(
      ([label, fact]) => `  ${label.padEnd(factWidth)}${hang(fact, style.width, 2 + factWidth)}`,
    ),
    remarks(answer).flatMap((text) => wrap(text, style.width)),
    alternatives(answer, style),
    explanationLines(answer, style),
    !answer.ok
      ? []
      : wrap(`For the scores there, run \`vicinage report ${answer.lat} ${answer.lon}\``, style.width).map((line) =>
          paint(style, 'dim', line),
        ),
  ]
  const full = blocks.filter((lines) => lines.length > 0)
  return `${full.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function facts(answer: GeocodeAnswer, units: Units): (readonly [label: string, fact: string])[] {
  const read = partsWords(answer.parsed)
  const readAs = read === '' ? [] : [['Read as', read] as const]
  if (!answer.ok) return readAs
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

function remarks(answer: GeocodeAnswer): string[] {
  if (!answer.ok) return [answer.message, ...(answer.advice === undefined ? [] : [answer.advice])]
  return answer.note === null ? [] : [answer.note.text]
}

function alternatives(answer: GeocodeAnswer, style: Style): string[] {
  const matches: readonly SuggestedPlace[] = answer.ok ? answer.alternatives : answer.suggestions
  if (matches.length === 0) return []
  const lines = matches.map((match) => `${match.label} at ${placeText(match, ', ')} (${match.layer})`)
  return [
    paint(style, 'bold', answer.ok ? 'Or' : 'Did you mean'),
    ...lines.map((line) => `  ${hang(line, style.width, 4)}`),
  ]
}

/** Lists how each part of the address was parsed, and the steps of the search. */
function explanationLines({ explanation }: GeocodeAnswer, style: Style): string[] {
  if (explanation === undefined) return []
  const { parts, unread, steps } = explanation
  const line = (text: string) => `  ${hang(text, style.width, 4)}`
  return [
    paint(style, 'bold', 'Explanation'),
    ...parts.map(({ part, given, read }) =>
      line(`${part}: "${given}"${given.toUpperCase() === read ? '' : ` as ${read}`}`),
    ),
    ...(unread.length === 0 ? [] : [line(`not read: ${unread.join(' ')}`)]),
    ...steps.map(({ text }, i) => line(`${i + 1}. ${text}`)),
  ]
}

/** `vicinage reverse LAT LON | ADDRESS`: prints the address and the areas of a place, such as its city. */
export function reverseCommand(program: Command, session: Session): void {
  program
    .command('reverse')
    .description('name the neighborhood, city, ZIP, county and census areas of a place')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', PLACE_WORDS)
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: { streets?: string; json?: true }) => {
      const { streets } = options
      const needs = { dimensions: [], schools: false, geocoder: true, ...(streets && { streets }) }
      const { vicinage, place } = await session.openAt(words, needs)
      const answer = vicinage.reverse(place)
      if (answer.label === null) session.endWith(NOTHING_FOUND)
      session.answer(
        options.json,
        answer,
        () =>
          placeLines(place, session.style) +
          reverseText(placeText(place, ', '), withoutControls(answer), session.style),
      )
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

/** `vicinage suggest TEXT`: lists the names that begin with a string. */
export function suggestCommand(program: Command, session: Session): void {
  program
    .command('suggest')
    .description('complete the name of a city, ZIP, county, neighborhood, school or street')
    .usage('[options] TEXT')
    .argument('<text...>', 'the beginning of a name: "hyde park, aus"')
    .option('--near <lat,lon>', 'prefer names near this place among names that match equally well')
    .option('--limit <n>', 'maximum number of suggestions, 1-50 (default: 10)')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: { near?: string; limit?: string; json?: true }) => {
      const text = getAddress(words).slice(0, 100)
      if (text === '') throw new UsageError('The text is empty.', 'For example: vicinage suggest "hyde park, aus"')
      const near = options.near === undefined ? undefined : readPlace([options.near])
      const { limit } = readOptions([suggestionLimit], options)
      const vicinage = await session.open({ dimensions: [], schools: false })
      const suggestions = vicinage.suggest(text, { near, limit })
      if (suggestions.length === 0) session.endWith(NOTHING_FOUND)
      session.answer(options.json, suggestions, () => suggestionsText(withoutControls(suggestions), session.style))
    })
}

function suggestionsText(suggestions: readonly Suggestion[], style: Style): string {
  if (suggestions.length === 0) return 'No name begins with this text.\n'
  const lines = suggestions.flatMap(({ layer, label, radius, ...place }) => {
    const facts = [layers[layer], placeText(place, ', '), `within ${distanceWords(radius, style.units)}`]
    return [
      ...wrap(label, style.width).map((line) => paint(style, 'bold', line)),
      ...flow(facts, between(style), style.width - 2).map((line) => `  ${line}`),
    ]
  })
  return `${lines.join('\n')}\n`
}
