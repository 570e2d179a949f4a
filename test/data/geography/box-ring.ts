/** Returns the closed ring of a box, counterclockwise from its southwestern corner. */
export function boxRing(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** Returns a GeoJSON polygon feature with properties and rings. */
export const polygonFeature = <Properties>(properties: Properties, ...coordinates: [number, number][][]) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Polygon' as const, coordinates },
})
