import { useRef } from 'preact/hooks'
import { Button } from './controls.tsx'
import type { Loading } from './engine/engine.ts'
import { engineTrouble } from './engine/start-engine.ts'
import { isOutdated, loadings } from './view.ts'

/**
 * Shows a thin bar and a line of text while data is loading. Failures are reported by the parts of the page that need
 * the data.
 */
export function LoadingLine() {
  const before = useRef<ReadonlySet<string>>(new Set())
  const { waiting, part } = getProgress(loadings.value, before.current)
  if (waiting.length === 0) before.current = new Set(loadings.value.keys())
  return (
    <div class={`loading${waiting.length > 0 ? ' busy' : ''}`}>
      <progress value={part} max={1} aria-hidden="true" />
      <p role="status">{waiting.length > 0 && `Loading data, ${megabytes(waiting)} to go…`}</p>
    </div>
  )
}

/** Progress of the requested bundles. */
interface Progress {
  /** Files being loaded; empty when all files are loaded. */
  readonly waiting: readonly Loading[]
  /** Fraction loaded, 0-1, of the bytes requested since the page was last idle. */
  readonly part: number
}

/** @param before files that were loaded when the current loading started */
export function getProgress(loadings: ReadonlyMap<string, Loading>, before: ReadonlySet<string>): Progress {
  const all = [...loadings.values()]
  const waiting = all.filter(({ state }) => state === 'loading')
  const now = all.filter(({ file, state }) => state === 'loading' || (state === 'ready' && !before.has(file)))
  const total = getBytes(now)
  return {
    waiting,
    part: waiting.length === 0 || total === 0 ? 1 : 1 - getBytes(waiting) / total,
  }
}

/** Formats a size: `4.4 MB`, at least `0.1 MB`. */
function megabytes(loadings: readonly Loading[]): string {
  return `${Math.max(0.1, getBytes(loadings) / 1e6).toFixed(1)} MB`
}

function getBytes(loadings: readonly Loading[]): number {
  return loadings.reduce((sum, { bytes }) => sum + bytes, 0)
}

/**
 * Announces that the server has a newer version of the page, because data loaded from now on would not match the data
 * already loaded.
 */
export function NewerVersion() {
  const words = 'There is a newer version of this page. Reload to continue; your place and view are kept.'
  return <ReloadAlert words={isOutdated.value ? words : null} button="Reload" />
}

/** Announces that the worker did not start, so nothing can be scored. Reloading keeps the view. */
export function EngineTrouble() {
  return <ReloadAlert words={engineTrouble.value} button="Try again" />
}

function ReloadAlert({ words, button }: { readonly words: string | null; readonly button: string }) {
  return (
    <div class="actions newer" role="alert">
      {words !== null && (
        <>
          <p>{words}</p>
          <Button class="chief" onClick={() => location.reload()}>
            {button}
          </Button>
        </>
      )}
    </div>
  )
}
