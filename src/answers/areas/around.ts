import type { Note } from '../../base/errors.ts'
import { DISC_POINTS, fillDisc } from '../../base/geo/disc.ts'
import { keptBy } from '../../data/bundle/once.ts'
import type { Geography } from '../../data/geography.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { wordsOfBand } from '../dimensions/words.ts'
import type { Band } from '../scores/answers.ts'
import { ColumnScorer } from '../scores/column-scorer.ts'
import { total } from './land.ts'
import { HOMES, People } from './people.ts'
import { ScoreCounts } from './score-counts.ts'

/**
 * Bands of circles with fewer homes than this are computed from points spread over the circle instead of from the
 * homes.
 */
const FEW_HOMES = 32

/** Bands (10th to 90th percentile of the scores in a circle) narrower than this are treated as a single score. */
const NARROW = 25
/** Maximum share of people without a score, 0-1. If the share is larger, a band does not count as narrow. */
const FEW = 0.1

interface Circle {
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

const counts = new ScoreCounts()

/**
 * Computes the score bands of circles. Use the shared object of a geography, `Bands.of(geography)`, because it caches
 * the scores of homes.
 */
export class Bands {
  static readonly of = keptBy((geography: Geography) => new Bands(geography))
  readonly people: People
  readonly homes: HomeScores
  readonly #lat = new Float64Array(DISC_POINTS)
  readonly #lon = new Float64Array(DISC_POINTS)
  readonly #weight = new Float64Array(DISC_POINTS)
  readonly scorer: ColumnScorer

  private constructor(private readonly geography: Geography) {
    this.scorer = new ColumnScorer(geography)
    this.people = new People(geography)
    this.homes = new HomeScores(geography, this.people, this.scorer)
  }

  /**
   * Returns the number of people inside the circle, and the score band of each dimension.
   *
   * @param circle center in degrees, radius in meters
   */
  around(circle: Circle, dimensions: readonly LoadedDimension[]): { readonly people: number; readonly bands: Band[] } {
    const homes = this.people.homesAround(circle.lat, circle.lon, circle.radius)
    const weight = this.people.peopleAt(homes)
    const people = total(weight)
    if (homes.length >= FEW_HOMES) {
      const columns = this.homes.columnsFor(homes, dimensions)
      const bands = columns.map((column, d) => getBand(counts.of(column, weight, homes), dimensions[d]))
      return { people: Math.round(people), bands }
    }
    return this.#overDisc(circle, dimensions, people)
  }

  /** Computes bands from the scores at points spread over the circle, weighted by population density. */
  #overDisc(
    { lat, lon, radius }: Circle,
    dimensions: readonly LoadedDimension[],
    people: number,
  ): { readonly people: number; readonly bands: Band[] } {
    fillDisc(lat, lon, radius, this.#lat, this.#lon)
    this.#weigh()
    const columns = dimensions.map(() => new Uint8Array(DISC_POINTS))
    this.scorer.score(this.#lon, this.#lat, dimensions, columns)
    const bands = columns.map((column, d) => getBand(counts.of(column, this.#weight), dimensions[d]))
    return { people: Math.round(people), bands }
  }

  /**
   * Sets `weight` to the population density at each point, in people per km². If it is 0 everywhere, sets all weights
   * to 1.
   */
  #weigh(): void {
    const lat = this.#lat
    const lon = this.#lon
    const weight = this.#weight
    let sum = 0
    for (let i = 0; i < DISC_POINTS; i++) {
      const isCovered = this.geography.zoneAt(lon[i], lat[i]) > 0
      weight[i] = isCovered ? this.geography.densityAt(lon[i], lat[i]) || 0 : 0
      sum += weight[i]
    }
    if (sum === 0) weight.fill(1)
  }
}

function getBand(counts: ScoreCounts, { dimension }: LoadedDimension): Band {
  const without = counts.withoutData()
  const without_data = Math.round(without * 1000) / 1000
  const band = counts.band(0.1)
  if (band === null || without > 0.5) {
    const note = band === null ? null : mostlyWithout(dimension, counts, ' around')
    return { p10: null, p90: null, narrow: false, without_data, note }
  }
  const [p10, p90] = band
  return { p10, p90, narrow: p90 - p10 < NARROW && without <= FEW, without_data, note: null }
}

/**
 * Returns the note for places where more than half of the people have no score. The note describes the scores of the
 * remaining people.
 *
 * @param where words that follow "the people": ` around`
 */
export function mostlyWithout({ name, map, ladder }: Dimension, counts: ScoreCounts, where = ''): Note {
  const share = (1 - counts.withoutData()) * 100
  const percent = share < 1 ? 'Less than 1' : String(Math.round(share))
  const words = wordsOfBand(ladder, ...counts.band(0.1)!)
  const subject = `${percent}% of the people${where} have ${map ?? `a score for ${name.toLowerCase()}`}`
  return {
    code: 'mostly_without_data',
    text: `${subject}: ${words[0].toLowerCase()}${words.slice(1)}; the rest ${map ? 'is not mapped' : 'have no data'}.`,
  }
}

/** Scores of homes, computed on first use and cached in one byte per home and dimension. */
class HomeScores {
  /** Scores by home. A home's score is only valid if the `isScored` element of its block group is 1. */
  readonly #columnOf = keptBy((_: LoadedDimension) => {
    const { size } = this.geography
    return { score: new Uint8Array(size * HOMES), isScored: new Uint8Array(size) }
  })

  constructor(
    private readonly geography: Geography,
    private readonly people: People,
    private readonly scorer: ColumnScorer,
  ) {}

  /**
   * Returns columns of scores by home, valid for the homes in `homes`. All homes of a block group must be adjacent in
   * `homes`.
   */
  columnsFor(homes: Uint32Array, dimensions: readonly LoadedDimension[]): Uint8Array[] {
    const columns = dimensions.map((dimension) => this.#columnOf(dimension))
    const missing: number[] = []
    let last = -1
    for (let i = 0; i < homes.length; i++) {
      const blockGroup = Math.floor(homes[i] / HOMES)
      if (blockGroup === last) continue
      last = blockGroup
      for (let d = 0; d < columns.length; d++)
        if (columns[d].isScored[blockGroup] === 0) {
          missing.push(blockGroup)
          break
        }
    }
    if (missing.length > 0) this.#compute(missing, dimensions)
    return columns.map(({ score }) => score)
  }

  #compute(blockGroups: readonly number[], dimensions: readonly LoadedDimension[]): void {
    const lon = new Float64Array(blockGroups.length * HOMES)
    const lat = new Float64Array(blockGroups.length * HOMES)
    blockGroups.forEach((blockGroup, i) => {
      const from = blockGroup * HOMES
      const to = (blockGroup + 1) * HOMES
      lon.set(this.people.lon.subarray(from, to), i * HOMES)
      lat.set(this.people.lat.subarray(from, to), i * HOMES)
    })
    const scores = dimensions.map(() => new Uint8Array(lon.length))
    this.scorer.score(lon, lat, dimensions, scores)
    dimensions.forEach((dimension, d) => {
      const { score, isScored } = this.#columnOf(dimension)
      blockGroups.forEach((blockGroup, i) => {
        score.set(scores[d].subarray(i * HOMES, (i + 1) * HOMES), blockGroup * HOMES)
        isScored[blockGroup] = 1
      })
    })
  }
}
