import { kmPerDegree } from '../../geography/center-index.ts'

/** Places of public record whose own noise no source tells: launch sites, sea ports and amusement parks, degrees and km. */
const sites: readonly (readonly [lat: number, lon: number, km: number])[] = [
  [25.997, -97.156, 4], // Starbase, TX
  [28.573, -80.649, 5], // Kennedy Space Center, FL
  [28.488, -80.56, 8], // Cape Canaveral Space Force Station, FL
  [34.742, -120.573, 8], // Vandenberg Space Force Base, CA
  [28.4177, -81.5812, 2], // Magic Kingdom, FL
  [28.3747, -81.5494, 1.5], // EPCOT, FL
  [28.3575, -81.5583, 1.5], // Hollywood Studios, FL
  [28.3581, -81.5907, 1.5], // Animal Kingdom, FL
  [28.4744, -81.4682, 1], // Universal Orlando, FL
  [27.935, -82.44, 3], // Port Tampa Bay, FL
  [28.415, -80.615, 2], // Port Canaveral, FL
  [26.09, -80.118, 2], // Port Everglades, FL
  [25.773, -80.168, 1.5], // PortMiami, FL
  [30.395, -81.55, 3], // Jaxport, FL
  [33.75, -118.24, 4], // Los Angeles and Long Beach, CA
  [37.8, -122.318, 2], // Oakland, CA
  [29.612, -95.0, 3], // Bayport and Barbours Cut, TX
  [29.73, -95.13, 4], // Houston Ship Channel, TX
  [29.31, -94.81, 2], // Galveston, TX
  [27.82, -97.4, 3], // Corpus Christi, TX
  [28.94, -95.32, 3], // Freeport, TX
]

/** People per km² from which streets are what is heard, and dB(A) from which another source is. */
const SETTLED = 50
const LOUD = 50

/** Whether nearly nobody lives at a place (degrees) beside one of these, so that what the model knows of is not what is heard. */
export function isUnmodeled(lon: number, lat: number, people: number, level: number): boolean {
  if (people >= SETTLED || level >= LOUD) return false
  const cos = Math.cos((lat * Math.PI) / 180)
  return sites.some((site) => Math.hypot(site[0] - lat, (site[1] - lon) * cos) * kmPerDegree < site[2])
}
