import type { Remote } from 'comlink'
import type { FeatureCollection, Point } from 'geojson'
import type { Engine } from '../engine/engine.ts'
import type { LatLon } from '../library.ts'

/**
 * Loads the names of the ten schools nearest to the center of a close view. If the chosen place is at the center, the
 * panel lists the same schools, so nothing more is downloaded. Without a school bundle, there are no names.
 */
export async function loadSchoolNames(
  engine: Pick<Remote<Engine>, 'schools'>,
  { lat, lon }: LatLon,
): Promise<FeatureCollection<Point, { readonly name: string }>> {
  const { schools } = await engine.schools({ lat, lon }).catch(() => ({ schools: [] }))
  const features = schools.map(({ name, lat, lon }) => ({
    type: 'Feature' as const,
    properties: { name },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  }))
  return { type: 'FeatureCollection', features }
}
