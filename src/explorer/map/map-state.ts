import { signal } from '@preact/signals'

/** Why tiles of what is shown could not be drawn, in the engine's words. */
export const problem = signal<string | null>(null)
/** Counts how often they are asked for again. */
export const attempt = signal(0)

export function tryAgain(): void {
  problem.value = null
  attempt.value++
}

/** Whether the tiles that the map shows are there, and all of them without a score. */
export const hasNoColors = signal(false)
