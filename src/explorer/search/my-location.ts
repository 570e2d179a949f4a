import { COVERAGE } from '../../states.ts'
import type { Engine, LatLon } from '../engine/engine.ts'

/** Where the device says that it is. Rejects with one sentence: refused, not known, or outside the three states. */
export async function myLocation(engine: Pick<Engine, 'around'>): Promise<LatLon> {
  if (!navigator.geolocation) throw new Error('This browser gives no location to this page; search an address instead.')
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject(new Error(refusals[code] ?? refusals[2])), {
      timeout: 15_000,
      maximumAge: 60_000,
    }),
  )
  const here = { lat: metre(coords.latitude), lon: metre(coords.longitude) }
  if ((await engine.around(here)) === null)
    throw new Error(
      `You seem to be at ${here.lat}, ${here.lon}, outside ${COVERAGE}: there are data for these three states only.`,
    )
  return here
}

/** By `GeolocationPositionError.code`. */
const refusals: Readonly<Record<number, string>> = {
  1: 'The browser was told not to give your location; allow it for this site, or search an address instead.',
  2: 'The device could not find out where it is; search an address instead.',
  3: 'Finding your location took too long; try again, or search an address instead.',
}

/** Degrees to five decimals, a metre: more is more than a device knows. */
function metre(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
