import { kmPerDegree } from '../../geography/center-index.ts'
import { namedSites } from '../named-sites.ts'

/** People per km² from which streets are what is heard, and dB(A) from which another source is. */
const SETTLED = 50
const LOUD = 50

/**
 * Whether nearly nobody lives at a place (degrees) beside one of these, so that what the model knows of is not what is
 * heard.
 */
export function isUnmodeled(lon: number, lat: number, people: number, level: number): boolean {
  if (people >= SETTLED || level >= LOUD) return false
  const cos = Math.cos((lat * Math.PI) / 180)
  return namedSites.some((site) => Math.hypot(site.lat - lat, (site.lon - lon) * cos) * kmPerDegree < site.km)
}
