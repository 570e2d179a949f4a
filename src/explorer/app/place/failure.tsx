import type { JSX } from 'preact'
import { Button } from '../controls.tsx'
import { isOutdated } from '../view.ts'
import type { Loadable } from './place-data.ts'

/** One sentence about what went wrong, and a second try where it may help. */
export function Failure({ reason, retry }: { readonly reason: string; readonly retry: () => void }) {
  return (
    <div class="failure" role="alert">
      <p class="problem">{reason}</p>
      {!isOutdated.value && <Button onClick={retry}>Try again</Button>}
    </div>
  )
}

interface AnsweredProps<T> {
  readonly loadable: Loadable<T>
  readonly waiting?: string
  children(value: T): JSX.Element
}

/** What is loaded, or that it is on its way, or why it did not come. */
export function Answered<T>({ loadable, waiting = 'Loading…', children }: AnsweredProps<T>) {
  const answer = loadable.answer.value
  if (answer.state === 'failed') return <Failure reason={answer.reason} retry={loadable.retry} />
  return answer.state === 'waiting' ? <p class="quiet">{waiting}</p> : children(answer.value)
}
