import { openVicinage } from 'vicinage'
import { createApp, openTileServer } from 'vicinage/http'

let app

/** What fits into the 128 MB of an instance of Cloudflare; elsewhere all of it may. */
const choice = { dimensions: ['walkability', 'insurance-coverage', 'fire'], schools: false, geocoder: false }

async function open(data) {
  const vicinage = await openVicinage({ data, ...choice })
  return createApp(vicinage, { tiles: await openTileServer(vicinage) })
}

export default {
  /** `env.DATA`: address of a folder with the files of `dist-data/`. */
  async fetch(request, env, context) {
    try {
      // Not before the first request, since workers may fetch nothing until then; requests beside it wait for the same opening.
      app ??= open(env.DATA)
      // Goes on where the client that came first is gone.
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
