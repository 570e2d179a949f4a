/**
 * The page of the tool map, for clients that have MCP apps (revision 2026-01-26): it shows the picture of an answer,
 * and asks the tool for others when it is moved. It speaks JSON-RPC to the window that holds it, and asks no other host
 * for anything.
 */
export const mapPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Map of scores</title>
<style>
body { margin: 0; font: 14px/1.4 system-ui, sans-serif; color: light-dark(#222, #ddd); color-scheme: light dark }
img { display: block; width: 100%; background: #fff }
p { margin: 6px 8px }
button { font: inherit; min-width: 32px; min-height: 32px }
</style>
</head>
<body>
<img alt="" hidden>
<p><button data-zoom="0.5" aria-label="Zoom in">+</button> <button data-zoom="2" aria-label="Zoom out">−</button>
<button data-x="-1" aria-label="West">←</button> <button data-x="1" aria-label="East">→</button>
<button data-y="1" aria-label="North">↑</button> <button data-y="-1" aria-label="South">↓</button>
<span role="status">Waiting for the map …</span></p>
<script>
let next = 1, shown
const waiting = new Map(), image = document.querySelector('img'), status = document.querySelector('[role=status]')
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) => new Promise((done, fail) => { waiting.set(next, [done, fail]); post({ id: next++, method, params }) })
function show(result) {
  const picture = (result.content || []).find(({ type }) => type === 'image')
  if (result.isError || !picture) { status.textContent = (result.content || []).map(({ text }) => text || '').join(' ') || 'No map.'; return }
  shown = result.structuredContent || JSON.parse(result.content.find(({ type }) => type === 'text').text)
  image.src = 'data:' + picture.mimeType + ';base64,' + picture.data
  image.alt = 'Map of ' + shown.dimension + ' around ' + shown.lat + ', ' + shown.lon
  image.hidden = false
  status.textContent = shown.dimension + ': ' + shown.scale
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== '2.0') return
  if (data.method === 'ui/notifications/tool-result') return show(data.params)
  if (data.method === 'ping' || data.method === 'ui/resource-teardown') return post({ id: data.id, result: {} })
  const [done, fail] = waiting.get(data.id) || []
  waiting.delete(data.id)
  if (done) data.error ? fail(new Error(data.error.message)) : done(data.result)
})
addEventListener('click', async ({ target }) => {
  const button = target.closest('button')
  if (!button || !shown) return
  const { zoom = 1, x = 0, y = 0 } = button.dataset, { box } = shown
  const args = {
    dimension: shown.dimension,
    lat: shown.lat + Number(y) * (box.north - box.south) / 2,
    lon: shown.lon + Number(x) * (box.east - box.west) / 2,
    radius: Math.min(600000, Math.max(500, shown.radius * Number(zoom))),
  }
  try { show(await ask('tools/call', { name: 'map', arguments: args })) } catch (error) { status.textContent = error.message }
})
new ResizeObserver(() => post({ method: 'ui/notifications/size-changed', params: { width: innerWidth, height: document.documentElement.scrollHeight } })).observe(document.body)
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'vicinage-map', version: '1' }, appCapabilities: {} })
  .then(() => post({ method: 'ui/notifications/initialized', params: {} }), ({ message }) => { status.textContent = message })
</script>
</body>
</html>
`
