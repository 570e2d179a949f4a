import type { LatLon } from '../../../base/geo/distance.ts'
import { normalizeCity } from '../parse/tokens.ts'
import { expandedText, MISTYPED, NameIndex, nearness, nearOf, plainText, type Query, type Visit } from './name-index.ts'
import type { PlaceTable, Suggestion } from './place-table.ts'
import { FIRST_STREET, type StreetCompletions } from './street-completions.ts'

/** Maximum number of characters to read. */
const LONGEST = 60

/** Weight factor for all places except matching ZIPs if the text ends with a ZIP. */
const UNLIKELY = 1e-6

/** Completes names while they are typed. */
export class Suggester {
  readonly #index: NameIndex

  /** @param streets street completions, or null if there is no street index */
  constructor(
    private readonly places: PlaceTable,
    private readonly streets: StreetCompletions | null = null,
  ) {
    this.#index = new NameIndex(places.names)
  }

  /**
   * Returns the places whose names may begin with the text. Exact names come first, followed by names in which the
   * first or a later word begins with the text, followed by mistyped names. Within each group, places with larger
   * populations come first. With `near`, distant places have a lower weight.
   */
  suggest(text: string, limit: number, near: LatLon | null): Suggestion[] {
    const { placeOf, lat, lon, weight, suggestion } = this.places
    const { streets } = this
    const { rest, zip } = splitZip(text)
    const isSame = (a: number, other: number) =>
      a === other || (a >= FIRST_STREET && other >= FIRST_STREET && streets!.isSame(a, other))
    const best = new Best(limit, isSame)
    const from = near && nearOf(near)
    const visit: Visit = (name, match, share) => {
      const place = placeOf[name]
      // If the text ends with a ZIP, neither the city nor a landmark at the address is meant, so only matching ZIPs
      // keep their weight.
      const baseWeight =
        share * weight[place] * (zip === '' || this.places.names[name].text.startsWith(zip) ? 1 : UNLIKELY)
      best.offer(place, match, from === null ? baseWeight : baseWeight * nearness(from, lat[place], lon[place]))
    }
    const typed = rest.slice(0, LONGEST)
    const queries = parseQueries(typed)
    if (zip !== '') queries.push({ name: zip, where: plainText(typed) })
    for (const query of queries) this.#index.beginningWith(query, visit)
    if (!best.isFull) for (const query of queries) this.#index.mistyped(query, visit)
    streets?.offer(
      { text: typed, zip },
      from,
      (stretch, match, stretchWeight) => best.offer(stretch, match, stretchWeight),
      (match, stretchWeight) => best.wouldRank(match, stretchWeight),
    )
    return best.places.map((place) => (place >= FIRST_STREET ? streets!.suggestion(place, typed) : suggestion(place)))
  }
}

/**
 * Collects the best places and street stretches without duplicates, best first. Among equal entries, the first is kept.
 */
class Best {
  readonly places: number[] = []
  readonly #scores: number[] = []

  constructor(
    private readonly limit: number,
    private readonly isSame: (a: number, other: number) => boolean,
  ) {}

  get isFull(): boolean {
    return this.places.length === this.limit
  }

  /** Checks whether a place with this match and weight would be collected. */
  wouldRank(match: number, weight: number): boolean {
    return !this.isFull || getScore(match, weight) >= this.#scores[this.limit - 1]
  }

  offer(place: number, match: number, weight: number): void {
    const score = getScore(match, weight)
    const { places } = this
    const scores = this.#scores
    const last = places.length - 1
    if (last + 1 === this.limit && (score < scores[last] || (score === scores[last] && place >= places[last]))) return
    const position = places.findIndex((listed) => this.isSame(listed, place))
    if (position >= 0) {
      if (score <= scores[position]) return
      places.splice(position, 1)
      scores.splice(position, 1)
    } else if (this.isFull) {
      places.pop()
      scores.pop()
    }
    let at = places.length
    while (at > 0 && (scores[at - 1] < score || (scores[at - 1] === score && places[at - 1] > place))) at--
    places.splice(at, 0, place)
    scores.splice(at, 0, score)
  }
}

/**
 * Returns a number that sorts by match, then by weight. Weights must be below 10⁹ to leave the order of the matches
 * unchanged.
 */
function getScore(match: number, weight: number): number {
  return (MISTYPED - match) * 1e9 + weight
}

/**
 * Splits off the ZIP at the end of an address: `1100 Congress Ave, Austin, TX 78701`. The ZIP may be incomplete if it
 * follows a comma. Without a comma, fewer than five digits may be the number of a road: `State Hwy 71`.
 */
function splitZip(text: string): { readonly rest: string; readonly zip: string } {
  const [, rest, zip] = /^(.*[\p{L}.,])[\s,]+(\d{1,5})(?:-\d{0,4})?\s*$/su.exec(text) ?? []
  if (rest === undefined || (zip.length < 5 && !rest.includes(','))) return { rest: text, zip: '' }
  return { rest: rest.replace(/[\s,]+$/, ''), zip }
}

/** Returns the text as typed, and with abbreviations written out as in city names. */
function parseQueries(text: string): Query[] {
  const [name, ...areas] = text.split(',')
  const where = areas.length === 0 ? null : expandedText(areas.join(' '))
  const isOver = where !== null || /[^\p{L}\p{N}]$/u.test(name)
  const asTyped = plainText(name)
  const names = [where === null && isOver && asTyped !== '' ? `${asTyped} ` : asTyped, expandedText(name)]
  if (isOver) names.push(plainText(normalizeCity(name)))
  return [...new Set(names)].filter((name) => name.trim() !== '').map((name) => ({ name, where }))
}
