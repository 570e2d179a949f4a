import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Vicinage } from '../../library/vicinage.ts'

interface Bands {
  /** `p10` and `p90` of each dimension; 0 if there is no band. */
  readonly ends: Uint8Array
  readonly words: readonly (string | null)[]
}

/** Number of ZIP and city centers to cache, which is more than three states have. */
const MOST = 16_384

/**
 * Bands of scores around addresses that were only found roughly, as columns: for each dimension, the 10th and 90th
 * percentile among the people within the radius. Many addresses share the center of a ZIP, whose bands are computed
 * once.
 */
export class BandColumns {
  readonly #cache = new Map<string, Bands>()

  /** @param loaded dimensions that have data; the others have empty bands */
  constructor(
    private readonly vicinage: Vicinage,
    private readonly dimensions: readonly DimensionId[],
    private readonly loaded: readonly DimensionId[],
  ) {}

  /**
   * Returns two columns per dimension, `p10` and `p90`. For a place known within 150 m, both are the score itself. If
   * more than half of the surrounding people have no score, neither does the row.
   * @param scores one column per dimension; scores of rows without a band become 0
   * @param radius meters of the rows' addresses; 0 for coordinates
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
   * Returns, for each dimension, the words for the band around a place if both ends have the same words, or the reason
   * why there is no band; otherwise null.
   */
  wordsAt(lat: number, lon: number, radius: number): readonly (string | null)[] {
    return this.#bandsAt(lat, lon, radius).words
  }

  #bandsAt(lat: number, lon: number, radius: number): Bands {
    const key = `${lat},${lon},${radius}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const scores = this.vicinage.scores({ lat, lon, radius }, { dimensions: this.loaded })
    const band = {
      ends: Uint8Array.from(this.dimensions.flatMap((id) => [scores[id]?.band?.p10 ?? 0, scores[id]?.band?.p90 ?? 0])),
      words: this.dimensions.map((id) => scores[id]?.description ?? scores[id]?.band?.note?.text ?? null),
    }
    if (this.#cache.size === MOST) this.#cache.clear()
    this.#cache.set(key, band)
    return band
  }
}
