import { openVicinage } from 'vicinage'
import { createApp, openTileServer } from 'vicinage/http'

let app

/** Parts that fit into the 128 MB of a Cloudflare instance. Elsewhere, all parts may be loaded. */
const choice = { dimensions: ['walkability', 'insurance-coverage', 'fire'], schools: false, geocoder: false }

async function open(data) {
  const vicinage = await openVicinage({ data, ...choice })
  return createApp(vicinage, { tiles: await openTileServer(vicinage) })
}

export default {
  /** `env.DATA` is the address of a folder with the files of `dist-data/`. */
  async fetch(request, env, context) {
    try {
      // The first request opens the library, because workers must not fetch anything earlier. Concurrent requests wait
      // for it to open.
      app ??= open(env.DATA)
      // Continues even if the client of the first request disconnects.
      context.waitUntil(app)
      return (await app).fetch(request)
    } catch (error) {
      // The next request tries again.
      app = undefined
      console.error(error)
      return Response.json({ detail: 'The data cannot be read at the moment.' }, { status: 503 })
    }
  },
}
