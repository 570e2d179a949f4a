import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Temporary files of a run, removed at its end. */
const temporary = join(tmpdir(), `vicinage-tests-${process.pid}`)

/** Whose properties the fast suite tries in part (`test/support/runs.ts`), and `npm run test:long` in full. */
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
  'test/faces/map/create-map.test.ts',
  'test/library/contract/json-limits.test.ts',
]

/** The random calls of every public function, which CI tries in full, too. */
const FUZZED_CALLS = 'test/release/guard/guard.test.ts'

/** For all suites. The data home is not the folder of whoever runs them: no test reads or changes their layers. */
const shared = {
  globalSetup: 'test/support/temporary-folder.ts',
  setupFiles: 'test/support/seed.ts',
  env: { TMPDIR: temporary, TEMP: temporary, VICINAGE_DATA_HOME: join(temporary, 'home') },
  unstubEnvs: true,
  unstubGlobals: true,
}

/** Files that take longest: they open the explorer, or run the commands of the documentation. */
const LONGEST = /\/explorer\/app\/browser\/|\/release\/docs\//

/**
 * Runs the longest files early, so that no worker is still at one when the others have ended. Every second file is
 * another one, because the longest keep the processors busy and the others mostly wait.
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

// `npm test` runs the fast project. Kills, real waits, Redis, browsers and packed tarballs are in `*.slow.test.ts`:
// `npm run test:slow`.
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
          // One process for many files saves two fifths of the time: modules load once, and made data is made once. A
          // test leaves nothing behind in the process, and a helper does not remove in `afterAll` what the next file
          // uses, too.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'slow',
          include: ['test/**/*.slow.test.ts', FUZZED_CALLS],
          env: { ...shared.env, VICINAGE_TEST_RUNS: 'all' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As in the fast suite: modules load once, and the built data is opened once.
          isolate: false,
          // Browsers and clusters are slow to answer on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...shared,
          name: 'long',
          include: TRIED_IN_PART,
          env: { ...shared.env, VICINAGE_TEST_RUNS: 'all' },
          testTimeout: 300_000,
        },
      },
    ],
  },
})
