import { normalizeCity } from '../parse/city-name.ts'
import { MISTYPED, NameIndex, plainText, type Query, type Visit } from './name-index.ts'
import type { PlaceTable, Suggestion } from './place-table.ts'

/** Degrees. */
interface LatLon {
  readonly lat: number
  readonly lon: number
}

/** Characters that are read of a text. */
const LONGEST = 60
/** Kilometers at which a place counts half of what it counts at hand; far off, by the inverse square of the distance. */
const NEAR = 5

/** Completes names while they are typed. */
export class Suggester {
  readonly #places: PlaceTable
  readonly #index: NameIndex

  constructor(places: PlaceTable) {
    this.#places = places
    this.#index = new NameIndex(places.names)
  }

  /**
   * The places that a text may be the beginning of. Those whose name it is come first, then those whose name, or a later word of it, begins
   * with it, mistyped ones last; within these, by how many people are there, and from `near` by the inverse square of the distance.
   */
  suggest(text: string, limit: number, near: LatLon | null): Suggestion[] {
    const { placeOf, lat, lon, weight, suggestion } = this.#places
    const best = new Best(limit)
    const east = near === null ? 0 : DEGREE * Math.cos((near.lat * Math.PI) / 180)
    const visit: Visit = (name, match, share) => {
      const place = placeOf[name]
      let weighs = share * weight[place]
      if (near !== null) {
        const x = (lon[place] - near.lon) * east
        const y = (lat[place] - near.lat) * DEGREE
        weighs /= 1 + (x * x + y * y) / (NEAR * NEAR)
      }
      best.offer(place, match, weighs)
    }
    const queries = queriesOf(text)
    for (const query of queries) this.#index.begun(query, visit)
    if (!best.isFull) for (const query of queries) this.#index.mistyped(query, visit)
    return best.places.map(suggestion)
  }
}

/** Kilometers in a degree of latitude. */
const DEGREE = 111.2

/** The best places so far, best first, each once; of equals the one that the list has first. */
class Best {
  readonly places: number[] = []
  readonly #scores: number[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.places.length === this.#limit
  }

  offer(place: number, match: number, weight: number): void {
    // Weights are below 10⁹: no place of a worse match comes before one of a better.
    const score = (MISTYPED - match) * 1e9 + weight
    const { places } = this
    const scores = this.#scores
    const last = places.length - 1
    if (last + 1 === this.#limit && (score < scores[last] || (score === scores[last] && place >= places[last]))) return
    const known = places.indexOf(place)
    if (known >= 0) {
      if (score <= scores[known]) return
      places.splice(known, 1)
      scores.splice(known, 1)
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

/** What was typed: as it stands, and with abbreviations in full, as cities are written. */
function queriesOf(text: string): Query[] {
  const [name, ...rest] = text.slice(0, LONGEST).split(',')
  const where = rest.length === 0 ? null : begun(rest.join(' '))
  const isOver = where !== null || /[^\p{L}\p{N}]$/u.test(name)
  const asTyped = plainText(name)
  const names = [where === null && isOver && asTyped !== '' ? `${asTyped} ` : asTyped, begun(name)]
  if (isOver) names.push(plainText(normalizeCity(name)))
  return [...new Set(names)].filter((name) => name.trim() !== '').map((name) => ({ name, where }))
}

/** A name with its words in full but for the last, which may go on. */
function begun(typed: string): string {
  const [, head, last] = /^(.*?)([\p{L}\p{N}]*)$/su.exec(typed)!
  return (plainText(normalizeCity(`${head} Q`)).slice(0, -1) + plainText(last)).trimStart()
}
