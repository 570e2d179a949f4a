import type { JSX } from 'preact'
import { Button } from '../controls.tsx'
import { isOutdated } from '../view.ts'
import type { Loadable } from './place-data.ts'

/** Shows what went wrong in one sentence, with a button to try again if that may help. */
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

/** Shows the loaded value, a note that it is loading, or the reason why loading failed. */
export function Answered<T>({ loadable, waiting = 'Loading…', children }: AnsweredProps<T>) {
  const answer = loadable.answer.value
  if (answer.state === 'failed') return <Failure reason={answer.reason} retry={loadable.retry} />
  return answer.state === 'waiting' ? <p class="quiet">{waiting}</p> : children(answer.value)
}
