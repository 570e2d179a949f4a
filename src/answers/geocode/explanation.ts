import type { Note } from '../../base/errors.ts'
import type { GeocodeExplanation } from './answer.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Candidate } from './layers.ts'
import type { Located, Refusal } from './locate.ts'
import type { AddressPart, ParsedAddress } from './parse/parse-address.ts'

/** Lists the parts of a parsed address and the words between them. */
export function explainedParts(text: string, parsed: ParsedAddress): Pick<GeocodeExplanation, 'parts' | 'unread'> {
  const cross = parsed.crossStreet
  const named: readonly (readonly [string, AddressPart | null | undefined])[] = [
    ['number', parsed.number],
    ['predirectional', parsed.predirectional],
    ['street', parsed.street],
    ['suffix', parsed.suffix],
    ['postdirectional', parsed.postdirectional],
    ['cross predirectional', cross?.predirectional],
    ['cross street', cross?.street],
    ['cross suffix', cross?.suffix],
    ['cross postdirectional', cross?.postdirectional],
    ['unit', parsed.unit],
    ['box', parsed.poBox],
    ['place', parsed.place],
    ['city', parsed.city],
    ['state', parsed.state],
    ['zip', parsed.zip],
  ]
  const parts = named
    .flatMap(([part, value]) => (value == null ? [] : [{ part, value }]))
    .sort((a, b) => a.value.start - b.value.start)
  const unread: string[] = []
  let at = 0
  const addBetween = (end: number) => {
    for (const word of text.slice(at, end).match(/[\p{L}\p{N}][\p{L}\p{N}'./-]*/gu) ?? []) unread.push(word)
  }
  for (const { value } of parts) {
    addBetween(value.start)
    at = Math.max(at, value.end)
  }
  addBetween(text.length)
  return { parts: parts.map(({ part, value }) => ({ part, given: value.given, read: value.text })), unread }
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  address_abroad: 'The address names another country.',
  place_outside: 'The state, city or ZIP is outside California, Texas and Florida.',
  place_missing: 'The address has no city, state or ZIP.',
  place_unknown: 'No city or ZIP with that name is known.',
  address_unread: 'Some words could not be matched to any part of the address, so another city may be meant.',
  city_missing: 'The address has a state but no city.',
  state_missing: 'The city is not well known enough to be used without a state.',
  name_unknown: 'The name before the city is not known in that city.',
  city_not_at_zip: 'The city is not near the ZIP.',
  zip_and_city_apart: 'City and ZIP are far apart.',
}

/** Describes where the city, ZIP and state locate the address. */
export function areaNote(located: Located, gazetteer: Gazetteer): Note {
  const { zip, city, county, state, conflict, refusal } = located
  if (refusal !== null) return { code: refusal, text: REFUSALS[refusal] }
  const names = [
    ...(zip < 0 ? [] : [`ZIP ${gazetteer.place('zip', zip).name}`]),
    ...(city < 0 ? [] : [`the city ${gazetteer.place('city', city).name}`]),
    ...(county < 0 ? [] : [gazetteer.place('county', county).name]),
    ...(state === null ? [] : [`the state ${state}`]),
  ]
  const area = names.length === 0 ? 'The area is not known' : `The area is ${names.join(', ')}`
  if (conflict !== null)
    return { code: 'area_conflict', text: `${area}; the ${conflict} in the address contradicts it.` }
  return { code: 'area', text: `${area}.` }
}

/** Maximum number of candidates that an explanation lists. */
const MAX_LISTED = 5

/** Describes what the street index knows about a street and number. */
export function candidatesNote(
  parsed: ParsedAddress,
  candidates: readonly { readonly candidate: Candidate; readonly label: string; readonly confidence: number }[],
  where: string,
): Note {
  const { number, street, suffix, crossStreet, place } = parsed
  const name = [street?.text, suffix?.text].filter((word) => word !== undefined).join(' ')
  const streetOrPlace = crossStreet?.street ? `${name} & ${crossStreet.street.text}` : name || (place?.text ?? '')
  if (candidates.length === 0)
    return {
      code: 'street_unknown',
      text: `Streets and public places: nothing like ${number === null ? '' : `${number.text} `}${streetOrPlace} is known in ${where}.`,
    }
  const listed = candidates
    .slice(0, MAX_LISTED)
    .map(
      ({ candidate: { layer, similarity }, label, confidence }) =>
        `${label} (${layer}, ${Math.round(100 * similarity)}% alike${confidence === 0 ? ', not in the area' : `, confidence ${confidence.toFixed(2)}`})`,
    )
  return { code: 'street_candidates', text: `Streets and public places: ${listed.join('; ')}.` }
}
