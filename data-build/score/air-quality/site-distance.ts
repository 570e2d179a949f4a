const radiusKm = 6371.0088 // mean Earth radius, IUGG

/** Places with latitude and longitude in degrees. */
export interface Sites {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/**
 * Distances in km from any point to a fixed list of sites, along the chord: 0.01 % short of the great circle at 300 km.
 * The returned function fills `into`, which has one element per site.
 */
export function siteDistances(sites: Sites): (lat: number, lon: number, into: Float64Array) => void {
  const { x, y, z } = positions(sites)
  return (lat, lon, into) => {
    const phi = (lat * Math.PI) / 180
    const lambda = (lon * Math.PI) / 180
    const px = radiusKm * Math.cos(phi) * Math.cos(lambda)
    const py = radiusKm * Math.cos(phi) * Math.sin(lambda)
    const pz = radiusKm * Math.sin(phi)
    for (let i = 0; i < x.length; i++) into[i] = Math.sqrt((x[i] - px) ** 2 + (y[i] - py) ** 2 + (z[i] - pz) ** 2)
  }
}

function positions({ lat, lon }: Sites): { x: Float64Array; y: Float64Array; z: Float64Array } {
  const phi = lat.map((degrees) => (degrees * Math.PI) / 180)
  const lambda = lon.map((degrees) => (degrees * Math.PI) / 180)
  return {
    x: phi.map((p, i) => radiusKm * Math.cos(p) * Math.cos(lambda[i])),
    y: phi.map((p, i) => radiusKm * Math.cos(p) * Math.sin(lambda[i])),
    z: phi.map((p) => radiusKm * Math.sin(p)),
  }
}
