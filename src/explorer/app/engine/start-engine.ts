import { signal } from '@preact/signals'
import { proxy, type Remote, wrap } from 'comlink'
import { coverageBox } from '../library.ts'
import { exactView, getFirstTiles, type TileInPicture } from '../map/picture-view.ts'
import { camera, drawn, untouched } from '../view.ts'
import type { Engine, Loading } from './engine.ts'
import { PATIENCE } from './load-error.ts'

/** Props of components that use the engine. */
export interface EngineProps {
  readonly engine: Remote<Engine>
}

/** Reason why the engine does not answer, in one sentence; null while it works or is still starting. */
export const engineTrouble = signal<string | null>(null)

/** Worker of the library. `failed` resolves if its script did not load. */
export interface StartedWorker {
  readonly worker: Worker
  readonly failed: Promise<void>
}

/** Wraps a started worker, which begins with loading the geography. */
export function startEngine({ worker, failed }: StartedWorker, onLoading: (loading: Loading) => void): Remote<Engine> {
  let hasStarted = false
  const engine = wrap<Engine>(worker)
  const fail = (reason: string) => {
    if (!hasStarted)
      engineTrouble.value = `The part of the page that computes the scores could not be started: ${reason} Try again in a moment.`
  }
  const timer = setTimeout(() => fail(`the server has sent nothing for ${PATIENCE} seconds.`), PATIENCE * 1000)
  void failed.then(() =>
    fail(navigator.onLine ? 'its script did not arrive, or is damaged.' : 'this device is offline.'),
  )
  addEventListener('online', () => {
    if (engineTrouble.value !== null) location.reload()
  })
  // After the engine has answered this call, errors are reported by the calls in which they occur.
  void engine.onLoading(proxy(onLoading)).then(() => {
    clearTimeout(timer)
    hasStarted = true
    engineTrouble.value = null
  })
  return engine
}

/**
 * Requests the first tiles before the page is drawn, starting at the center of the map. Errors are ignored here,
 * because the map later requests the same tiles and reports why they failed.
 */
export function warmUp(engine: Remote<Engine>): void {
  const at = camera.peek()
  const request = drawn.peek()
  // Loads the data without drawing tiles, because only the map knows the zoom at which all covered states are visible.
  if (at === untouched) return void engine.prepare(request.dimension, coverageBox).catch(() => {})
  const fromMiddle = ({ left, top, size }: TileInPicture) =>
    Math.hypot(left + (size - innerWidth) / 2, top + (size - innerHeight) / 2)
  const tiles = getFirstTiles(exactView(at, innerWidth, innerHeight)).sort((a, b) => fromMiddle(a) - fromMiddle(b))
  engine.drawAhead(tiles.map(({ z, x, y }) => ({ ...request, z, x, y }))).catch(() => {})
}
