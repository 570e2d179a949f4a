import type { Mutant } from './operators.ts'

/** A change that no test can notice. */
interface Listed {
  readonly file: string
  /** The line as it is. */
  readonly before: string
  readonly operator: string
  readonly reason: string
}

export const listed: readonly Listed[] = []

/** Returns why no test can notice a change; null if one should. */
export function reasonOf(mutant: Mutant & { readonly file: string; readonly before: string }): string | null {
  const is = ({ file, before, operator }: Listed) =>
    file === mutant.file && before === mutant.before && operator === mutant.operator
  return listed.find(is)?.reason ?? null
}
