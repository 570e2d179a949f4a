import type { GeocodeAnswer, GeocodeMatch } from '../../geocode/answer.ts'
import type { Engine } from '../engine/engine.ts'
import type { ChosenPlace } from '../view.ts'
import { coordinatesIn } from './coordinates.ts'

/** Another place that an address may mean. */
export interface Meaning extends GeocodeMatch {
  /** `Starr County`: it tells places of one name apart. */
  readonly county: string | null
}

/** What a text in the search field may mean. */
export interface Finding {
  /** Null where nothing is found, or nothing sure enough. */
  readonly place: ChosenPlace | null
  readonly message: string | null
  readonly alternatives: readonly Meaning[]
}

const LONGEST = 300 // characters of an address, as the geocoder takes them

/** Coordinates are taken as they are; all else is an address. Rejects where the geocoder cannot be loaded. */
export async function find(engine: Pick<Engine, 'geocode' | 'around'>, text: string): Promise<Finding> {
  const coordinates = coordinatesIn(text)
  if (coordinates !== null) return { place: coordinates, message: null, alternatives: [] }
  const address = text.trim()
  if (address === '') return nothing('Type an address, a ZIP code, a city or coordinates first.')
  if (address.length > LONGEST) return nothing(`That is longer than an address: at most ${LONGEST} characters.`)
  const answer = await engine.geocode(address)
  const meanings = answer.alternatives.map(async (match) => ({
    ...match,
    county: (await engine.around({ lat: match.lat, lon: match.lon }))?.county ?? null,
  }))
  return findingOf(answer, await Promise.all(meanings))
}

/** The place of one of several meanings. */
export function placeOf(
  { lat, lon, address, layer, radius }: GeocodeMatch,
  message: string | null = null,
): ChosenPlace {
  return { lat, lon, found: { address, layer, radius, message } }
}

function findingOf(
  { lat, lon, address, layer, radius, confidence, message }: GeocodeAnswer,
  alternatives: readonly Meaning[],
): Finding {
  if (lat === null || lon === null || address === null || layer === null || radius === null || confidence === null)
    return { place: null, message: message === null ? 'Nothing is found.' : onThePage(message), alternatives }
  return { place: placeOf({ lat, lon, address, layer, radius, confidence }, message), message, alternatives }
}

/** Here nobody can add street layers, and the alternatives stand right below. */
function onThePage(message: string): string {
  return message
    .replace('add street layers, or use the centroid from the alternatives', 'add the ZIP code, or choose below')
    .replace('see the alternatives', 'choose below')
}

function nothing(message: string): Finding {
  return { place: null, message, alternatives: [] }
}
