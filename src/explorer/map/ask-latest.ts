/** Questions of which only the latest matters, such as those of a pointer that moves. */
export interface LatestQuestion<Question> {
  ask(question: Question): void
  /** Forgets what was asked; an answer on its way is not told. */
  forget(): void
}

/**
 * Asks one question at a time, at most one per `pause` milliseconds; of those that come in between only the last is asked. A question
 * that fails is passed over.
 */
export function askLatest<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  tell: (answer: Answer, question: Question) => void,
  pause: number,
): LatestQuestion<Question> {
  let next: { readonly question: Question } | null = null
  let busy = false
  let round = 0
  const run = async () => {
    if (busy) return
    busy = true
    while (next !== null) {
      const { question } = next
      const asked = round
      next = null
      const rest = new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const got = await answer(question)
        if (asked === round) tell(got, question)
      } catch {}
      await rest
    }
    busy = false
  }
  return {
    ask(question) {
      next = { question }
      void run()
    },
    forget() {
      next = null
      round++
    },
  }
}
