import type { Loading } from '../engine/engine.ts'

/** How far the page is with the bundles that it asked for. */
export interface Progress {
  /** Files on their way; empty when all are there. */
  readonly waiting: readonly Loading[]
  /** 0-1, by bytes of what is asked for since nothing was on its way. */
  readonly part: number
}

/** @param before files that were there when the first of those on their way was asked for */
export function progressOf(loadings: ReadonlyMap<string, Loading>, before: ReadonlySet<string>): Progress {
  const all = [...loadings.values()]
  const waiting = all.filter(({ state }) => state === 'loading')
  const now = all.filter(({ file, state }) => state === 'loading' || (state === 'ready' && !before.has(file)))
  const asked = bytesOf(now)
  return {
    waiting,
    part: waiting.length === 0 || asked === 0 ? 1 : 1 - bytesOf(waiting) / asked,
  }
}

/** `4.4 MB`; `0.1 MB` at least. */
export function megabytes(loadings: readonly Loading[]): string {
  return `${Math.max(0.1, bytesOf(loadings) / 1e6).toFixed(1)} MB`
}

function bytesOf(loadings: readonly Loading[]): number {
  return loadings.reduce((sum, { bytes }) => sum + bytes, 0)
}
