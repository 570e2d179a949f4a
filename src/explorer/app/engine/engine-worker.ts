import type { EmbeddedData } from '../embedded.ts'
import type { EarlyFiles } from './bundle-loader.ts'

/** Request for the beginning of a bundle: its versioned URL in the data folder, and the number of bytes. */
export type Head = readonly [address: string, bytes: number]

/** Message with what the page already knows about the data. */
export interface PageMessage {
  /** Leading bytes of the bundles that the first scores need. */
  readonly heads?: readonly Head[]
  /** Manifest requested by the page; null if the request failed. */
  readonly manifest?: Uint8Array | null
}

/** Milliseconds to wait for the manifest and the beginnings of bundles. After that, the engine requests them itself. */
const PATIENCE = 4000

// The page loads this small script first, so that the first data is requested while the library is still loading.
// Messages that arrive before the library can answer them are kept here.
const messages: MessageEvent[] = []
const keep = (event: MessageEvent) => void messages.push(event)
addEventListener('message', keep)
const first = new Promise<MessageEvent<EmbeddedData>>((resolve) => {
  addEventListener('message', resolve, { once: true })
})
const heads = new Map<string, Promise<Uint8Array | null>>()
const early: EarlyFiles = {
  heads,
  manifest: new Promise((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
      for (const [address, bytes] of data.heads ?? []) heads.set(address, requestHead(address, bytes))
      if (data.manifest !== undefined) resolve(data.manifest)
    })
    setTimeout(resolve, PATIENCE, null)
  }),
}
import('./main.ts')
  .then(async ({ answerPage, answerFrom }) => {
    if (self.name === 'embedded') answerFrom((await first).data)
    else answerPage(early)
    removeEventListener('message', keep)
    for (const { data } of messages.filter(isCall)) dispatchEvent(new MessageEvent('message', { data }))
  })
  // Reports the error to the page, which then shows that the library did not start.
  .catch(reportError)

/** Checks whether a message is a Comlink call. All Comlink messages have a `type`. */
function isCall({ data }: MessageEvent<{ readonly type?: string }>): boolean {
  return data.type !== undefined
}

/** Requests the first bytes of a file. Returns null if the request fails or the server sends the whole file. */
async function requestHead(address: string, bytes: number): Promise<Uint8Array | null> {
  try {
    const headers = { range: `bytes=0-${bytes - 1}` }
    const answer = await fetch(new URL(address, self.name), { headers, signal: AbortSignal.timeout(PATIENCE) })
    return answer.status === 206 ? new Uint8Array(await answer.arrayBuffer()) : null
  } catch {
    return null
  }
}
