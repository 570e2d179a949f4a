import { degreesOf } from '../../batch/points.ts'
import { placeHasCoverage } from '../map/coverage.ts'

/**
 * Whether latitude and longitude are the wrong way round: none of these places lies near the three states, and most of them do when the
 * two are swapped.
 *
 * @param places as texts; those that are no two numbers do not count
 * @param isDecimalComma whether `30,27` is a number
 */
export function areSwapped(places: readonly (readonly [lat: string, lon: string])[], isDecimalComma: boolean): boolean {
  const read = (text: string) => degreesOf(text.trim(), isDecimalComma) ?? Number.NaN
  const numbers = places.map(([lat, lon]) => [read(lat), read(lon)] as const).filter(([a, b]) => !Number.isNaN(a + b))
  const swapped = numbers.filter(([lat, lon]) => placeHasCoverage(lon, lat))
  return swapped.length > numbers.length / 2 && !numbers.some(([lat, lon]) => placeHasCoverage(lat, lon))
}
