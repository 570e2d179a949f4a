import type { Remote } from 'comlink'
import { render } from 'preact'
import type { Manifest } from '../bundle/data-folder.ts'
import { followAddress, followTitle } from './address-bar.ts'
import { App } from './app.tsx'
import { addBundles, type ListedBundle } from './catalog.ts'
import './css/page.css'
import type { Engine } from './engine/engine.ts'
import { startEngine, warmUp } from './engine/start-engine.ts'
import { loadings } from './view.ts'

const data = new URL('data/', document.baseURI).href
const start = () =>
  startEngine(data, (loading) => {
    loadings.value = new Map(loadings.value).set(loading.file, loading)
  })
const first = start()
addBundles(await bundlesOf(data))
followAddress()
followTitle()
const root = document.getElementById('page')!
root.replaceChildren()
show(first)

function show(engine: Remote<Engine>): void {
  warmUp(engine)
  render(<App engine={engine} restart={() => show(start())} />, root)
}

/** The bundles that a server lists; none where it does not answer: the engine says why. */
async function bundlesOf(address: string): Promise<readonly ListedBundle[]> {
  try {
    return ((await (await fetch(new URL('manifest.json', address), { cache: 'no-cache' })).json()) as Manifest).bundles
  } catch {
    return []
  }
}
