import type { Mutant } from './operators.ts'

/** A change that no test can notice. */
interface Listed {
  readonly file: string
  /** Line before the change. */
  readonly before: string
  readonly operator: string
  readonly reason: string
}

export const listed: readonly Listed[] = [
  {
    file: 'src/data/bundle/write.ts',
    before: 'const mem = raw.length < MUCH_MEMORY ? 4 : 12',
    operator: 'condition',
    reason: 'Either amount of memory makes a stream with the same content; only the time to write it differs.',
  },
]

/** Returns why no test can notice a change; null if one should. */
export function reasonOf(mutant: Mutant & { readonly file: string; readonly before: string }): string | null {
  const is = ({ file, before, operator }: Listed) =>
    file === mutant.file && before === mutant.before && operator === mutant.operator
  return listed.find(is)?.reason ?? null
}
