import { signal } from '@preact/signals'
import { proxy, type Remote, wrap } from 'comlink'
import { coverageBox } from '../library.ts'
import { exactView, type TileInPicture, tilesOf } from '../map/picture-view.ts'
import { camera, dimension, only, untouched } from '../view.ts'
import type { Engine, Loading } from './engine.ts'
import { PATIENCE } from './load-error.ts'

/** What parts of the page are given that ask the engine. */
export interface EngineProps {
  readonly engine: Remote<Engine>
}

/** Why the engine does not answer, in one sentence; null while it does, or is still on its way. */
export const engineTrouble = signal<string | null>(null)

/** The worker of the library, and whether its script did not come. */
export interface StartedWorker {
  readonly worker: Worker
  readonly failed: Promise<void>
}

/** The library in a worker that was started, which begins with the geography. */
export function startEngine({ worker, failed }: StartedWorker, onLoading: (loading: Loading) => void): Remote<Engine> {
  let isThere = false
  const engine = wrap<Engine>(worker)
  const fail = (why: string) => {
    if (!isThere)
      engineTrouble.value = `The part of the page that computes the scores could not be started: ${why} Try again in a moment.`
  }
  const timer = setTimeout(() => fail(`the server has sent nothing for ${PATIENCE} seconds.`), PATIENCE * 1000)
  void failed.then(() => fail(navigator.onLine ? 'its script did not come, or is damaged.' : 'this device is offline.'))
  addEventListener('online', () => {
    if (engineTrouble.value !== null) location.reload()
  })
  // What goes wrong from then on is told by the call that it went wrong in.
  void engine.onLoading(proxy(onLoading)).then(() => {
    clearTimeout(timer)
    isThere = true
    engineTrouble.value = null
  })
  return engine
}

/**
 * Has the first tiles drawn while the page is not there yet, from the middle on; should that fail, the tiles say why.
 */
export function warmUp(engine: Remote<Engine>): void {
  const [at, request] = [camera.peek(), { dimension: dimension.peek(), only: only.peek() }]
  // The map knows at which zoom it shows the whole coverage.
  if (at === untouched) return void engine.prepare(request.dimension, coverageBox).catch(() => {})
  const fromMiddle = ({ left, top, size }: TileInPicture) =>
    Math.hypot(left + (size - innerWidth) / 2, top + (size - innerHeight) / 2)
  const tiles = tilesOf(exactView(at, innerWidth, innerHeight)).sort((a, b) => fromMiddle(a) - fromMiddle(b))
  engine.drawAhead(tiles.map(({ z, x, y }) => ({ ...request, z, x, y }))).catch(() => {})
}
