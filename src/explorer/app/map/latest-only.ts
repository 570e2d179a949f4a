/** Queue of calls in which only the latest call matters, such as calls for pointer moves. */
interface LatestOnly<Input> {
  call(input: Input): void
  /** Discards the latest input and the answer to the current call. */
  forget(): void
}

/**
 * Runs one call at a time, at most one per `pause` milliseconds. If several inputs arrive in between, only the last
 * input is used. Failed calls are ignored.
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
