/**
 * How often a property is tried: the fast suite tries a part, and `npm run test:long`, which runs those files again
 * (`vitest.config.ts`), all.
 */
export function runs(all: number, part: number): number {
  return process.env.VICINAGE_TEST_RUNS === 'all' ? all : part
}
