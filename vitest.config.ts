import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Temporary files of a run, removed at its end. */
const temporary = join(tmpdir(), `vicinage-tests-${process.pid}`)

/** For both suites. The data home is not the folder of whoever runs them: no test reads or changes their layers. */
const shared = {
  globalSetup: 'test/temporary-folder.ts',
  env: { TMPDIR: temporary, TEMP: temporary, VICINAGE_DATA_HOME: join(temporary, 'home') },
  unstubEnvs: true,
  unstubGlobals: true,
}

// `npm test` runs the fast project. Kills, real waits, Redis, browsers and packed tarballs are in `*.slow.test.ts`: `npm run test:slow`.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One process for many files saves two fifths of the time: modules load once, and made data is made once. A test leaves
          // nothing behind in the process, and a helper does not remove in `afterAll` what the next file uses, too.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Browsers and clusters are slow to answer on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
