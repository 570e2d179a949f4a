import './css/page.css'

// Before the scripts of the page itself are there: what takes longest comes first.
const data = new URL('data/', document.baseURI).href
const worker = new Worker(new URL(workerFile.engine, document.baseURI), { type: 'module', name: data })
const failed = new Promise<void>((resolve) => {
  worker.onerror = () => resolve()
})
const manifest = fetch(new URL('manifest.json', data), { cache: 'no-cache' })
// The worker asks for it where it does not come, and tells why.
manifest.then(bytesOf).then(
  (bytes) => worker.postMessage({ manifest: bytes }),
  () => worker.postMessage({ manifest: null }),
)
try {
  const { openPage } = await import('./main.tsx')
  // This script does not wait for the document to be read.
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
  place.replaceChildren('A script of this page could not be loaded. Check the connection, then try again. ', button)
}

async function bytesOf(answer: Response): Promise<Uint8Array | null> {
  return answer.ok ? new Uint8Array(await answer.clone().arrayBuffer()) : null
}
