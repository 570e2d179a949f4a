import { type AddressClues, addressClues } from './address-clues.ts'
import {
  answerOf,
  type GeocodeAnswer,
  type GeocodeMatch,
  noAnswer,
  partsOf,
  refusalMessage,
  severalMessage,
  unprovenMessage,
} from './answer.ts'
import { LAYER_CONFIDENCE, MIN_CONFIDENCE, MIN_SIMILARITY, PENALTY } from './confidence.ts'
import { metersBetween } from './distance.ts'
import type { AddressLayer, Candidate, GazetteerLookup, Layer, SearchArea } from './layers.ts'
import { type Located, locate, type Refusal } from './locate.ts'
import { parseAddress } from './parse/parse-address.ts'
import type { ParsedAddress } from './parse/parsed-address.ts'
import { MAX_MATCHES, placeAnswer, rounded } from './place-answer.ts'
import { SearchAreas } from './search-area.ts'

/** Finds the coordinate of an address: the finest layer that has it, or an honest coarser one, or none. */
export class Geocoder {
  readonly #places: GazetteerLookup
  readonly #addresses: readonly AddressLayer[]
  readonly #whereToLook: SearchAreas

  /** @param addresses layers of single addresses, finest first */
  constructor(places: GazetteerLookup, addresses: readonly AddressLayer[]) {
    this.#places = places
    this.#addresses = addresses
    this.#whereToLook = new SearchAreas(places)
  }

  /**
   * Time is linear in the length. Only the first 300 characters are read.
   *
   * @param layers the layers that may answer; null for all
   * @throws {BundleError} when a street layer that the address needs is damaged
   */
  geocode(address: string, layers: ReadonlySet<Layer> | null = null): GeocodeAnswer {
    const parsed = parseAddress(address, this.#places)
    const said = addressClues(address, parsed, this.#places)
    const located = locate(said, this.#places)
    const parts = partsOf(said.single ?? parsed, said)
    const single = said.single === null ? [] : this.#singles(said.single, said, located, layers)
    if (single.length > 0 && located.refusal === 'outside' && said.zip === null)
      return noAnswer(parts, unprovenMessage(said), single.slice(0, MAX_MATCHES))
    if (single.some((match) => isRival(match, single[0])))
      return noAnswer(parts, severalMessage(single[0].address), single.slice(0, MAX_MATCHES))
    if (single.length > 0) return answerOf(single.slice(0, MAX_MATCHES), parts, null)
    if (located.refusal !== null) return noAnswer(parts, refusalMessage(located.refusal, said))
    return placeAnswer(said, located, parts, layers, this.#places)
  }

  /** Answers of the layers of single addresses that fit where the address says it lies, best first. */
  #singles(
    parsed: ParsedAddress,
    said: AddressClues,
    located: Located,
    layers: ReadonlySet<Layer> | null,
  ): readonly GeocodeMatch[] {
    if (this.#addresses.length === 0 || NEVER.has(located.refusal)) return []
    const where = this.#whereToLook.at(said, located)
    const matches: GeocodeMatch[] = []
    for (const layer of this.#addresses)
      for (const candidate of layer.find(parsed, where)) {
        if (layers !== null && !layers.has(candidate.layer)) continue
        const fit = this.#fit(candidate, where, located)
        const confidence = rounded(LAYER_CONFIDENCE[candidate.layer] * candidate.similarity * fit)
        if (fit === 0 || candidate.similarity < MIN_SIMILARITY || confidence < MIN_CONFIDENCE) continue
        const { layer, radius, address } = candidate
        const lat = degrees(candidate.lat)
        const lon = degrees(candidate.lon)
        matches.push({ lat, lon, layer, confidence, radius, address })
      }
    if (matches.length > 1) matches.sort((a, b) => b.confidence - a.confidence)
    // Without ZIP and city only what is found once.
    return said.zip === null && said.city === null && matches.length > 1 ? [] : matches
  }

  /** 0-1: how well the place of a candidate fits what the address says; 0 where it lies elsewhere. */
  #fit({ zip, city, state, lat, lon, similarity }: Candidate, where: SearchArea, located: Located): number {
    if (located.isFar || (where.state !== null && state !== null && state !== where.state)) return 0
    if (where.zip !== null && zip === where.zip) return located.zip >= 0 ? Math.max(located.trust, PENALTY.otherZip) : 1
    const isOfState = state !== null && state === where.state
    // Outside the known places nothing but the ZIP tells one town's Main Street from the next one's.
    if (located.refusal === 'outside') return isOfState && (where.zip === null || zip === null) ? PENALTY.unproven : 0
    if (where.zip === null && where.city === null) return isOfState && similarity >= SURE ? PENALTY.otherZip : 0
    const fit = located.trust * (where.zip === null ? 1 : PENALTY.otherZip)
    if (city !== null) return located.city >= 0 && city === where.city ? fit : 0
    if (zip !== null) return located.city >= 0 && where.zips.includes(zip) ? fit : 0
    const kind = located.zip >= 0 ? 'zip' : 'city'
    const index = located.zip >= 0 ? located.zip : located.city
    if (index < 0) return 0
    const middle = this.#places.place(kind, index)
    return metersBetween(lat, lon, middle.lat, middle.lon) <= 2 * middle.radius ? fit * PENALTY.otherZip : 0
  }
}

/** Metres: of addresses that fit alike and lie nearer to each other, any will do. */
const SAME_PLACE = 1000

/** Whether another match fits as well and lies elsewhere: Main Street of two towns, an address in two ZIPs of a city. */
function isRival(match: GeocodeMatch, best: GeocodeMatch): boolean {
  return match.confidence === best.confidence && metersBetween(match.lat, match.lon, best.lat, best.lon) > SAME_PLACE
}

/** Similarity of an address that may be found by state alone. */
const SURE = 0.95
/** Refusals that no layer of single addresses overrides. */
const NEVER: ReadonlySet<Refusal | null> = new Set(['nothing said', 'namesake', 'contradiction', 'ZIP alone'])

/** Six decimals, a tenth of a metre. */
function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
