import { type DimensionId, getDimension } from '../../answers/dimensions/catalog.ts'
import { isFloodEstimate } from '../../answers/dimensions/flood.ts'
import { wordsFor, wordsOfBand } from '../../answers/dimensions/words.ts'
import { HAZARD_NAMES, mapsAt } from '../../answers/scores/hazard-maps.ts'
import type { LatLon } from '../../base/geo/distance.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { escaped, PICTURE, PREVIEW } from './start-page.ts'

/** Parameters after the `#` of a link that a shared URL may contain, too. */
const KEPT = ['map', 'score', 'place', 'with', 'only', 'weights', 'fit', 'area', 'list', 'hatching']
const MOST_PLACES = 4
const LONGEST = 2000 // maximum characters of a value

export interface SharedView {
  readonly dimension: DimensionId
  /** Places rounded to three decimals (about 100 m); empty if the link names none. */
  readonly places: readonly SharedPlace[]
}

export interface SharedPlace extends LatLon {
  readonly radius: number
  /** Name of a ZIP code or city. */
  readonly name: string | null
}

/** Parses `score=noise-levels&place=30.267,-97.743`, ignoring invalid values. */
export function readView(query: URLSearchParams, vicinage: Vicinage): SharedView {
  const loaded = vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : []))
  const asked = query.get('score') ?? ''
  const dimension = loaded.find((id) => id === asked) ?? loaded[0]
  const texts = [query.get('place') ?? '', ...(query.get('with') ?? '').slice(0, LONGEST).split('/')]
  return { dimension, places: texts.slice(0, MOST_PLACES).flatMap((text) => placeIn(text) ?? []) }
}

function placeIn(text: string): SharedPlace | null {
  const [, north, east, meters, zip, state, city] =
    /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)(?:,(\d{1,6})(?:,(?:zip:(\d{5})|city:([A-Z]{2}):([^/]{1,60})))?)?$/.exec(
      text,
    ) ?? []
  if (north === undefined || Math.abs(Number(north)) > 85 || Math.abs(Number(east)) > 180) return null
  const [lat, lon] = [north, east].map((degrees) => Number(Number(degrees).toFixed(3)))
  const name = zip === undefined ? (city === undefined ? null : `${city}, ${state}`) : `ZIP ${zip}`
  return { lat, lon, radius: Number(meters ?? 0), name }
}

interface PlaceWords {
  readonly name: string
  readonly says: string
}

/** Describes a place and its score, or returns null outside the coverage. */
function placeWords(vicinage: Vicinage, dimension: DimensionId, place: SharedPlace): PlaceWords | null {
  const around = vicinage.place(place)
  if (around === null) return null
  const { percentile } = vicinage.explain(dimension, place)
  const words = lower(wordsAt(vicinage, dimension, place))
  // A comparison with other people does not make a place safe.
  const isCompared = percentile !== null && getDimension(dimension).group !== 'risk'
  return {
    name: place.name ?? `${place.lat}, ${place.lon}, ${around.county}, ${around.state}`,
    says: isCompared ? `${words}. ${percentile.text.replace(/\.$/, '')}` : words,
  }
}

/** Returns the name of a score in titles: `Walkability`, `Flood risk`. */
export function titleOf(id: DimensionId): string {
  return HAZARD_NAMES[id] ?? getDimension(id).name
}

/**
 * Returns the words of a score: `Very walkable`. Hazards say what they are based on: `High flood risk (estimate)`,
 * `Very high fire hazard (2008-2011 map)`. A hazard of a roughly known place is that of most people around.
 */
export function wordsAt(vicinage: Vicinage, id: DimensionId, place: SharedPlace): string {
  const { ladder, group } = getDimension(id)
  const explanation = vicinage.explain(id, place)
  const { score, band, map_date: date } = explanation
  if (group !== 'risk') return score === 0 ? 'No data' : wordsFor(ladder, score)
  const [low, high] = [band?.p10 ?? score, band?.p90 ?? score]
  if (low === 0) return `No ${id} map`
  const { estimated, replaced } = mapsAt(explanation)
  const words = wordsOfBand(ladder, low, high).replace(/(?<!fire )hazard/g, 'fire hazard')
  const isEstimate = estimated > 0 || (id === 'flood' && isFloodEstimate(low))
  if (isEstimate) return `${words} (estimate)`
  if (id === 'flood') return `${words} (FEMA map)`
  const map = date ? `${date} map` : 'CAL FIRE map'
  return replaced > 0 && low >= ladder.at(-1)![0] ? `Fire hazard unclear (old ${map})` : `${words} (${map})`
}

function lower(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1)
}

/** Returns a page with the title, sentence and picture of a view, which redirects to the view itself. */
export function sharedPage(vicinage: Vicinage | null, query: URLSearchParams, publicUrl = ''): string {
  const kept = KEPT.flatMap((name) => {
    const value = query.get(name)
    return value === null || value.length > LONGEST ? [] : [`${name}=${encodeURIComponent(rounded(value, name))}`]
  }).join('&')
  const target = escaped(`./${kept === '' ? '' : `#${kept}`}`)
  const view = vicinage && readView(query, vicinage)
  const told = view?.places.flatMap((place) => placeWords(vicinage!, view.dimension, place) ?? []) ?? []
  const name = view ? titleOf(view.dimension) : 'Neighborhood scores'
  const title = `${name}: ${told.length === 0 ? COVERAGE : told.map((place) => place.name).join(' or ')}`
  const says = told.map((place) => (told.length > 1 ? `${place.name}: ${place.says}` : place.says)).join('; ')
  const sentence = told.length === 0 ? 'Scores for every place, from public data.' : `${capital(says)}.`
  const tags: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'vicinage'],
    ['og:title', title],
    ['og:description', sentence],
    ['og:image', publicUrl + (told.length === 0 ? PREVIEW : `${PICTURE}?${kept}`)],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', `A map of ${name.toLowerCase()}, with its legend.`],
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(sentence)}">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
${tags.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`).join('\n')}
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p>${escaped(sentence)}</p>
<p><a href="${target}">Open the map</a></p>
</body>
</html>
`
}

/** Rounds places and the middle of the map to 100 m, because finer coordinates would reveal a house. */
function rounded(value: string, name: string): string {
  return ['place', 'with', 'map'].includes(name) ? value.replace(/(\d\.\d{3})\d+/g, '$1') : value
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
