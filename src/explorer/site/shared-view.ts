import { type DimensionId, getDimension } from '../../answers/dimensions/catalog.ts'
import { isFloodEstimate } from '../../answers/dimensions/flood.ts'
import { wordsFor, wordsOfBand } from '../../answers/dimensions/words.ts'
import { HAZARD_NAMES, mapsAt } from '../../answers/scores/hazard-maps.ts'
import type { LatLon } from '../../base/geo/distance.ts'
import { pointText } from '../../base/geo/place.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { escaped, PICTURE, PREVIEW } from './start-page.ts'

/**
 * Names of the parameters that can follow the `#` of a page link. The query of a shared URL can have the same
 * parameters.
 */
const KEPT = ['map', 'score', 'place', 'with', 'only', 'weights', 'fit', 'area', 'list', 'hatching']
/** Maximum number of places in a shared view. */
const MAX_PLACES = 4
const MAX_LENGTH = 2000 // maximum characters of a value

export interface SharedView {
  readonly dimension: DimensionId
  /** Places rounded to three decimals (about 100 m); empty if the link contains no places. */
  readonly places: readonly SharedPlace[]
}

export interface SharedPlace extends LatLon {
  readonly radius: number
  /** Name of the place if it is a ZIP code or a city; otherwise null. */
  readonly name: string | null
}

/** Parses the query of a shared view, such as `score=noise-levels&place=30.267,-97.743`. Ignores invalid values. */
export function readView(query: URLSearchParams, vicinage: Vicinage): SharedView {
  const loaded = vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : []))
  const requested = query.get('score') ?? ''
  const dimension = loaded.find((id) => id === requested) ?? loaded[0]
  const texts = [query.get('place') ?? '', ...(query.get('with') ?? '').slice(0, MAX_LENGTH).split('/')]
  return { dimension, places: texts.slice(0, MAX_PLACES).flatMap((text) => placeIn(text) ?? []) }
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
  /** Sentence that describes the score and its percentile. */
  readonly sentence: string
}

/** Describes a place and its score, or returns null outside the covered states. */
function placeWords(vicinage: Vicinage, dimension: DimensionId, place: SharedPlace): PlaceWords | null {
  const around = vicinage.place(place)
  if (around === null) return null
  const { percentile } = vicinage.explain(dimension, place)
  const words = lower(wordsAt(vicinage, dimension, place))
  // Hazards are not compared with the scores of other residents, because a good rank does not make a place safe.
  const isCompared = percentile !== null && getDimension(dimension).group !== 'risk'
  return {
    name: place.name ?? `${pointText(place)}, ${around.county}, ${around.state}`,
    sentence: isCompared ? `${words}. ${percentile.text.replace(/\.$/, '')}` : words,
  }
}

/** Returns the name of a score in titles: `Walkability`, `Flood risk`. */
export function titleOf(id: DimensionId): string {
  return HAZARD_NAMES[id] ?? getDimension(id).name
}

/**
 * Returns the label of a score: `Very walkable`. Labels of hazards include the basis: `High flood risk (estimate)`,
 * `Very high fire hazard (2008-2011 map)`. For an approximate place, the label describes the hazard for most nearby
 * residents.
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

/**
 * Returns a page with the title, description and picture of a view for link previews. A browser is redirected to the
 * view.
 */
export function sharedPage(vicinage: Vicinage | null, query: URLSearchParams, publicUrl = ''): string {
  const parameters = KEPT.flatMap((name) => {
    const value = query.get(name)
    return value === null || value.length > MAX_LENGTH ? [] : [`${name}=${encodeURIComponent(rounded(value, name))}`]
  }).join('&')
  const target = escaped(`./${parameters === '' ? '' : `#${parameters}`}`)
  const view = vicinage && readView(query, vicinage)
  const places = view?.places.flatMap((place) => placeWords(vicinage!, view.dimension, place) ?? []) ?? []
  const name = view ? titleOf(view.dimension) : 'Neighborhood scores'
  const title = `${name}: ${places.length === 0 ? COVERAGE : places.map((place) => place.name).join(' or ')}`
  const scores = places
    .map((place) => (places.length > 1 ? `${place.name}: ${place.sentence}` : place.sentence))
    .join('; ')
  const sentence = places.length === 0 ? 'Scores for every place, from public data.' : `${capital(scores)}.`
  const tags: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'vicinage'],
    ['og:title', title],
    ['og:description', sentence],
    ['og:image', publicUrl + (places.length === 0 ? PREVIEW : `${PICTURE}?${parameters}`)],
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

/**
 * Rounds the coordinates of places and of the map's center to 100 m, because finer coordinates would reveal a house.
 */
function rounded(value: string, name: string): string {
  return ['place', 'with', 'map'].includes(name) ? value.replace(/(\d\.\d{3})\d+/g, '$1') : value
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
