import { dimensions } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'
import { type LatLon, parseCoordinates } from '../library.ts'

/** What a text in the search field asks for. */
type Intent =
  /** The location of the device. */
  | { readonly asks: 'here' }
  /** Kinds of places near a named place, or near the device if `near` is null. */
  | { readonly asks: 'conditions'; readonly only: readonly Filter[]; readonly near: string | null }
  | { readonly asks: 'place'; readonly text: string }

const HERE = /^(?:near(?:by| me)|my location|here|where am i|cerca (?:de mí|de mi)|mi ubicación|aquí)$/i

/** Words for kinds of places, and the scores they mean. A noise level of 150 is about 59 dB. */
const KINDS: readonly (readonly [words: RegExp, dimension: Filter['dimension'], from: number, to: number])[] = [
  [/^(?:quiet|calm|low noise|tranquil[ao]s?)$/, 'noise-levels', 150, 255],
  [/^(?:walkable|walking|caminables?)$/, 'walkability', 180, 255],
  [/^(?:lively|vibrant|nightlife|animad[ao]s?)$/, 'liveliness', 180, 255],
  [/^(?:green|leafy|pretty|verdes?)$/, 'visual-appeal', 170, 255],
  [/^(?:private|roomy|spacious)$/, 'privacy', 150, 255],
  [/^(?:rural|countryside)$/, 'urban-rural', 180, 255],
  [/^(?:urban|dense|big city)$/, 'urban-rural', 1, 60],
  [/^(?:clean air|good air|aire limpio)$/, 'air-quality', 190, 255],
  [/^(?:dogs?|dog[- ]friendly|good for dogs)$/, 'dog-friendliness', 160, 255],
  [/^(?:no industry|far from industry|residential)$/, 'industrial-proximity', 180, 255],
  [/^(?:low flood risk|no floods?|safe from floods?|sin inundaciones)$/, 'flood', 230, 255],
]

/** Names that people shorten, and Spanish words in names of places. */
const SHORT: Readonly<Record<string, string>> = {
  la: 'Los Angeles, CA',
  sf: 'San Francisco, CA',
  sj: 'San Jose, CA',
  sac: 'Sacramento, CA',
  atx: 'Austin, TX',
  htx: 'Houston, TX',
  jax: 'Jacksonville, FL',
  dfw: 'Dallas/Fort Worth International Airport',
  lax: 'Los Angeles International Airport',
  sfo: 'San Francisco International Airport',
  usc: 'University of Southern California',
}
const SPANISH: readonly (readonly [from: RegExp, to: string])[] = [
  [/^(?:el )?aeropuerto (?:internacional )?(?:de )?(.+)$/i, '$1 International Airport'],
  [/^(?:el )?centro (?:de |del )?(.+)$/i, 'Downtown, $1'],
  [/^(?:la )?universidad (?:de )?(.+)$/i, 'University of $1'],
  [/^(?:la )?escuela (?:secundaria |primaria )?(.+?)(?: (?:de|en) (.+))?$/i, '$1 School $2'],
  [/^(?:el )?parque (?:de )?(.+)$/i, '$1 Park'],
  [/^(?:el )?(?:condado) (?:de )?(.+)$/i, '$1 County'],
  [/^(?:la )?ciudad de (.+)$/i, '$1'],
  [/^(?:la )?playa (?:de )?(.+)$/i, '$1 Beach'],
]

export function intentOf(typed: string): Intent {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (HERE.test(text)) return { asks: 'here' }
  const [, kinds, place] = /^(.+?) (?:near|in|around|cerca de|en) (.+)$/i.exec(text) ?? []
  const only = filtersIn(kinds ?? text)
  if (only.length > 0 && (place !== undefined || only.length > 1))
    return {
      asks: 'conditions',
      only,
      near: place === undefined || /^(?:me|here|mí)$/i.test(place) ? null : full(place),
    }
  return { asks: 'place', text: full(text) }
}

/**
 * Parses coordinates as people write and paste them, or returns null. Latitude comes first unless letters, magnitudes
 * or signs say otherwise: in the coverage, latitudes are positive and longitudes negative.
 */
export function coordinatesIn(text: string): LatLon | null {
  const read = parseCoordinates(text)
  if (read === null) return null
  const { first, second, isLatFirst } = read
  const [lat, lon] =
    (isLatFirst ?? (Math.abs(first) <= 90 && !(first < 0 && second > 0))) ? [first, second] : [second, first]
  return Math.abs(lat) <= 90 ? { lat, lon } : null
}

/** Expands a shortened or Spanish name to the name in the data. */
export function full(text: string): string {
  const known = Object.hasOwn(SHORT, text.toLowerCase()) ? SHORT[text.toLowerCase()] : undefined
  if (known !== undefined) return known
  const translation = SPANISH.find(([from]) => from.test(text))
  return translation === undefined ? text : text.replace(...translation).trim()
}

/** Parses kinds of places. Returns nothing if any word is unknown, because then the text is a name. */
function filtersIn(text: string): readonly Filter[] {
  const words = text.toLowerCase().split(/\s*(?:,|\band\b|&|\by\b|\bwith\b)\s*/)
  const matches = words.filter((word) => word !== '').map((word) => KINDS.find(([kind]) => kind.test(word)))
  const has = (id: string) => dimensions.some((dimension) => dimension.id === id)
  if (matches.some((kind) => kind === undefined || !has(kind[1]))) return []
  return matches.map((kind) => ({ dimension: kind![1], from: kind![2], to: kind![3] }))
}
