import type { FeatureCollection, MultiPoint } from 'geojson'
import type { Dot } from '../view.ts'

/** The dots of a file by their score (0: none), highest last and so drawn on top: 256 features at most, however many dots there are. */
export function dotFeatures(dots: readonly Dot[]): FeatureCollection<MultiPoint, { readonly score: number }> {
  const places = new Map<number, [lon: number, lat: number][]>()
  for (const { lat, lon, score } of dots) {
    const same = places.get(score ?? 0)
    if (same === undefined) places.set(score ?? 0, [[lon, lat]])
    else same.push([lon, lat])
  }
  return {
    type: 'FeatureCollection',
    features: [...places]
      .sort(([a], [b]) => a - b)
      .map(([score, coordinates]) => ({
        type: 'Feature',
        properties: { score },
        geometry: { type: 'MultiPoint', coordinates },
      })),
  }
}
