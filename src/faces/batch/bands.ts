import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Vicinage } from '../../library/vicinage.ts'

interface Bands {
  /**
   * 10th and 90th percentile of the scores of each dimension, in the order `p10` and `p90` of the first dimension,
   * `p10` and `p90` of the second, and so on. 0 if there is no band.
   */
  readonly ends: Uint8Array
  readonly words: readonly (string | null)[]
  /** Low and high end of each dimension's interval in turn. 0 if there is no interval, or if none was requested. */
  readonly intervals: Uint8Array
}

/** Maximum number of ZIP and city centers to cache. The covered states have fewer. */
const MOST = 16_384

/**
 * Score bands for imprecisely located addresses, as columns. A band has the 10th and 90th percentile of a dimension's
 * scores among the residents within the radius of the address. Bands are cached because many addresses share a ZIP
 * center.
 */
export class BandColumns {
  readonly #cache = new Map<string, Bands>()

  /**
   * @param loaded the dimensions that have data; all other dimensions have empty bands
   * @param interval whether to compute the intervals that `intervalAt` returns
   */
  constructor(
    private readonly vicinage: Vicinage,
    private readonly dimensions: readonly DimensionId[],
    private readonly loaded: readonly DimensionId[],
    private readonly interval: boolean,
  ) {}

  /**
   * Returns two columns per dimension, `p10` and `p90`. If the radius is at most 150 m, both contain the score itself.
   * If more than half of the surrounding residents have no score, the row has no band and no score.
   * @param scores one column per dimension; scores of rows without a band are set to 0
   * @param radius radius of each row's address in meters; 0 for coordinates
   */
  columns(scores: readonly Uint8Array[], lat: Float64Array, lon: Float64Array, radius: Float64Array): Uint8Array[] {
    const columns = scores.flatMap((column) => [column.slice(), column.slice()])
    for (let row = 0; row < lat.length; row++) {
      if (!(radius[row] > EXACT)) continue
      const { ends } = this.#bandsAt(lat[row], lon[row], radius[row])
      for (let c = 0; c < columns.length; c++) columns[c][row] = ends[c]
      for (let d = 0; d < scores.length; d++) if (ends[2 * d] === 0) scores[d][row] = 0
    }
    return columns
  }

  /**
   * Returns one string per dimension: the description if both ends of the band share it, or the note that explains why
   * there is no band. Null if there is no description and no note.
   */
  wordsAt(lat: number, lon: number, radius: number): readonly (string | null)[] {
    return this.#bandsAt(lat, lon, radius).words
  }

  /**
   * Returns the low and high end of each dimension's 80% interval in turn, 1-255, for an address anywhere in the
   * circle. 0 if there is no interval.
   */
  intervalAt(lat: number, lon: number, radius: number): Uint8Array {
    return this.#bandsAt(lat, lon, radius).intervals
  }

  #bandsAt(lat: number, lon: number, radius: number): Bands {
    const key = `${lat},${lon},${radius}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const { interval } = this
    const scores = this.vicinage.scores({ lat, lon, radius }, { dimensions: this.loaded, interval })
    const band = {
      ends: Uint8Array.from(this.dimensions.flatMap((id) => [scores[id]?.band?.p10 ?? 0, scores[id]?.band?.p90 ?? 0])),
      words: this.dimensions.map((id) => scores[id]?.description ?? scores[id]?.band?.note?.text ?? null),
      intervals: Uint8Array.from(
        this.dimensions.flatMap((id) => [scores[id]?.interval?.low ?? 0, scores[id]?.interval?.high ?? 0]),
      ),
    }
    if (this.#cache.size === MOST) this.#cache.clear()
    this.#cache.set(key, band)
    return band
  }
}
