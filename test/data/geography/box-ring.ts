/** The closed ring of a box, counter-clockwise from its south-western corner. */
export function boxRing(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** A polygon of rings, with properties, as GeoJSON has it. */
export const polygonFeature = <Properties>(properties: Properties, ...coordinates: [number, number][][]) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Polygon' as const, coordinates },
})
