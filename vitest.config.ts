import { defineConfig } from 'vitest/config'

// `npm test` runs the fast project. Kills, real waits, Redis, browsers and packed tarballs are in `*.slow.test.ts`: `npm run test:slow`.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: ['**/*.slow.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 120_000 } },
    ],
  },
})
