import type { FitRequest } from '../../answers/fit/answers.ts'
import { NO_FIT } from '../../answers/fit/priorities.ts'
import { STATUS } from '../../answers/scores/status.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Vicinage } from '../../library/vicinage.ts'

/**
 * Maximum number of imprecisely located places whose fit is cached. The covered states have fewer ZIP and city centers.
 */
const MOST = 16_384

/** The `fit` column of a batch. Many addresses share a ZIP center, so the fit at a center is computed only once. */
export class FitColumn {
  readonly #cache = new Map<string, number | null>()

  constructor(
    private readonly vicinage: Vicinage,
    private readonly request: FitRequest,
  ) {}

  /**
   * Returns a list with a single column: the fit of each row, or null for rows without a fit.
   *
   * @param radius radius of each row's address in meters; null if all rows have coordinates
   * @param status status of each row, as values of `STATUS`
   */
  values(
    lat: Float64Array,
    lon: Float64Array,
    radius: Float64Array | null,
    status: Uint8Array,
  ): readonly (number | null)[][] {
    const isKnown = (row: number) => status[row] === STATUS.scored || status[row] === STATUS.noData
    // `fitColumns` would throw for places whose data is not loaded, so these rows are passed as NaN.
    const fits = this.vicinage.fitColumns({
      ...this.request,
      lat: lat.map((value, row) => (isKnown(row) ? value : Number.NaN)),
      lon,
    })
    const column = Array.from(fits, (fit, row) => {
      if ((radius?.[row] ?? 0) > EXACT && isKnown(row)) return this.#roughly(lat[row], lon[row], radius![row])
      return fit === NO_FIT || !isKnown(row) ? null : fit
    })
    return [column]
  }

  #roughly(lat: number, lon: number, radius: number): number | null {
    const key = `${lat},${lon},${radius}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const { fit } = this.vicinage.fit({ lat, lon, radius }, this.request)
    if (this.#cache.size === MOST) this.#cache.clear()
    this.#cache.set(key, fit)
    return fit
  }
}
