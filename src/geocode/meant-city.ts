import { normaliseCity } from './city.ts'
import type { PlaceLayer } from './layers.ts'
import { editDistance, tolerance } from './similar.ts'

/** Metres: the post offices of one ZIP and its neighbours. */
export const NEIGHBOURS = 30_000
/** With so many times the people of the next one, a place is the one that is meant. */
export const FAR_GREATER = 10

/**
 * The cities of a name, and those that a blank parts from it where they may as well be meant, most people first: Springhill is a
 * village, Spring Hill a town.
 */
export function withRespaced(
  named: readonly number[],
  name: string,
  state: string,
  places: PlaceLayer,
): readonly number[] {
  const peopleOf = (city: number) => places.place('city', city).people
  const respaced = places.citiesRespaced(name, state)
  return respaced.some((other) => peopleOf(other) * FAR_GREATER > peopleOf(named[0]))
    ? [...named, ...respaced].sort((a, b) => peopleOf(b) - peopleOf(a))
    : named
}

/**
 * Of the cities that a mistyped name is like the one that is nearest by its letters; none where two of them lie far apart. First
 * letters are seldom wrong: "MAYPORT" is not Bayport.
 */
export function mostLike(
  name: string,
  like: readonly number[],
  places: PlaceLayer,
  most: number = tolerance(name.length),
): readonly number[] {
  const near = like.flatMap((city) => {
    const other = normaliseCity(places.place('city', city).name)
    const edits = isFirstAlike(name, other) ? editDistance(name, other, most) : most + 1
    return edits <= most ? [{ city, edits }] : []
  })
  const least = Math.min(...near.map(({ edits }) => edits))
  return together(
    near.flatMap(({ city, edits }) => (edits === least ? [city] : [])),
    places,
  )
}

/** The first of cities that lie in one place; none where two of them lie far apart. */
export function together(cities: readonly number[], places: PlaceLayer): readonly number[] {
  const areApart = cities.some((city) => places.distance('city', cities[0], 'city', city) > NEIGHBOURS)
  return areApart ? [] : cities.slice(0, 1)
}

/** Whether both begin alike, or with their first two letters swapped. */
function isFirstAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
}
