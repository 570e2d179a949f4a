import { proxy, type Remote, wrap } from 'comlink'
import type { Engine, Loading } from './engine.ts'

/** Starts the worker of the library. `data`: address of the folder of bundles. */
export function startEngine(data: string, onLoading: (loading: Loading) => void): Remote<Engine> {
  const worker = new Worker(new URL('engine-worker.js', document.baseURI), { type: 'module', name: data })
  const engine = wrap<Engine>(worker)
  void engine.onLoading(proxy(onLoading))
  return engine
}
