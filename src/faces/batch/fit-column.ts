import type { FitRequest } from '../../answers/fit/answers.ts'
import { NO_FIT } from '../../answers/fit/priorities.ts'
import { STATUS } from '../../answers/scores/status.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Vicinage } from '../../library/vicinage.ts'

/** Number of roughly known places whose fit is cached, which is more than there are centers of ZIPs and cities. */
const MOST = 16_384

/** The column `fit` of a batch. Many addresses have the center of one ZIP, whose fit is computed once. */
export class FitColumn {
  readonly #cache = new Map<string, number | null>()

  constructor(
    private readonly vicinage: Vicinage,
    private readonly request: FitRequest,
  ) {}

  /**
   * Returns the fit of each row, or null if it has none, as the only column of a list.
   *
   * @param radius meters of the rows' addresses; null if all rows are coordinates
   * @param status of the rows, values of `STATUS`
   */
  values(
    lat: Float64Array,
    lon: Float64Array,
    radius: Float64Array | null,
    status: Uint8Array,
  ): readonly (number | null)[][] {
    const isKnown = (row: number) => status[row] === STATUS.scored || status[row] === STATUS.noData
    // Places whose data is not loaded would be refused.
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
