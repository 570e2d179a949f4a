/** West, south, east and north of a flat ring [lon, lat, lon, lat, …], degrees. */
export function boxOf(ring: Float64Array): [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i])
    east = Math.max(east, ring[i])
    south = Math.min(south, ring[i + 1])
    north = Math.max(north, ring[i + 1])
  }
  return [west, south, east, north]
}
