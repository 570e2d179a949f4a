import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../src/base/locks/write-whole.ts'
import { closestNames } from '../read/closest-names.ts'
import { type Feature, LayerBuilder } from '../read/feature.ts'
import { reasonOf } from '../read/source-error.ts'
import { pageTitle } from './check-file.ts'
import { refuseStatus } from './download.ts'
import { type FetchSession, type Received, request, TransferError, withRetries } from './request.ts'

/** What is wanted of a layer of an ArcGIS feature or map service. */
export interface ServiceLayer {
  /** Address of the layer: `…/FeatureServer/0`. */
  readonly url: string
  /** Which features: an SQL condition. */
  readonly where: string
  /** Attributes; of each of these lists one at least must be there. */
  readonly fields: readonly (readonly string[])[]
  /** Those that are taken where they are there. */
  readonly more?: readonly string[]
}

/** Features of a layer, in degrees. */
export interface ServedFeatures {
  readonly features: readonly Feature[]
  /** Names this state of the layer: changes with its features, and where the service tells, with their edits. */
  readonly state: string
  /** The day of its last edit; null where the service does not tell. */
  readonly edited: string | null
  /** Of the features as they were served: in hex, and their length. */
  readonly sha256: string
  readonly bytes: number
}

interface Watching {
  readonly report: (line: string) => void
  readonly progress: (done: number, all: number, bytes: number) => void
  /** Whether features of this state need not be read. */
  readonly isKnown: (state: string) => boolean
}

/** Features to a request; the service may allow fewer. Polygons of thousands of vertices make megabytes of a page. */
const PAGE = 250

/**
 * Reads a layer, page by page of its object ids, and checks that the number of features is what the service counts
 * before and after. Pages are kept in `folder`, so that a run that was interrupted goes on where it stopped; pages of
 * an earlier state are read again.
 *
 * @returns null where the state is known
 * @throws {TransferError} when it cannot be read; what came so far stays in the folder
 */
export async function readFeatureService(
  layer: ServiceLayer,
  folder: string,
  session: FetchSession,
  watching: Watching,
): Promise<ServedFeatures | null> {
  for (let again = false; ; again = true) {
    try {
      return await new ServiceReader(layer, folder, session, watching).read()
    } catch (error) {
      if (!(error instanceof LayerChanged) || again) throw error
      watching.report(`${error.message}; reading it again from the start`)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The layer is not what it was when reading began. */
class LayerChanged extends TransferError {}

interface LayerInfo {
  readonly name?: string
  readonly objectIdField?: string
  readonly fields?: readonly { readonly name: string; readonly type: string }[]
  readonly maxRecordCount?: number
  readonly editingInfo?: { readonly lastEditDate?: number }
}

interface Page {
  readonly features: readonly {
    readonly attributes: Readonly<Record<string, unknown>>
    readonly geometry?: { readonly rings?: readonly [number, number][][] } | null
  }[]
  readonly exceededTransferLimit?: boolean
  readonly spatialReference?: { readonly wkid?: number; readonly latestWkid?: number }
}

class ServiceReader {
  readonly #layer: ServiceLayer
  readonly #folder: string
  readonly #session: FetchSession
  readonly #watching: Watching
  readonly #digest = createHash('sha256')
  #done = 0
  /** Bytes that came in this run, and of all features. */
  #bytes = 0
  #size = 0

  constructor(layer: ServiceLayer, folder: string, session: FetchSession, watching: Watching) {
    this.#layer = layer
    this.#folder = folder
    this.#session = session
    this.#watching = watching
  }

  async read(): Promise<ServedFeatures | null> {
    const info = await this.#info()
    const idField = info.objectIdField ?? info.fields?.find(({ type }) => type === 'esriFieldTypeOID')?.name
    if (idField === undefined) throw this.#wrong('it has no object ids')
    const fields = this.#wantedFields(info)
    const ids = await this.#ids()
    const edited = editedIn(info)
    const state = createHash('sha256')
      .update(JSON.stringify([edited, fields, ids]))
      .digest('hex')
      .slice(0, 16)
    if (this.#watching.isKnown(state)) return null
    await this.#keepPagesOf(state)
    const features: Feature[] = []
    const size = Math.max(1, Math.min(PAGE, info.maxRecordCount ?? PAGE))
    for (let from = 0; from < ids.length; from += size)
      await this.#page(ids.slice(from, from + size), idField, fields, ids.length, features)
    const [count, after] = [await this.#count(), await this.#info()]
    if (count !== ids.length)
      throw this.#changed(`it had ${ids.length} features and has ${count}, it changed while it was read`)
    if (editedIn(after) !== edited) throw this.#changed('it was edited while it was read')
    return { features, state, edited, sha256: this.#digest.digest('hex'), bytes: this.#size }
  }

  #wantedFields({ fields = [] }: LayerInfo): readonly string[] {
    const there = fields.map(({ name }) => name)
    const more = (this.#layer.more ?? []).filter((name) => there.includes(name))
    const wanted = this.#layer.fields.flatMap((alternatives) => {
      const found = alternatives.filter((name) => there.includes(name))
      if (found.length > 0) return found
      const nearest = closestNames(alternatives[0], there).join(', ') || 'none'
      throw this.#wrong(`it has no field ${alternatives.join(' or ')} (nearest: ${nearest})`)
    })
    return [...wanted, ...more]
  }

  #info(): Promise<LayerInfo> {
    return this.#ask('', {}, (body) => body as LayerInfo)
  }

  #count(): Promise<number> {
    return this.#ask('/query', { where: this.#layer.where, returnCountOnly: 'true' }, (body) => {
      const { count } = body as { count?: unknown }
      if (Number.isInteger(count)) return count as number
      throw this.#damaged('an answer without a count')
    })
  }

  /** Ascending, as many as the service counts. */
  async #ids(): Promise<readonly number[]> {
    const count = await this.#count()
    const ids = await this.#ask('/query', { where: this.#layer.where, returnIdsOnly: 'true' }, (body) => {
      const { objectIds } = body as { objectIds?: unknown }
      // Null is how it says "none".
      if (objectIds === null || Array.isArray(objectIds)) return (objectIds ?? []) as number[]
      throw this.#damaged('an answer without object ids')
    })
    if (new Set(ids).size !== count)
      throw this.#changed(`it counts ${count} features and names ${new Set(ids).size}, so it changes just now`)
    return [...ids].sort((a, b) => a - b)
  }

  /** Features of these ids; a page that is more than the service sends at once is read in halves. */
  async #page(
    ids: readonly number[],
    idField: string,
    fields: readonly string[],
    all: number,
    into: Feature[],
  ): Promise<void> {
    const file = join(this.#folder, `${ids[0]}-${ids[ids.length - 1]}.json`)
    // A page that was kept and cannot be read is asked for again.
    const kept = await readFile(file, 'utf8')
      .then((text) => this.#pageOf(JSON.parse(text)))
      .catch(() => null)
    const page = kept ?? (await this.#served(ids, idField, fields, file))
    if (page === null) {
      const half = ids.length >> 1
      await this.#page(ids.slice(0, half), idField, fields, all, into)
      await this.#page(ids.slice(half), idField, fields, all, into)
      return
    }
    const text = JSON.stringify(page.served.features)
    this.#digest.update(text)
    this.#size += text.length
    for (const feature of page.features) into.push(feature)
    this.#done += ids.length
    this.#watching.progress(this.#done, all, this.#bytes)
  }

  /** What a page shows. @throws {TransferError} unless its features have whole outlines */
  #pageOf(body: unknown): { readonly served: Page; readonly features: readonly Feature[] } {
    const served = body as Page
    if (!Array.isArray(served.features)) throw this.#damaged('an answer without features')
    const { wkid = 4326, latestWkid = wkid } = served.spatialReference ?? {}
    const projection = `EPSG:${latestWkid === 102100 ? 3857 : latestWkid}`
    const builder = new LayerBuilder(this.#layer.url, { projection })
    for (const feature of served.features) {
      const { attributes = null, geometry } = feature ?? {}
      if (attributes === null || (geometry && !Array.isArray(geometry.rings)))
        throw this.#damaged('a feature without attributes, or without the rings of its outline')
      // Holes are not told from islands here; the even-odd rule over all rings needs no difference.
      const coordinates = (geometry?.rings ?? []) as [number, number][][]
      try {
        builder.add(coordinates.length > 0 ? { type: 'Polygon', coordinates } : null, attributes)
      } catch (cause) {
        throw this.#damaged(`a feature that cannot be read (${reasonOf(cause)})`)
      }
    }
    return { served, features: builder.finish().features }
  }

  /** Null where they are more than the service sends at once. */
  async #served(
    ids: readonly number[],
    idField: string,
    fields: readonly string[],
    file: string,
  ): Promise<{ readonly served: Page; readonly features: readonly Feature[] } | null> {
    const range = `${idField}>=${ids[0]} AND ${idField}<=${ids[ids.length - 1]}`
    const query = {
      where: `(${this.#layer.where}) AND ${range}`,
      outFields: [idField, ...fields].join(','),
      returnGeometry: 'true',
      outSR: '4326',
      orderByFields: idField,
    }
    const page = await this.#ask('/query', query, (body) => this.#pageOf(body))
    const came = new Set(page.served.features.map(({ attributes }) => Number(attributes[idField])))
    if (
      ids.length > 1 &&
      (page.served.exceededTransferLimit === true || came.size < ids.length) &&
      came.size !== ids.length
    )
      return null
    if (came.size !== ids.length || !ids.every((id) => came.has(id)))
      throw this.#changed(`it sent ${came.size} features of ${ids.length}, so it changed while it was read`)
    await writeWhole(file, Buffer.from(JSON.stringify(page.served)))
    return page
  }

  /** Pages of another state are removed. */
  async #keepPagesOf(state: string): Promise<void> {
    const file = join(this.#folder, 'state')
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before === state) return
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { recursive: true })
    await writeFile(file, state)
  }

  #ask<T>(path: string, query: Readonly<Record<string, string>>, read: (body: unknown) => T): Promise<T> {
    const { settings, interrupted } = this.#session
    const url = `${this.#layer.url}${path}?${new URLSearchParams({ ...query, f: 'json' })}`
    const headers = { 'User-Agent': settings.userAgent, Accept: 'application/json' }
    const once = () =>
      request(url, headers, this.#session, async (received) => {
        refuseStatus(received.response)
        return read(this.#json(await this.#bodyOf(received)))
      })
    const name = `${new URL(url).hostname}${new URL(url).pathname}`
    return withRetries(once, settings, interrupted, {
      reached: () => this.#bytes,
      waiting: (error, ms) =>
        this.#watching.report(`${name}: ${error.message}; retrying in ${(ms / 1000).toFixed(1)} s`),
    })
  }

  async #bodyOf({ response, watch }: Received): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    const reader = response.body?.getReader()
    let size = 0
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      watch.heard()
      parts.push(next.value)
      size += next.value.length
      if (size > MOST_BYTES) throw new TransferError(`an answer of more than ${MOST_BYTES} bytes`)
    }
    this.#bytes += size
    return Buffer.concat(parts)
  }

  /** Errors of the service come with status 200. */
  #json(bytes: Uint8Array): unknown {
    const title = pageTitle(bytes)
    if (title !== undefined) throw this.#damaged(`a web page instead of data${title && ` ("${title}")`}`)
    let body: { error?: { code?: number; message?: string; details?: readonly string[] } } | null
    try {
      body = JSON.parse(Buffer.from(bytes).toString('utf8'))
    } catch {
      throw this.#damaged(`${bytes.length} bytes that are not whole JSON`)
    }
    if (typeof body !== 'object' || body === null) throw this.#damaged('JSON that is not an answer')
    if (body.error === undefined) return body
    const { code = 0, message = 'no message', details = [] } = body.error
    const words = [message, ...details].filter((text) => text !== '').join(' ')
    const lasting = code >= 400 && code < 500 && code !== 408 && code !== 429
    throw new TransferError(`the service answered error ${code}: ${words.replace(/\.+$/, '')}`, { again: !lasting })
  }

  #damaged(found: string): TransferError {
    return new TransferError(`received ${found}`, { again: true })
  }

  #wrong(found: string): TransferError {
    return new TransferError(`${this.#layer.url} is not the layer that was expected: ${found}`)
  }

  #changed(found: string): LayerChanged {
    return new LayerChanged(`${this.#layer.url}: ${found}`)
  }
}

/** No page comes near this. */
const MOST_BYTES = 512 * 1024 ** 2

function editedIn({ editingInfo }: LayerInfo): string | null {
  const { lastEditDate } = editingInfo ?? {}
  return typeof lastEditDate === 'number' ? new Date(lastEditDate).toISOString().slice(0, 10) : null
}
