/** The places of some rows, in their order. Kept and filled again from chunk to chunk: `count` says how many are meant. */
export interface Places {
  count: number
  /** Degrees, WGS 84; NaN where a row has no coordinate. */
  lat: Float64Array
  lon: Float64Array
  /** Addresses of rows without a coordinate, by row. */
  readonly addresses: Map<number, string>
  /** Why a row cannot be answered, by row. */
  readonly errors: Map<number, string>
}

export function newPlaces(room: number): Places {
  return { count: 0, lat: new Float64Array(room), lon: new Float64Array(room), addresses: new Map(), errors: new Map() }
}

/** Room for `count` places; what was there is gone when it grows. */
export function makeRoom(places: Places, count: number): void {
  places.count = count
  places.addresses.clear()
  places.errors.clear()
  if (places.lat.length >= count) return
  places.lat = new Float64Array(count)
  places.lon = new Float64Array(count)
}
