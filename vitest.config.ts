import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// `npm test` runs the fast project. Kills, real waits, Redis, browsers and packed tarballs are in `*.slow.test.ts`: `npm run test:slow`.
// Not the folder of whoever runs them: no test reads or changes their layers.
const env = { VICINAGE_DATA_HOME: join(tmpdir(), `vicinage-tests-${process.pid}`) }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          env,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Browsers and clusters are slow to answer on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          env,
        },
      },
    ],
  },
})
