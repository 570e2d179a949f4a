import { proxy, type Remote, wrap } from 'comlink'
import { dimension } from '../view.ts'
import type { Engine, Loading } from './engine.ts'

/** What parts of the page are given that ask the engine. */
export interface EngineProps {
  readonly engine: Remote<Engine>
}

/** Starts the worker of the library, which loads the geography and the dimension on the map at once. `data`: address of the folder of bundles. */
export function startEngine(data: string, onLoading: (loading: Loading) => void): Remote<Engine> {
  const worker = new Worker(new URL('engine-worker.js', document.baseURI), { type: 'module', name: data })
  const engine = wrap<Engine>(worker)
  void engine.onLoading(proxy(onLoading))
  // Brings the bundle of the first tiles on its way while the page is not drawn yet; should that fail, the tiles say why.
  engine.score(dimension.peek(), { lat: 0, lon: 0 }).catch(() => {})
  return engine
}
