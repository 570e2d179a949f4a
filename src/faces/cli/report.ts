import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import type { Interval } from '../../answers/dimensions/intervals.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import type { District } from '../../answers/districts/districts.ts'
import type { GeocodeAnswer, GeocodeMatch } from '../../answers/geocode/answer.ts'
import type { ListedSchool } from '../../answers/schools/answers.ts'
import type { Explanation } from '../../answers/scores/answers.ts'
import { explainIfLoaded } from '../../answers/scores/if-loaded.ts'
import { ifLoaded, type Note } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place, Point } from '../../base/geo/place.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { NotThereError } from './usage-error.ts'

/** Everything known about a place: the output of `report --json`. */
export interface Report extends Point {
  /**
   * County and state of the place, and the 12-digit GEOID of the nearest census block group; null outside the coverage
   * area.
   */
  readonly place: { readonly county: string; readonly state: string; readonly block_group: string } | null
  /** Scores by dimension. They include the `band` of the surroundings if the place is only known roughly. */
  readonly scores: Readonly<Record<string, ReportScore>>
  /** Number of people within the radius of an address that is only known roughly. */
  readonly people_around?: number
  /**
   * School districts at the place, or at its center if the place is only known roughly. Null if districts are not
   * loaded.
   */
  readonly districts: readonly District[] | null
  /**
   * The five nearest schools with a campus, nearest first, at any distance. Distances below the place's radius of
   * uncertainty are omitted. Null if schools are not loaded.
   */
  readonly schools: readonly ListedSchool[] | null
}

export interface ReportScore
  extends Pick<Explanation, 'score' | 'description' | 'basis' | 'percentile' | 'band' | 'edge'> {
  /** Range that contains the true score in 80 of 100 cases; null without data, or if the accuracy is unknown. */
  readonly interval: Interval | null
}

/** Number of schools in a report. */
const nearest = 5

/** Returns the report on a place. */
export function reportOn(vicinage: Library, { lat, lon, radius: placeRadius }: Place, units?: Units): Report {
  const radius = placeRadius ?? 0
  const isWide = radius > EXACT
  const explanations = getCatalog(vicinage).map(({ id }) =>
    explainIfLoaded(vicinage, id, { lat, lon, radius }, { units, interval: true }),
  )
  const around = vicinage.place({ lat, lon })
  const { schools } = vicinage
  const near = ifLoaded(
    () => schools.nearestCampuses({ lat, lon, limit: nearest }).schools,
    () => null,
  )
  const isFiner = (meters: number | null) => isWide && meters !== null && meters < radius
  return {
    lat,
    lon,
    place: around && { county: around.county, state: around.state, block_group: around.blockGroup },
    scores: Object.fromEntries(
      explanations.map(({ dimension, score, description, basis, percentile, band, edge, interval }) => [
        dimension,
        {
          score,
          description,
          basis,
          percentile,
          ...(band && { band }),
          interval: interval ? { low: interval.low, high: interval.high } : null,
          ...(edge && { edge }),
        },
      ]),
    ),
    ...(isWide && { people_around: vicinage.scoresAround({ lat, lon, radius, dimensions: [] }).people }),
    districts: ifLoaded(
      () => schools.districts({ lat, lon }).districts,
      () => null,
    ),
    schools:
      near?.map((school) => (isFiner(school.distance_meters) ? { ...school, distance_meters: null } : school)) ?? null,
  }
}

/** The address that was found, reported as `address` in `report --json`. */
export interface FoundAddress extends FoundPlace {
  readonly asked: string
}

/** A place that was found for an address. */
export interface FoundPlace extends GeocodeMatch {
  readonly note: Note | null
}

/**
 * Converts a geocoding result to a place.
 *
 * @throws {NotThereError} with the reason if nothing was found
 */
export function foundAddress(asked: string, answer: GeocodeAnswer): FoundAddress {
  if (!answer.ok)
    throw new NotThereError(
      `The address was not found. ${answer.message}`,
      answer.code === 'place_outside' || answer.code === 'address_abroad'
        ? `Only places in ${COVERAGE} are covered. For help, run \`vicinage geocode --help\``
        : 'Use coordinates instead, or write a more complete address. For help, run `vicinage geocode --help`',
    )
  const { lat, lon, layer, confidence, radius, label, note } = answer
  return { asked, lat, lon, layer, confidence, radius, label, note }
}
