/**
 * Returns the number of times to try a property. The fast suite tries some of its cases. `npm run test:long` runs those
 * files again (`vitest.config.ts`) with all cases.
 */
export function runs(all: number, part: number): number {
  return process.env.VICINAGE_TEST_RUNS === 'all' ? all : part
}
