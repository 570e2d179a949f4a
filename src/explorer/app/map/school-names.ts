import type { Remote } from 'comlink'
import type { FeatureCollection, Point } from 'geojson'
import type { Engine } from '../engine/engine.ts'
import type { LatLon } from '../library.ts'

/**
 * Loads the names of the ten schools nearest to the center of a close view. These are the schools of the panel if a
 * place is in the center, so that they take no more bytes. Without a bundle of schools, the map has none.
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
