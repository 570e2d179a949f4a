import { signal } from '@preact/signals'
import { proxy, type Remote, wrap } from 'comlink'
import { latOf, lonOf, worldX, worldY } from '../../map/mercator.ts'
import { coverageBox } from '../../states.ts'
import { camera, dimension, untouched } from '../view.ts'
import type { BoxShape, Engine, Loading } from './engine.ts'
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
  // What goes wrong from then on is told by the call that it went wrong in.
  void engine.onLoading(proxy(onLoading)).then(() => {
    clearTimeout(timer)
    isThere = true
    engineTrouble.value = null
  })
  return engine
}

/** Side of a tile, pixels: those at the edges of the view reach beyond it. */
const TILE = 256

/** Brings the data of the first tiles on their way while the page is not drawn yet; should that fail, the tiles say why. */
export function warmUp(engine: Remote<Engine>): void {
  engine.prepare(dimension.peek(), viewBox()).catch(() => {})
}

/** What the map will show at first, at most. */
function viewBox(): BoxShape {
  const { lat, lon, zoom } = camera.peek()
  if (camera.peek() === untouched) return coverageBox
  const pixels = 512 * 2 ** zoom
  const [x, y] = [(innerWidth / 2 + TILE) / pixels, (innerHeight / 2 + TILE) / pixels]
  const [left, top] = [worldX(lon), worldY(lat)]
  return {
    west: Math.max(-180, lonOf(left - x)),
    south: latOf(top + y),
    east: Math.min(180, lonOf(left + x)),
    north: latOf(top - y),
  }
}
