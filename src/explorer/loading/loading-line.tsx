import { useRef } from 'preact/hooks'
import { loadings } from '../view.ts'
import { megabytes, progressOf } from './progress.ts'

/** A thin bar and a line of text while data come into the page. Where they do not come, the part that needs them says so. */
export function LoadingLine() {
  const before = useRef<ReadonlySet<string>>(new Set())
  const { waiting, part } = progressOf(loadings.value, before.current)
  if (waiting.length === 0) before.current = new Set(loadings.value.keys())
  return (
    <div class={`loading${waiting.length > 0 ? ' busy' : ''}`}>
      <progress value={part} max={1} aria-hidden="true" />
      <p role="status">{waiting.length > 0 && `Loading data, ${megabytes(waiting)} to go…`}</p>
    </div>
  )
}
