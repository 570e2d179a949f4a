import { readFileSync } from 'node:fs'
import { dimensions } from '../../src/answers/dimensions/catalog.ts'
import { getPoints, nearestCenter } from '../geography/center-index.ts'
import { type Finding, hitRate, scoresAt, type ValidationContext } from './check.ts'

/** A place from known-places.txt, in degrees. */
export interface KnownPlace {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

/** Scores expected by people who know a place, written down before anyone looked at the actual score. */
export interface Expectation extends KnownPlace {
  /** Lowest score that would not surprise anyone who knows the place. */
  readonly low: number
  /** Highest score that would not surprise anyone who knows the place. */
  readonly high: number
}

const lists = readLists(readFileSync(new URL('./known-places.txt', import.meta.url), 'utf8'))

/**
 * Communities with large lots, apartment districts, downtowns, leafy neighborhoods, and neighborhoods next to ports and
 * refineries.
 */
export const { estates, densePlaces, downtowns, greenQuarters, industrialQuarters } = lists
/**
 * Refineries, chemical plants, mills, ports and industrial districts; neighborhoods of mostly houses; and industrial
 * sites that tract shares alone do not reveal.
 */
export const { industrialPlaces, residentialPlaces, largeSites } = lists
/** University campuses, a neighborhood of San Francisco, prisons, retirement towns. */
export const { campuses, castro, prisons, retirementTowns } = lists
/** Places beyond the borders of the three states, and at sea. */
export const { beyond } = lists

/** Widely known places, eight per dimension. */
export const expectations: Readonly<Record<string, readonly Expectation[]>> = Object.fromEntries(
  dimensions.flatMap(({ id }) => (lists[id] ? [[id, lists[id]]] : [])),
)

function readLists(file: string): Readonly<Record<string, readonly Expectation[]>> {
  const [, ...parts] = file.split(/^\[(.+)\]$/m)
  const row = /^(\S+) (-?[\d.]+) (?:(\d+) (\d+) )?(.+)$/gm
  return Object.fromEntries(
    parts.flatMap((list, i) => {
      if (i % 2 === 1) return []
      const places = [...parts[i + 1].matchAll(row)].map(([, lat, lon, low, high, name]) => {
        return { name, lat: Number(lat), lon: Number(lon), low: Number(low), high: Number(high) }
      })
      return [[list, places]]
    }),
  )
}

/** Reports how many places of a list score as expected. The target is all of them. */
export function asExpected(
  context: ValidationContext,
  dimension: string,
  check: string,
  places: readonly Expectation[],
): Finding {
  return { check, ...hitRate(hitsAmong(context, dimension, places), places.length, 1, 1) }
}

export function hitsAmong(context: ValidationContext, dimension: string, places: readonly Expectation[]): number {
  const scores = scoresAt(context, dimension, places)
  return places.filter(({ low, high }, i) => scores[i] >= low && scores[i] <= high).length
}

/**
 * Counts the places whose score is in the top decile of their county, which means that at most 10% of the county's
 * residents live at a higher score. Equal scores do not count as higher, because an entire San Francisco neighborhood
 * has 255.
 */
export function placesInTopDecile(
  context: ValidationContext,
  dimension: string,
  places: readonly KnownPlace[],
): { readonly hits: number; readonly missed: readonly string[] } {
  const centers = context.centerScores(dimension)
  const { county, population } = context.blockGroups
  const scores = scoresAt(context, dimension, places)
  const index = nearestCenter(context.blockGroups, getPoints(places))
  const missed = places.filter((_, k) => {
    const nearest = index[k]
    let above = 0
    let total = 0
    for (let b = 0; b < county.length; b++) {
      if (county[b] !== county[nearest]) continue
      total += population[b]
      if (centers[b] > scores[k]) above += population[b]
    }
    return above > 0.1 * total
  })
  return { hits: places.length - missed.length, missed: missed.map((place) => place.name) }
}
