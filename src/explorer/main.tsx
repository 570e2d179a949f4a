import { render } from 'preact'
import type { Manifest } from '../bundle/data-folder.ts'
import { followAddress, followTitle } from './address-bar.ts'
import { App } from './app.tsx'
import { addBundles, type ListedBundle } from './catalog.ts'
import { type StartedWorker, startEngine, warmUp } from './engine/start-engine.ts'
import { loadings } from './view.ts'

/** Draws the page. `worker`: that of the library, on its way already. */
export async function openPage(worker: StartedWorker, manifest: Promise<Response>): Promise<void> {
  addBundles(await bundlesOf(manifest))
  followAddress()
  followTitle()
  const engine = startEngine(worker, (loading) => {
    loadings.value = new Map(loadings.value).set(loading.file, loading)
  })
  warmUp(engine)
  const root = document.getElementById('page')!
  root.replaceChildren()
  render(<App engine={engine} />, root)
}

/** The bundles that a server lists; none where it does not answer: the engine says why. */
async function bundlesOf(manifest: Promise<Response>): Promise<readonly ListedBundle[]> {
  try {
    return ((await (await manifest).json()) as Manifest).bundles
  } catch {
    return []
  }
}
