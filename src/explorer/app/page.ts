import './css/page.css'
import type { Head, PageMessage } from './engine/engine-worker.ts'

// First script of the document, which starts the slowest parts immediately. Wrapped in a function because it is not a
// module, so its names would otherwise be global.
void (async () => {
  const data = new URL('data/', document.baseURI).href
  const worker = new Worker(new URL(workerFile.engine, document.baseURI), { type: 'module', name: data })
  const failed = new Promise<void>((resolve) => {
    worker.onerror = () => resolve()
  })
  // Preloads the worker's imports so that they are in the browser cache when its first script runs.
  for (const script of [workerFile.engineMain, workerFile.engineChunk])
    fetch(new URL(script, document.baseURI))
      .then(getBytes)
      .catch(() => {})
  const tell = (message: PageMessage) => worker.postMessage(message)
  const shown = /[#&]score=([\w-]+)/.exec(location.hash)?.[1] ?? 'walkability'
  const { content = '{}' } = document.querySelector<HTMLMetaElement>('meta[name=vicinage-heads]') ?? {}
  const heads = JSON.parse(content) as Readonly<Record<string, Head>>
  tell({ heads: ['geography', shown].flatMap((id) => (Object.hasOwn(heads, id) ? [heads[id]] : [])) })
  const manifest = fetch(new URL('manifest.json', data), { cache: 'no-cache' }).then(getBytes, () => null)
  // The worker starts before the page is drawn. If the manifest does not arrive, the worker requests it itself and
  // reports why.
  void manifest.then((bytes) => tell({ manifest: bytes }))
  try {
    const { openPage } = await import('./main.tsx')
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
    await openPage({ worker, failed }, manifest)
  } catch (error) {
    sayFailure()
    throw error
  }

  function sayFailure(): void {
    const place = document.querySelector('.before-start')
    if (place === null) return
    place.role = 'alert'
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Try again'
    button.onclick = () => location.reload()
    place.replaceChildren('A script on this page could not be loaded. Check the connection, then try again. ', button)
  }

  async function getBytes(answer: Response): Promise<Uint8Array | null> {
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  }
})()
