import type { LoadedDimension, Place } from '../dimensions/loaded-dimension.ts'
import { ColumnScorer } from '../dimensions/score-columns.ts'
import type { Geography } from '../geography.ts'
import { HomeScores } from './home-scores.ts'
import { fillDisc, HOMES, People } from './people.ts'
import { ScoreCounts } from './score-counts.ts'

/** With fewer homes inside, places all over the circle serve in their stead. */
const FEW_HOMES = 32
const DISC_PLACES = 128

/** A band narrower than this is as good as a score. */
const NARROW = 25

/** The scores in a circle. */
export interface Band {
  /** A tenth of the people inside have a lower score, as nearly as whole scores can say, of those with a score; null where nobody has one. */
  readonly p10: number | null
  /** A tenth of them have a higher one. */
  readonly p90: number | null
  /** Whether the band is narrower than 25 points, so that the score at the center speaks for the circle. */
  readonly reliable: boolean
}

interface Circle {
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

type Density = (place: Place) => number

/** Bands of circles on a geography. One object serves everybody: it keeps the scores where people live. */
export class Bands {
  private static readonly known = new WeakMap<Geography, Bands>()
  readonly people: People
  readonly homes: HomeScores
  private readonly counts = new ScoreCounts()
  private readonly lat = new Float64Array(DISC_PLACES)
  private readonly lon = new Float64Array(DISC_PLACES)
  private readonly weight = new Float64Array(DISC_PLACES)
  readonly scorer: ColumnScorer

  private constructor(private readonly geography: Geography) {
    this.scorer = new ColumnScorer(geography)
    this.people = new People(geography)
    this.homes = new HomeScores(geography, this.people, this.scorer)
  }

  static of(geography: Geography): Bands {
    const bands = Bands.known.get(geography) ?? new Bands(geography)
    Bands.known.set(geography, bands)
    return bands
  }

  /**
   * People inside the circle and a band per dimension.
   *
   * @param circle degrees and meters
   * @param density people per km² at a place, for circles with few or no homes; null where it is not loaded
   */
  around(
    circle: Circle,
    dimensions: readonly LoadedDimension[],
    density: Density | null,
  ): { readonly people: number; readonly bands: Band[] } {
    const homes = this.people.homesAround(circle.lat, circle.lon, circle.radius)
    let people = 0
    for (let i = 0; i < homes.length; i++) people += this.people.of(Math.floor(homes[i] / HOMES)) / HOMES
    if (homes.length >= FEW_HOMES) {
      const columns = this.homes.columnsFor(homes, dimensions)
      return { people: Math.round(people), bands: columns.map((column) => this.bandOfHomes(homes, column)) }
    }
    return this.overDisc(circle, dimensions, density, people)
  }

  private bandOfHomes(homes: Uint32Array, column: Uint8Array): Band {
    this.counts.clear()
    for (let i = 0; i < homes.length; i++) this.counts.add(column[homes[i]], this.people.of((homes[i] / HOMES) | 0))
    return this.band()
  }

  /** By the density of people at places all over the circle. */
  private overDisc(
    { lat, lon, radius }: Circle,
    dimensions: readonly LoadedDimension[],
    density: Density | null,
    inHomes: number,
  ): { readonly people: number; readonly bands: Band[] } {
    fillDisc(lat, lon, radius, this.lat, this.lon)
    const mean = this.weigh(density)
    const columns = dimensions.map(() => new Uint8Array(DISC_PLACES))
    this.scorer.score(this.lon, this.lat, dimensions, columns)
    const bands = columns.map((column) => {
      this.counts.clear()
      for (let i = 0; i < DISC_PLACES; i++) this.counts.add(column[i], this.weight[i])
      return this.band()
    })
    return { people: Math.round(inHomes > 0 ? inHomes : (mean * Math.PI * radius * radius) / 1e6), bands }
  }

  /** Fills `weight` with people per km²; evenly where the data know nobody. Returns their mean. */
  private weigh(density: Density | null): number {
    const { lat, lon, weight } = this
    let sum = 0
    for (let i = 0; i < DISC_PLACES; i++) {
      const zone = this.geography.zoneAt(lon[i], lat[i])
      const isKnown = zone > 0 && density !== null
      const place = { lat: lat[i], lon: lon[i], zone, blockGroup: 0 }
      weight[i] = isKnown ? density(place) || 0 : 0
      sum += weight[i]
    }
    if (sum === 0) weight.fill(1)
    return sum / DISC_PLACES
  }

  private band(): Band {
    const band = this.counts.band(0.1)
    if (band === null) return { p10: null, p90: null, reliable: false }
    const [p10, p90] = band
    return { p10, p90, reliable: p90 - p10 < NARROW }
  }
}
