import { catalogOf } from '../../answers/dimensions/catalog-of.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import type { District } from '../../answers/districts/districts.ts'
import type { GeocodeAnswer, GeocodeMatch } from '../../answers/geocode/answer.ts'
import type { ListedSchool } from '../../answers/schools/answers.ts'
import { schoolsIfLoaded } from '../../answers/schools/school-methods.ts'
import type { Explanation } from '../../answers/scores/answers.ts'
import { explainIfLoaded } from '../../answers/scores/if-loaded.ts'
import type { Note } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place, Point } from '../../base/geo/place.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { NotThereError } from './usage-error.ts'

/** Everything that is known about one place: what `report --json` prints. */
export interface Report extends Point {
  /** Null outside the coverage. `block_group` is the 12-digit GEOID of the census block group nearest to the place. */
  readonly place: { readonly county: string; readonly state: string; readonly block_group: string } | null
  /** With the `band` around it where the place is known only roughly. */
  readonly scores: Readonly<Record<string, ReportScore>>
  /** People around such a place, within the radius of its address. */
  readonly people_around?: number
  /** Those that the place is in, of a wide one its center. */
  readonly districts: readonly District[]
  /**
   * The five nearest with a campus, nearest first, however far; without distances that are less than the radius of the
   * place.
   */
  readonly schools: readonly ListedSchool[]
}

export type ReportScore = Pick<Explanation, 'score' | 'description' | 'basis' | 'percentile' | 'band' | 'edge'>

/** How many schools a report lists. */
const nearest = 5

/** The report on a place, its descriptions in these units. */
export function reportOn(vicinage: Library, { lat, lon, radius: given }: Place, units?: Units): Report {
  const radius = given ?? 0
  const isWide = radius > EXACT
  const explanations = catalogOf(vicinage).map(({ id }) =>
    explainIfLoaded(vicinage, id, { lat, lon, radius }, { units }),
  )
  const around = vicinage.place({ lat, lon })
  const schools = schoolsIfLoaded(vicinage.schools)
  const near = schools.nearestCampuses({ lat, lon, limit: nearest }).schools
  const isFiner = (meters: number | null) => isWide && meters !== null && meters < radius
  return {
    lat,
    lon,
    place: around && { county: around.county, state: around.state, block_group: around.blockGroup },
    scores: Object.fromEntries(
      explanations.map(({ dimension, score, description, basis, percentile, band, edge }) => [
        dimension,
        { score, description, basis, percentile, ...(band && { band }), ...(edge && { edge }) },
      ]),
    ),
    ...(isWide && { people_around: vicinage.scoresAround({ lat, lon, radius, dimensions: [] }).people }),
    districts: schools.districts({ lat, lon }).districts,
    schools: near.map((school) => (isFiner(school.distance_meters) ? { ...school, distance_meters: null } : school)),
  }
}

/** An address that was found: what `report --json` prints of it in `address`, beside the coordinates. */
export interface FoundAddress extends FoundPlace {
  readonly asked: string
}

/** An address as a place. */
export interface FoundPlace extends GeocodeMatch {
  readonly note: Note | null
}

/** @throws {NotThereError} with the reason when nothing was found */
export function foundAddress(asked: string, answer: GeocodeAnswer): FoundAddress {
  if (!answer.ok)
    throw new NotThereError(
      `The address is not found. ${answer.message}`,
      'Give the coordinates instead, or the address in more detail: vicinage geocode --help',
    )
  const { lat, lon, layer, confidence, radius, label, note } = answer
  return { asked, lat, lon, layer, confidence, radius, label, note }
}
