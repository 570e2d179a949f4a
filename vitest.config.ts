import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Temporary files of a run, removed at its end. */
const temporary = join(tmpdir(), `vicinage-tests-${process.pid}`)

/**
 * Test files for which the fast suite tries only some cases of each property (`test/support/runs.ts`).
 * `npm run test:long` tries all cases.
 */
const TRIED_IN_PART = [
  'test/answers/areas/area.test.ts',
  'test/answers/areas/sites.test.ts',
  'test/answers/districts/random-polygons.test.ts',
  'test/answers/geocode/florida.test.ts',
  'test/answers/geocode/hostile.test.ts',
  'test/answers/geocode/reverse.test.ts',
  'test/data-build/base-map/base-map-bundle.test.ts',
  'test/data-build/read/zip.test.ts',
  'test/data/bundle/damaged-files.test.ts',
  'test/data/bundle/mutated-values.test.ts',
  'test/explorer/app/home-and-office.test.ts',
  'test/faces/batch/formats/csv-any-file.test.ts',
  'test/faces/batch/formats/parquet-damaged.test.ts',
  'test/faces/batch/formats/parquet-pages.test.ts',
  'test/faces/http/requests.test.ts',
  'test/faces/map/render-tiles.test.ts',
  'test/library/contract/json-limits.test.ts',
]

/** Random calls of every public function, which CI also tries in full. */
const FUZZED_CALLS = 'test/release/guard/guard.test.ts'

/**
 * Files that take minutes, which only `npm run test:long` runs: edges compared with the agencies' polygons, and a
 * geography built from the published files.
 */
const RARE = ['test/answers/areas/edge.slow.test.ts', 'test/data-build/pipeline/rebuild.slow.test.ts']

/** Settings of all suites. They use a data home of their own, so that no test reads or changes the user's data. */
const shared = {
  globalSetup: 'test/support/temporary-folder.ts',
  setupFiles: 'test/support/seed.ts',
  env: { TMPDIR: temporary, TEMP: temporary, VICINAGE_DATA_HOME: join(temporary, 'home') },
  unstubEnvs: true,
  unstubGlobals: true,
  // On a busy CI machine the operating system may stop a process or a browser for seconds. A test that passes only when
  // run again is marked "retry x1" in the output.
  retry: process.env.CI ? 1 : 0,
}

/** Files that take longest, because they open the explorer or run the commands of the documentation. */
const LONGEST = /\/explorer\/app\/browser\/|\/release\/docs\//

/**
 * Starts the longest files early, so that all workers end at about the same time. Long and other files alternate,
 * because the longest keep the processors busy and the others mostly wait.
 */
class LongestEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [long, others] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONGEST.test(moduleId) === isLong),
    )
    return [...long.flatMap((file, i) => [file, ...others.slice(i, i + 1)]), ...others.slice(long.length)]
  }
}

// `npm test` runs the fast project. Tests with kills, real waits, exports, rebuilds, Redis, browsers or packed tarballs
// are in `*.slow.test.ts` and run with `npm run test:slow`.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestEarly },
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Running many files in one process saves 40% of the time, because modules and test data are loaded once.
          // Tests must leave nothing behind in the process, and helpers must not remove in `afterAll` what the next
          // file also uses.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'slow',
          include: ['test/**/*.slow.test.ts', FUZZED_CALLS],
          exclude: RARE,
          env: { ...shared.env, VICINAGE_TEST_RUNS: 'all' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As in the fast suite, modules and the built data are loaded once.
          isolate: false,
          // Browsers and clusters are slow to answer on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...shared,
          name: 'long',
          include: [...TRIED_IN_PART, ...RARE],
          env: { ...shared.env, VICINAGE_TEST_RUNS: 'all' },
          testTimeout: 300_000,
        },
      },
    ],
  },
})
