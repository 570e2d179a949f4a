import { openVicinage } from 'vicinage'
import { createApp, openTileServer } from 'vicinage/http'

let app

async function open(data) {
  const vicinage = await openVicinage({ data })
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
