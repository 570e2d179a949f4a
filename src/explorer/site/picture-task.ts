import { type DrawnBaseMap, readBaseMap } from '../../data/base-map.ts'
import { readBundle } from '../../data/bundle/read.ts'
import type { RequestPool, TaskResult } from '../../faces/http/pool.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { sharedPicture } from './shared-picture.ts'
import { readView, sharedPage } from './shared-view.ts'
import { preview } from './start-page.ts'

/** Request to a thread for the page or picture of a shared view, or for the picture of the explorer. */
export interface PictureRequest {
  readonly part: 'page' | 'picture' | 'preview'
  /** Query string that describes the view. */
  readonly query: string
  /** Public URL of the page, ending in `/`. */
  readonly publicUrl?: string | undefined
  /** Bytes of the base map; null if there is none. */
  readonly ground: Uint8Array | null
}

interface PictureInput extends PictureRequest {
  /** ID of the data build that the page or picture must be created from. */
  readonly build: string
}

/** Maximum time in milliseconds for drawing a picture, from which the limits of the pool are derived. */
const DRAWING_TIME = 1500

/** Status code of a thread that has different data. */
const OTHER_DATA = 409
/** Status code of a picture that would show nothing. */
const NOTHING = 404

/**
 * Creates the page or picture on another thread. Returns null if there is nothing to show, or undefined if the thread
 * has different data.
 */
export async function drawOnThread(
  pool: RequestPool,
  { build }: Vicinage,
  request: PictureRequest,
): Promise<Uint8Array | null | undefined> {
  const input: PictureInput = { ...request, build }
  const { head, body } = await pool.run({ kind: 'picture', milliseconds: DRAWING_TIME, input })
  if (head.status === OTHER_DATA) return undefined
  return head.status === NOTHING ? null : (body as Uint8Array)
}

/** Creates a page or a picture. Runs on a thread of the pool. */
export async function pictureTask(vicinage: Vicinage, input: PictureInput): Promise<TaskResult> {
  const { part, query, publicUrl, ground, build } = input
  if (build !== vicinage.build) return { head: { status: OTHER_DATA }, body: '' }
  const view = new URLSearchParams(query)
  if (part === 'page') return { head: { status: 200 }, body: sharedPage(vicinage, view, publicUrl) }
  const map = await groundFrom(ground)
  const picture = part === 'preview' ? preview(vicinage, map) : sharedPicture(vicinage, readView(view, vicinage), map)
  return picture === null ? { head: { status: NOTHING }, body: '' } : { head: { status: 200 }, body: picture }
}

/** Most recently read base map. A service only has one base map. */
let cached: { readonly bytes: number; readonly map: DrawnBaseMap } | null = null

async function groundFrom(bytes: Uint8Array | null): Promise<DrawnBaseMap | null> {
  if (bytes === null) return null
  if (cached?.bytes !== bytes.length)
    cached = { bytes: bytes.length, map: readBaseMap(await readBundle(bytes, 'base-map.bundle')) }
  return cached.map
}
