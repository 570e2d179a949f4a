import type { DimensionId } from '../dimensions/catalog.ts'
import { EXACT } from '../geo/distance.ts'
import type { Vicinage } from '../vicinage.ts'

/** ZIP and city centers that are kept: more than there are in three states. */
const MOST = 16_384

/**
 * The bands of scores around addresses that were found only roughly, as columns of scores: for each dimension the 10th
 * and the 90th percentile among the people within the radius. Many addresses have the center of one ZIP, whose bands
 * are worked out once.
 */
export class BandColumns {
  readonly #vicinage: Vicinage
  readonly #dimensions: readonly DimensionId[]
  readonly #loaded: readonly DimensionId[]
  readonly #known = new Map<string, Uint8Array>()

  /** @param loaded those of the dimensions that have data; the others have empty bands */
  constructor(vicinage: Vicinage, dimensions: readonly DimensionId[], loaded: readonly DimensionId[]) {
    this.#vicinage = vicinage
    this.#dimensions = dimensions
    this.#loaded = loaded
  }

  /**
   * Two columns per dimension, `p10` and `p90`. They are the score itself where the place is known within 150 m.
   *
   * @param scores a column per dimension
   * @param radius of the rows' addresses, meters; 0 for coordinates
   */
  columns(scores: readonly Uint8Array[], lat: Float64Array, lon: Float64Array, radius: Float64Array): Uint8Array[] {
    const columns = scores.flatMap((column) => [column.slice(), column.slice()])
    for (let row = 0; row < lat.length; row++) {
      if (!(radius[row] > EXACT)) continue
      const band = this.#bandAt(lat[row], lon[row], radius[row])
      for (let c = 0; c < columns.length; c++) columns[c][row] = band[c]
    }
    return columns
  }

  #bandAt(lat: number, lon: number, radius: number): Uint8Array {
    const key = `${lat},${lon},${radius}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { scores } = this.#vicinage.scoresAround({
      lat,
      lon,
      radius,
      dimensions: this.#loaded,
    })
    const band = Uint8Array.from(this.#dimensions.flatMap((id) => [scores[id]?.p10 ?? 0, scores[id]?.p90 ?? 0]))
    if (this.#known.size === MOST) this.#known.clear()
    this.#known.set(key, band)
    return band
  }
}
