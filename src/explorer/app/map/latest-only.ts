/** Queue of calls of which only the latest matters, such as those of a moving pointer. */
interface LatestOnly<Input> {
  call(input: Input): void
  /** Forgets the latest input and drops the answer to the current call. */
  forget(): void
}

/**
 * Runs one call at a time, at most one per `pause` milliseconds. Of the inputs in between, only the last is used.
 * Failed calls are ignored.
 */
export function latestOnly<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  onAnswer: (answer: Answer, input: Input) => void,
  pause: number,
): LatestOnly<Input> {
  let next: { readonly input: Input } | null = null
  let isBusy = false
  let round = 0
  const runAll = async () => {
    if (isBusy) return
    isBusy = true
    while (next !== null) {
      const { input } = next
      const startedIn = round
      next = null
      const minimumPause = new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const answer = await run(input)
        if (startedIn === round) onAnswer(answer, input)
      } catch {}
      await minimumPause
    }
    isBusy = false
  }
  return {
    call(input) {
      next = { input }
      void runAll()
    },
    forget() {
      next = null
      round++
    },
  }
}
