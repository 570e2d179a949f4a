import { render } from 'preact'
import { followAddress, followTitle } from './address-bar.ts'
import { App } from './app.tsx'
import './css/page.css'
import { startEngine } from './engine/start-engine.ts'
import { loadings } from './view.ts'

followAddress()
followTitle()
const engine = startEngine(new URL('data/', document.baseURI).href, (loading) => {
  loadings.value = new Map(loadings.value).set(loading.file, loading)
})
const root = document.getElementById('page')!
root.replaceChildren()
render(<App engine={engine} />, root)
