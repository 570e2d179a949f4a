/**
 * How often a property is tried: the fast suite tries a part, the slow one, which runs those files again
 * (`vitest.config.ts`), all.
 */
export function runs(all: number, part: number): number {
  return process.env.VICINAGE_TEST_RUNS === 'all' ? all : part
}
