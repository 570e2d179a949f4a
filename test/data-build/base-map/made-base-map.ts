import { type BaseMapLayers, baseMapBundle } from '../../../data-build/base-map/base-map-bundle.ts'

/** A ring of these vertices in units of 1e-5 degrees, closed. */
export function ring(...vertices: readonly (readonly [number, number])[]): Float64Array {
  return line(...vertices, vertices[0])
}

export function line(...vertices: readonly (readonly [number, number])[]): Float64Array {
  return Float64Array.from(vertices.flat(), (unit) => unit / 1e5)
}

/** A state with an island and a lagoon, a lake without a name, two borders, a river, two roads, four labels. */
export const made: BaseMapLayers = {
  sea: [{ name: '', polygons: [[ring([-300, -300], [300, -300], [0, 300])]] }],
  neighbors: [{ name: 'Beyond', polygons: [[ring([100, 0], [200, 0], [200, 100])]] }],
  land: [
    {
      name: 'Peñasco',
      polygons: [
        [ring([-9_700_000, 3_000_000], [-9_600_000, 3_000_000], [-9_600_000, 3_100_000], [-9_700_000, 3_100_000])],
        [
          ring([-9_500_000, 3_000_000], [-9_400_000, 3_000_000], [-9_450_000, 3_100_000]),
          ring([-9_460_000, 3_010_000], [-9_440_000, 3_010_000], [-9_450_000, 3_020_000]),
        ],
      ],
    },
    { name: 'Rectangle', polygons: [[ring([0, 0], [100, 0], [100, 100], [0, 100])]] },
  ],
  lakes: [{ name: '', polygons: [[ring([-9_690_000, 3_010_000], [-9_680_000, 3_010_000], [-9_680_000, 3_020_000])]] }],
  parks: [{ name: 'Hill National Park', polygons: [[ring([10, 10], [20, 10], [20, 30])]] }],
  counties: [line([-9_650_000, 3_000_000], [-9_650_000, 3_050_000], [-9_649_999, 3_100_000]), line([50, 0], [50, 100])],
  states: [line([-18_000_000, -9_000_000], [18_000_000, 9_000_000])],
  rivers: [{ name: 'Slow River', line: line([10, 10], [20, 30]) }],
  roads: [
    { name: 'I-10', kind: 'interstate', line: line([0, 50], [100, 50]) },
    { name: 'US 50', kind: 'us-highway', line: line([0, 20], [50, 20]) },
    { name: 'CA 1', kind: 'state-highway', line: line([0, 0], [50, 50], [100, 60]) },
  ],
  labels: [
    { name: 'Peñasco', kind: 'state', lat: 30.5, lon: -96.5, people: 30_000_000 },
    { name: 'Largest', kind: 'city', lat: 30.25, lon: -96.75, people: 900_000 },
    { name: 'Left County', kind: 'county', lat: 30.3, lon: -96.8, people: 1_000_000 },
    { name: 'Smaller', kind: 'city', lat: -0.00001, lon: 0.00001, people: 0 },
    { name: 'Hill National Park', kind: 'park', lat: 0.00015, lon: 0.00018, people: 0 },
  ],
}

export const madeBundle = baseMapBundle(made, [])
