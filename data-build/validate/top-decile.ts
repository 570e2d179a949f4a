import type { ValidationContext } from './check.ts'
import type { KnownPlace } from './known-places.ts'

/**
 * How many of the places score in the top tenth of their county: at most a tenth of its people live at a higher score.
 * Equal scores do not count against a place, as a whole quarter of San Francisco has 255.
 */
export function placesInTopDecile(
  context: ValidationContext,
  dimension: string,
  places: readonly KnownPlace[],
): { readonly hits: number; readonly missed: readonly string[] } {
  const centres = context.centreScores(dimension)
  const { lat, lon, county, population } = context.blockGroups
  const scores = context.scores(
    dimension,
    Float64Array.from(places, (place) => place.lat),
    Float64Array.from(places, (place) => place.lon),
  )
  const missed = places.filter((place, k) => {
    const nearest = nearestCentre(lat, lon, place)
    let above = 0
    let total = 0
    for (let b = 0; b < county.length; b++) {
      if (county[b] !== county[nearest]) continue
      total += population[b]
      if (centres[b] > scores[k]) above += population[b]
    }
    return above > 0.1 * total
  })
  return { hits: places.length - missed.length, missed: missed.map((place) => place.name) }
}

function nearestCentre(lat: Float64Array, lon: Float64Array, place: KnownPlace): number {
  const narrow = Math.cos((place.lat * Math.PI) / 180)
  let nearest = 0
  let best = Number.POSITIVE_INFINITY
  for (let b = 0; b < lat.length; b++) {
    const square = (lat[b] - place.lat) ** 2 + ((lon[b] - place.lon) * narrow) ** 2
    if (square >= best) continue
    best = square
    nearest = b
  }
  return nearest
}
