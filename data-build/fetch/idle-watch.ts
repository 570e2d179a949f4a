import { TransferError } from './transfer-error.ts'

/** Ends a request that has gone quiet, or that the user has interrupted. */
export interface IdleWatch {
  /** For `fetch`: aborted on silence or interruption. */
  readonly signal: AbortSignal
  /** Bytes have come: the time starts anew. */
  heard(): void
  /** The silence is ours (the disk's): no time runs until `heard`. */
  pause(): void
  /** Closes the connection if it is still open. */
  end(): void
}

/** Starts to watch at once; `interrupted` is the user's own wish to stop. */
export function idleWatch(idleMs: number, interrupted: AbortSignal): IdleWatch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => controller.abort(interrupted.reason)
  const watch: IdleWatch = {
    signal: controller.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        controller.abort(new TransferError(`no bytes for ${idleMs / 1000} s`, { again: true }))
      }, idleMs)
    },
    pause: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      interrupted.removeEventListener('abort', stop)
      controller.abort()
    },
  }
  if (interrupted.aborted) stop()
  else interrupted.addEventListener('abort', stop, { once: true })
  watch.heard()
  return watch
}
