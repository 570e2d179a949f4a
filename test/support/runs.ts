/**
 * Returns how often to try a property. The fast suite uses `part`, but `npm run test:long` tries all cases: it runs the
 * files that call this function again (`vitest.config.ts`).
 */
export function runs(all: number, part: number): number {
  return process.env.VICINAGE_TEST_RUNS === 'all' ? all : part
}
