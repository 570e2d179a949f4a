/** Coordinates in degrees. */
export interface Points {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Kilometres of a degree of latitude. */
const KM = 111.195

/**
 * Distance in km from each place to the nearest of the points, NaN where none lies within `reach` km.
 * For few points: those in reach of the places' box are all tried.
 */
export function nearestPoint(points: Points, places: Points, reach: number): Float32Array {
  const near = pointsInReach(points, places, reach)
  return Float32Array.from(places.lat, (lat, i) => {
    const narrow = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (const k of near) {
      const dy = points.lat[k] - lat
      const dx = (points.lon[k] - places.lon[i]) * narrow
      best = Math.min(best, dx * dx + dy * dy)
    }
    const km = Math.sqrt(best) * KM
    return km <= reach ? km : Number.NaN
  })
}

function pointsInReach(points: Points, places: Points, reach: number): Uint32Array {
  let [south, north, west, east] = [90, -90, 180, -180]
  for (let i = 0; i < places.lat.length; i++) {
    south = Math.min(south, places.lat[i])
    north = Math.max(north, places.lat[i])
    west = Math.min(west, places.lon[i])
    east = Math.max(east, places.lon[i])
  }
  const up = reach / KM
  const across = up / Math.cos((Math.min(80, Math.max(-south, north)) * Math.PI) / 180)
  return Uint32Array.from(points.lat.keys()).filter((k) => {
    const lat = points.lat[k]
    const lon = points.lon[k]
    return lat >= south - up && lat <= north + up && lon >= west - across && lon <= east + across
  })
}
