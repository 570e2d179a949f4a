/** A part of the sources, and the tests that have to notice its changes. */
export interface Room {
  readonly name: string
  readonly folder: string
  /** Test files or folders of the fast suite that are about the room. */
  readonly tests: readonly string[]
  /** Files or folders of other tests that use the room, tried if the room's own tests notice nothing. */
  readonly wider: readonly string[]
}

export const rooms: readonly Room[] = [
  {
    name: 'bundle',
    folder: 'src/data/bundle',
    tests: ['test/data/bundle'],
    wider: [
      'test/library',
      'test/answers/districts',
      'test/answers/areas',
      'test/answers/schools',
      'test/data/geography',
    ],
  },
  {
    name: 'raster',
    folder: 'src/data/raster',
    tests: ['test/data/raster', 'test/library/place/square-file.test.ts', 'test/library/place/load-place.test.ts'],
    wider: ['test/library', 'test/answers/areas', 'test/answers/layers', 'test/faces/map'],
  },
  {
    name: 'scores',
    folder: 'src/answers/scores',
    tests: [
      'test/answers/scores',
      'test/library/contract',
      'test/library/answers.test.ts',
      'test/library/how-sure.test.ts',
      'test/answers/areas/edge.test.ts',
      'test/faces/cli/data-copy/copy.test.ts',
      'test/library/place/load-place.test.ts',
    ],
    wider: [
      'test/library',
      'test/answers/areas',
      'test/answers/fit',
      'test/faces/cli/answers.test.ts',
      'test/faces/batch/bands.test.ts',
    ],
  },
  {
    name: 'parameters',
    folder: 'src/base/parameters',
    tests: [
      'test/base/parameters',
      'test/library/contract',
      'test/library/options.test.ts',
      'test/library/refusals.test.ts',
    ],
    wider: ['test/library/places.test.ts', 'test/release/guard', 'test/faces/http', 'test/faces/mcp', 'test/faces/cli'],
  },
  {
    name: 'formats',
    folder: 'src/faces/batch/formats',
    tests: ['test/faces/batch/formats', 'test/faces/batch/run-batch.test.ts', 'test/faces/batch/understood.test.ts'],
    wider: ['test/faces/batch'],
  },
]
