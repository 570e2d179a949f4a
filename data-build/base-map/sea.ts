import type { Polygon } from '../read/feature.ts'

/**
 * The sea by hand: rings in degrees that go through the land behind the shore, and far out along the limits of the
 * exclusive economic zone (NOAA, U.S. Maritime Limits), to some 20 km. What is drawn on top of them makes the shore;
 * Mexico, Cuba and the Bahamas stay outside.
 */
export const SEA: readonly Polygon[] = [
  // The Pacific, from the border with Mexico to the mouth of the Columbia.
  [
    ring([
      [-117.1246, 32.5343],
      [-117.05, 32.75],
      [-117.2, 33.5],
      [-118, 34.2],
      [-119, 34.6],
      [-120.3, 34.9],
      [-120.3, 35.5],
      [-121.3, 36.8],
      [-121.3, 37.9],
      [-121.4, 38.5],
      [-122.5, 39],
      [-123.2, 40],
      [-123.6, 41.9],
      [-123.6, 43],
      [-123.9, 46.2],
      [-128.5, 46.2],
      [-129.5, 40],
      [-124.5, 34],
      [-121.5, 30.9],
      [-119, 31.5],
    ]),
  ],
  // The Gulf and the Atlantic, from the mouth of the Rio Grande to Cape Fear.
  [
    ring([
      [-97.1456, 25.9563],
      [-97.4, 26.05],
      [-98, 27],
      [-97.9, 27.9],
      [-97, 28.9],
      [-95.9, 29.3],
      [-95.5, 29.9],
      [-94, 30.3],
      [-92, 30.6],
      [-90.5, 30.7],
      [-89, 30.9],
      [-88, 31.1],
      [-87, 30.95],
      [-85, 30.7],
      [-83.9, 30.4],
      [-82.6, 30.3],
      [-82, 30.9],
      [-81.9, 31.8],
      [-81.4, 32.4],
      [-80.5, 33],
      [-79.6, 33.6],
      [-78.9, 33.7],
      [-77, 32.8],
      [-77.2, 30.5],
      [-78.7, 28.3],
      [-79.4, 26.8],
      [-79.6, 25.6],
      [-79.8, 24.7],
      [-80.8, 23.9],
      [-83, 23.9],
      [-84.5, 24.3],
      [-86, 25.2],
      [-90, 25.6],
      [-94, 25.95],
    ]),
  ],
]

function ring(vertices: readonly (readonly [lon: number, lat: number])[]): Float64Array {
  return Float64Array.from([...vertices, vertices[0]].flat())
}
