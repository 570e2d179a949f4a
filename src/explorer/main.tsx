import { render } from 'preact'
import type { Manifest } from '../bundle/data-folder.ts'
import { followAddress, followTitle } from './address-bar.ts'
import { App } from './app.tsx'
import { addBundles } from './catalog.ts'
import { embedded } from './embedded.ts'
import { type StartedWorker, startEngine, warmUp } from './engine/start-engine.ts'
import { tryAgain } from './map/map-state.ts'
import { keepStories } from './start/stories.ts'
import { loadings } from './view.ts'

/** Draws the page. `worker`: that of the library, on its way already. */
export async function openPage(worker: StartedWorker, manifest: Promise<Response>): Promise<void> {
  await readManifest(manifest)
  followAddress()
  followTitle()
  const engine = startEngine(worker, (loading) => {
    loadings.value = new Map(loadings.value).set(loading.file, loading)
  })
  warmUp(engine)
  addEventListener('online', tryAgain)
  const root = document.getElementById('page')!
  root.replaceChildren()
  render(<App engine={engine} />, root)
}

/**
 * Learns which bundles the server has, and which stories its data can tell; without an answer none: the engine says
 * why.
 */
async function readManifest(answer: Promise<Response>): Promise<void> {
  try {
    const manifest = (await (await answer).json()) as Manifest
    addBundles(manifest.bundles)
    keepStories(embedded === null ? manifest : { ...manifest, states: [] })
  } catch {
    // It does not answer, or not with a manifest.
  }
}
