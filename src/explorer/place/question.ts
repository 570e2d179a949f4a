import { type ReadonlySignal, signal } from '@preact/signals'

/** What is known of an answer that is on its way. */
type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  /** One sentence. */
  | { readonly state: 'failed'; readonly reason: string }

/** A question put to the engine, and its answer as soon as it is there. */
export interface Question<T> {
  readonly answer: ReadonlySignal<Answer<T>>
  /** Asks once more; an answer to an earlier try that comes after this is dropped. */
  again(): void
}

/** Asks at once. */
export function question<T>(ask: () => Promise<T>): Question<T> {
  const answer = signal<Answer<T>>({ state: 'waiting' })
  let last = 0
  const again = () => {
    const mine = ++last
    const tell = (told: Answer<T>) => {
      if (mine === last) answer.value = told
    }
    answer.value = { state: 'waiting' }
    ask().then(
      (value) => tell({ state: 'ready', value }),
      (error: unknown) => tell({ state: 'failed', reason: sentence(error) }),
    )
  }
  again()
  return { answer, again }
}

/** The value, where it is there. */
export function known<T>(question: Question<T>): T | undefined {
  const answer = question.answer.value
  return answer.state === 'ready' ? answer.value : undefined
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message.trim() : ''
  return text === '' ? 'The answer did not come.' : text
}
