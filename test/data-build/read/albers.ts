export interface AlbersParameters {
  readonly lat0: number
  readonly lon0: number
  readonly lat1: number
  readonly lat2: number
  readonly falseEasting: number
  readonly falseNorthing: number
}

/** California (Teale) Albers, EPSG:3310. */
export const TEALE: AlbersParameters = {
  lat0: 0,
  lon0: -120,
  lat1: 34,
  lat2: 40.5,
  falseEasting: 0,
  falseNorthing: -4_000_000,
}

/** The Albers projection of USGS's land cover (Conus), EPSG:5070. */
export const CONUS: AlbersParameters = {
  lat0: 23,
  lon0: -96,
  lat1: 29.5,
  lat2: 45.5,
  falseEasting: 0,
  falseNorthing: 0,
}

// GRS 1980
const A = 6_378_137
const F = 1 / 298.257222101
const E2 = F * (2 - F)
const E = Math.sqrt(E2)

/**
 * Projects with Albers equal-area, using equations 14-1 to 14-21 of Snyder, USGS Professional Paper 1395. Tests compare
 * the library's results with this function.
 */
export function albers(lon: number, lat: number, p: AlbersParameters): readonly [x: number, y: number] {
  const n = (m(p.lat1) ** 2 - m(p.lat2) ** 2) / (q(p.lat2) - q(p.lat1))
  const c = m(p.lat1) ** 2 + n * q(p.lat1)
  const rho = (phi: number) => (A * Math.sqrt(c - n * q(phi))) / n
  const theta = n * radians(lon - p.lon0)
  return [p.falseEasting + rho(lat) * Math.sin(theta), p.falseNorthing + rho(p.lat0) - rho(lat) * Math.cos(theta)]
}

function m(lat: number): number {
  const sin = Math.sin(radians(lat))
  return Math.cos(radians(lat)) / Math.sqrt(1 - E2 * sin * sin)
}

function q(lat: number): number {
  const sin = Math.sin(radians(lat))
  return (1 - E2) * (sin / (1 - E2 * sin * sin) - Math.log((1 - E * sin) / (1 + E * sin)) / (2 * E))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
