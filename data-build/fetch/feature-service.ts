import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { closestNames } from '../read/closest-names.ts'
import { type Feature, LayerBuilder } from '../read/feature.ts'
import { getReason } from '../read/source-error.ts'
import { KeptPages } from './kept-pages.ts'
import { type FetchSession, TransferError } from './request.ts'
import { damaged, givenUp, type Query, ServiceClient } from './service-client.ts'

/** A query to a layer of an ArcGIS feature or map service. */
export interface ServiceLayer {
  /** Address of the layer: `…/FeatureServer/0`. */
  readonly url: string
  /** SQL condition that selects the features. */
  readonly where: string
  /** Attributes to read. Each list contains alternative names, and the layer must have at least one of them. */
  readonly fields: readonly (readonly string[])[]
  /** Attributes to read if the layer has them. */
  readonly more?: readonly string[]
}

/** Features of a layer, in degrees. */
export interface ServedFeatures {
  /** Features with an outline, sorted by object id. */
  readonly features: readonly Feature[]
  /** Object ids of features without an outline in the service. */
  readonly withoutOutline: readonly number[]
  /** Features that the service could only send with a coarser outline, with the accuracy of each outline. */
  readonly coarse: readonly CoarseFeature[]
  /** Id of the layer's current content. It changes when a feature is added, removed or edited. */
  readonly state: string
  /** Date of the last edit; null if the service does not say. */
  readonly edited: string | null
  /** SHA-256 of the served features in hex. */
  readonly sha256: string
  /** Length of the served features' JSON in bytes. */
  readonly bytes: number
}

export interface CoarseFeature {
  readonly id: number
  /** Maximum distance in meters from the published outline. */
  readonly meters: number
}

interface Watching {
  readonly report: (line: string) => void
  readonly progress: (done: number, all: number, bytes: number) => void
  /** Returns whether the features in this state are already known, so that they need not be read again. */
  readonly isKnown: (state: string) => boolean
}

/**
 * Maximum number of features per request. The service may allow fewer. A page of detailed polygons can take several
 * megabytes.
 */
const PAGE = 250
/** Maximum number of rows per request if no outlines are requested. */
const ROWS = 1000
/** Maximum number of object ids per request if the service does not list all of them at once. */
const IDS = 20_000
/**
 * Maximum difference in degrees between a served outline and the published outline, about 2.8 m. The raster cells
 * painted from the outlines are 62 m wide, so fewer than one in a thousand cells changes, while the response shrinks to
 * a tenth of its size or less.
 */
const OFFSET = 0.000025
/**
 * Offsets in degrees to try for a feature that the service cannot send even if it is requested alone. They correspond
 * to 11, 28 and 56 m.
 */
const COARSE_OFFSETS = [0.0001, 0.00025, 0.0005]
const METERS_PER_DEGREE = 111_320
/** Number of decimals of a coordinate, about 0.1 m. */
const DIGITS = '6'
/** Number of tries for a page before it is halved. */
const PAGE_TRIES = 2
/** Number of tries for a single feature before a coarser outline is requested. */
const FEATURE_TRIES = 6
/** Maximum number of outages during the requests for a feature. After that, a coarser outline is requested. */
const MAX_OUTAGES = 3
/**
 * Maximum number of unsuccessful requests for missing outlines at full precision. After that, missing outlines are
 * accepted.
 */
const MAX_RETRIED = 20
/**
 * Maximum number of rows in a small request. If a small request fails, no more rows are read, because the cause is one
 * of the requested fields and not the number of rows.
 */
const FEW_ROWS = 125
/**
 * Pattern for fields that the service computes from a feature's outline. Fields with other names are not matched,
 * because they may be stored copies that do not change when the outline is edited.
 */
const MEASURES = /^shape(\.st(area|length)\(\)|__(area|length)|\.(area|len))$|^st_(area|length|perimeter)\(/i

/**
 * Reads a layer page by page in object id order, and checks that the service reports the same number of features before
 * and after. Pages are kept in `folder` so that an interrupted run can resume. Pages of an earlier state are read
 * again. A page that the service cannot send is halved, down to a single feature.
 *
 * @returns null if the state is known
 * @throws {TransferError} when the layer cannot be read; pages already received stay in the folder
 */
export async function readFeatureService(
  layer: ServiceLayer,
  folder: string,
  session: FetchSession,
  watching: Watching,
): Promise<ServedFeatures | null> {
  for (let isSecondTry = false; ; isSecondTry = true) {
    try {
      return await new ServiceReader(layer, folder, session, watching).read()
    } catch (error) {
      if (!(error instanceof LayerChanged) || isSecondTry) throw error
      watching.report(`${error.message}; reading it again from the start`)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/**
 * Counts the features of a layer that have `value` in a field. Uses the first of `fields` that exists, and returns null
 * if the layer has none of them.
 * @throws {TransferError} when the service does not respond
 */
export async function countFeatures(
  url: string,
  fields: readonly string[],
  value: string,
  session: FetchSession,
  report: (line: string) => void,
): Promise<number | null> {
  const client = new ServiceClient(url, session, report)
  const info = await client.ask('', {}, descriptionIn)
  const field = fields.find((name) => info.fields?.some((there) => there.name.toUpperCase() === name))
  if (field === undefined) return null
  return client.ask('/query', { where: `${field}='${value}'`, returnCountOnly: 'true' }, countIn)
}

/** Checks whether a service responds. */
export async function isAnswering(url: string, session: FetchSession): Promise<boolean> {
  const client = new ServiceClient(url, session, () => {})
  return client
    .try('', {}, () => true)
    .then(
      (answer) => answer === true,
      () => false,
    )
}

/** Error for a layer that changed while it was being read. */
class LayerChanged extends TransferError {}

interface LayerInfo {
  readonly name?: string
  readonly objectIdField?: string
  readonly fields?: readonly { readonly name: string; readonly type: string }[] | null
  readonly maxRecordCount?: number
  readonly editingInfo?: { readonly lastEditDate?: number } | null
}

interface ServedFeature {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly geometry?: { readonly rings?: readonly [number, number][][] | null } | null
}

/** A page in the form in which it is served and stored. */
interface Page {
  readonly features: readonly ServedFeature[]
  readonly spatialReference?: { readonly wkid?: number; readonly latestWkid?: number } | null
  readonly exceededTransferLimit?: boolean
  /** Offset in degrees, if the page was served with a coarser outline. */
  readonly offset?: number
}

/** A page of features that has been checked. */
interface ReadPage {
  readonly served: Page
  /** One element per served feature, sorted by id. */
  readonly features: readonly Feature[]
}

/** Parameters that the requests for all pages share. */
interface Asking {
  readonly idField: string
  readonly fields: readonly string[]
}

class ServiceReader {
  readonly #layer: ServiceLayer
  readonly #folder: string
  readonly #client: ServiceClient
  readonly #watching: Watching
  #askedAgain = 0

  constructor(layer: ServiceLayer, folder: string, session: FetchSession, watching: Watching) {
    this.#layer = layer
    this.#folder = folder
    this.#client = new ServiceClient(layer.url, session, watching.report)
    this.#watching = watching
  }

  async read(): Promise<ServedFeatures | null> {
    const info = await this.#info()
    const idField = info.objectIdField ?? info.fields?.find(({ type }) => type === 'esriFieldTypeOID')?.name
    if (idField === undefined) throw this.#wrong('it has no object ids')
    const asking = { idField, fields: this.#wantedFields(info) }
    const ids = await this.#ids(idField)
    const edited = editedIn(info)
    const measures = (info.fields ?? []).map(({ name }) => name).filter((name) => MEASURES.test(name))
    const rows =
      edited === null && measures.length > 0
        ? await this.#rows(ids, { idField, fields: [...asking.fields, ...measures] })
        : null
    // Without an edit date or computed measures of the outlines, an edit can only be detected by comparing the outlines
    // themselves.
    const isDated = edited !== null || rows !== null
    const begun = stateName([editedAt(info), asking.fields, ids, rows])
    if (isDated && this.#watching.isKnown(begun)) return null
    const pages = await KeptPages.of(this.#folder, begun, isDated ? Number.POSITIVE_INFINITY : DAY)
    const served = await this.#features(ids, asking, pages, Math.min(PAGE, info.maxRecordCount ?? PAGE))
    const count = await this.#count()
    const after = await this.#info()
    if (count !== ids.length)
      throw this.#changed(`it had ${ids.length} features and now has ${count}, so it changed while being read`)
    if (editedAt(after) !== editedAt(info)) throw this.#changed('it was edited while being read')
    const state = isDated ? begun : stateName([begun, served.sha256])
    return !isDated && this.#watching.isKnown(state) ? null : { ...served, state, edited }
  }

  /**
   * Returns the names of the fields to read. Also checks that the fields in the condition exist. After this check, a
   * 400 error cannot be caused by the query and is treated as temporary.
   */
  #wantedFields(info: LayerInfo): readonly string[] {
    const there = (info.fields ?? []).map(({ name }) => name)
    const more = (this.#layer.more ?? []).filter((name) => there.includes(name))
    const present = (alternatives: readonly string[]) => {
      const names = alternatives.filter((name) => there.includes(name))
      if (names.length > 0) return names
      const nearest = closestNames(alternatives[0], there).join(', ') || 'none'
      throw this.#wrong(`it has no field ${alternatives.join(' or ')} (nearest: ${nearest})`)
    }
    for (const [, name] of this.#layer.where.matchAll(/\b([A-Za-z_]\w*)\s*(?:=|<|>|IN\b)/gi)) present([name])
    return [...this.#layer.fields.flatMap(present), ...more]
  }

  #info(): Promise<LayerInfo> {
    return this.#client.ask('', {}, descriptionIn)
  }

  #count(range = ''): Promise<number> {
    return this.#client.ask('/query', { where: this.#layer.where + range, returnCountOnly: 'true' }, countIn)
  }

  /** Returns all ids, sorted. Throws if their number differs from the feature count of the service. */
  async #ids(idField: string): Promise<readonly number[]> {
    const count = await this.#count()
    if (count === 0) return []
    const all = await this.#getIds(this.#layer.where)
    const isCut = all !== null && all.length < count
    const ids = all === null || isCut ? await this.#idsByRanges(idField, count) : all
    if (ids.length !== count)
      throw this.#changed(`it reports ${count} features but lists ${ids.length}, so it is changing`)
    return [...ids].sort((a, b) => a - b)
  }

  /** Returns the ids that match a condition; null if the service fails to list them. */
  async #getIds(where: string): Promise<readonly number[] | null> {
    for (let failures = 1; ; failures++) {
      const ids = await this.#client.try('/query', { where, returnIdsOnly: 'true' }, (body) => {
        const { objectIds } = body as { objectIds?: unknown }
        // If there are no ids, the service returns null instead of an empty list.
        if (objectIds === null || Array.isArray(objectIds)) return [...new Set((objectIds ?? []) as number[])]
        throw damaged('a response without object ids')
      })
      if (!(ids instanceof TransferError)) return ids
      await this.#client.pause(ids, failures)
      if (ids.silent || failures >= PAGE_TRIES) return null
    }
  }

  /** Halves id ranges until the service lists all ids in each range. */
  async #idsByRanges(idField: string, count: number): Promise<readonly number[]> {
    this.#watching.report(`${this.#layer.url} cannot list ${count} object ids at once; reading them in ranges`)
    const getRange = (low: number, high: number) =>
      `(${this.#layer.where}) AND ${idField}>=${low} AND ${idField}<=${high}`
    const getCount = (low: number, high: number) =>
      this.#client.ask('/query', { where: getRange(low, high), returnCountOnly: 'true' }, countIn)
    let most = IDS
    const getIds = async (low: number, high: number, expected: number): Promise<readonly number[]> => {
      if (expected === 0) return []
      const ids = expected <= most ? await this.#getIds(getRange(low, high)) : null
      if (ids !== null && ids.length >= expected) return ids
      if (expected <= most) most = expected >> 1
      if (low === high || most === 0)
        throw new TransferError(`${this.#layer.url} does not list the object ids from ${low} to ${high}`)
      const middle = Math.floor((low + high) / 2)
      const left = await getCount(low, middle)
      return [...(await getIds(low, middle, left)), ...(await getIds(middle + 1, high, expected - left))]
    }
    let high = 2 ** 20 - 1
    while (high < 2 ** 50 && (await getCount(0, high)) < count) high = 16 * (high + 1) - 1
    return getIds(0, high, count)
  }

  /**
   * Returns a digest of the attributes of all features, including the measures of their outlines. Returns null if the
   * service does not send the attributes.
   */
  async #rows(ids: readonly number[], asking: Asking): Promise<string | null> {
    const digest = createHash('sha256')
    const isWhole = await this.#inPages(ids, ROWS, null, async (part) => {
      const isFew = part.length <= FEW_ROWS
      const tries = isFew ? FEATURE_TRIES : PAGE_TRIES
      const page = await this.#fetched(part, asking, { returnGeometry: 'false' }, tries)
      for (const { attributes } of page?.served.features ?? []) digest.update(JSON.stringify(attributes))
      return page !== null ? part.length : isFew ? null : 0
    })
    return isWhole ? digest.digest('hex') : null
  }

  async #features(ids: readonly number[], asking: Asking, pages: KeptPages, size: number) {
    const digest = createHash('sha256')
    const [features, withoutOutline, coarse]: [Feature[], number[], CoarseFeature[]] = [[], [], []]
    let done = 0
    let bytes = 0
    await this.#inPages(ids, size, pages, async (part) => {
      const page = (await this.#kept(part, asking, pages)) ?? (await this.#served(part, asking, pages))
      if (page === null) return 0
      for (const [i, served] of page.served.features.entries()) {
        const text = JSON.stringify(served)
        digest.update(text)
        bytes += text.length
        const id = Number(served.attributes[asking.idField])
        if (page.features[i].polygons.length > 0) features.push(page.features[i])
        else withoutOutline.push(id)
        if (page.served.offset !== undefined)
          coarse.push({ id, meters: Math.round(page.served.offset * METERS_PER_DEGREE) })
      }
      done += page.served.features.length
      this.#watching.progress(done, ids.length, this.#client.bytes)
      return page.served.features.length
    })
    return { features, withoutOutline, coarse, sha256: digest.digest('hex'), bytes }
  }

  /**
   * Reads ids page by page. A page that fails is halved, or quartered if the request timed out. Pages then grow again,
   * but not beyond the size to which a timeout reduced them.
   *
   * @param read returns the number of ids that were read, 0 if the page is too heavy, or null to stop reading
   * @returns whether all ids were read
   */
  async #inPages(
    ids: readonly number[],
    most: number,
    pages: KeptPages | null,
    read: (part: readonly number[]) => Promise<number | null>,
  ): Promise<boolean> {
    let largest = Math.max(1, most)
    let size = largest
    for (let from = 0; from < ids.length; ) {
      const part = ids.slice(from, from + (pages?.sizeAt(ids, from) ?? size))
      const silences = this.#client.silences
      const count = await read(part)
      if (count === null) return false
      from += count
      const wasSilent = this.#client.silences > silences
      // A request that times out costs minutes, so pages then shrink faster and never grow beyond the smaller size
      // again.
      const smaller = Math.max(1, part.length >> (wasSilent ? 2 : 1))
      if (wasSilent) largest = Math.min(largest, smaller)
      size = Math.min(largest, count > 0 ? Math.max(size, 2 * part.length) : smaller)
    }
    return true
  }

  /** Returns a page kept from an earlier run, or null if the page must be requested again. */
  async #kept(ids: readonly number[], { idField }: Asking, pages: KeptPages): Promise<ReadPage | null> {
    const body = await pages.read(ids)
    if (body === null) return null
    try {
      const page = this.#getPage(body)
      const servedIds = page.served.features.map(({ attributes }) => Number(attributes[idField]))
      return servedIds.length === ids.length && servedIds.every((id, i) => id === ids[i]) ? page : null
    } catch {
      return null
    }
  }

  /** Returns the features with these ids, or null if there are too many or if they are too heavy for one request. */
  async #served(ids: readonly number[], asking: Asking, pages: KeptPages): Promise<ReadPage | null> {
    const failures: TransferError[] = []
    const tries = ids.length > 1 ? PAGE_TRIES : FEATURE_TRIES
    const page =
      (await this.#fetched(ids, asking, outlines(OFFSET), tries, failures)) ??
      (ids.length > 1 ? null : await this.#coarse(ids, asking, failures))
    if (page === null) return null
    const whole = await this.#withSmallOutlines(page, asking)
    await pages.write(ids, whole.served)
    return whole
  }

  /**
   * Returns a feature that is too heavy to be served even on its own, with the finest outline that the service can
   * send.
   */
  async #coarse(ids: readonly number[], asking: Asking, failures: TransferError[]): Promise<ReadPage> {
    for (const offset of COARSE_OFFSETS) {
      const page = await this.#fetched(ids, asking, outlines(offset), PAGE_TRIES, failures)
      if (page !== null) return { ...page, served: { ...page.served, offset } }
    }
    const last = failures.at(-1)?.message
    const failure = new TransferError(`feature ${ids[0]} of ${this.#layer.url} cannot be loaded even alone: ${last}`)
    throw givenUp(failure, failures.length)
  }

  /**
   * Repeats the request for features that were served without an outline, this time at full precision. Outlines smaller
   * than the offset may have collapsed.
   */
  async #withSmallOutlines(page: ReadPage, asking: Asking): Promise<ReadPage> {
    const served = [...page.served.features]
    const features = [...page.features]
    for (const [i, { polygons }] of features.entries()) {
      if (polygons.length > 0 || this.#askedAgain >= MAX_RETRIED) continue
      const id = Number(served[i].attributes[asking.idField])
      const alone = await this.#fetched([id], asking, outlines(0), FEATURE_TRIES)
      if (alone === null || alone.features[0].polygons.length === 0) this.#askedAgain++
      else [served[i], features[i]] = [alone.served.features[0], alone.features[0]]
    }
    return { served: { ...page.served, features: served }, features }
  }

  /**
   * Requests a page. If the request keeps failing while the service answers a small request, the page is too heavy.
   *
   * @param into collects the failures
   * @returns null if the page is too heavy, or has more features than the service sends at once
   * @throws {TransferError} when the failure is permanent, or when the service stops responding
   */
  async #fetched(
    ids: readonly number[],
    { idField, fields }: Asking,
    more: Query,
    tries: number,
    into: TransferError[] = [],
  ): Promise<ReadPage | null> {
    const range = `${idField}>=${ids[0]} AND ${idField}<=${ids[ids.length - 1]}`
    const query = {
      where: `(${this.#layer.where}) AND ${range}`,
      outFields: [idField, ...fields].join(','),
      outSR: '4326',
      orderByFields: idField,
      ...more,
    }
    for (let [failures, outages] = [0, 0]; ; ) {
      const page = await this.#client.try('/query', query, (body) => this.#getPage(body, idField))
      if (!(page instanceof TransferError)) return this.#complete(page, ids, idField)
      failures += page.silent ? 3 : 1
      into.push(page)
      if (page.silent && ids.length > 1) {
        this.#watching.report(`${this.#layer.url}: ${page.message}; requesting fewer than ${ids.length} features`)
        await this.#isThere(page)
        return null
      }
      await this.#client.pause(page, failures)
      if (failures < tries) continue
      if ((await this.#isThere(page)) || ++outages >= MAX_OUTAGES) return null
      failures = 0
    }
  }

  /**
   * Checks whether the service answers a small request immediately. If it does, the earlier request failed because the
   * page is too heavy. Returns false after an outage.
   * @throws {TransferError} when the service does not respond
   */
  async #isThere(failure: TransferError): Promise<boolean> {
    const answer = await this.#client.try('/query', { where: this.#layer.where, returnCountOnly: 'true' }, countIn)
    if (!(answer instanceof TransferError)) return true
    await this.#client.pause(failure, 2)
    await this.#count()
    return false
  }

  /**
   * Returns the page if it is complete, or null if features are missing because the service does not send that many at
   * once.
   */
  #complete(page: ReadPage, ids: readonly number[], idField: string): ReadPage | null {
    const servedIds = new Set(page.served.features.map(({ attributes }) => Number(attributes[idField])))
    if (servedIds.size < ids.length && ids.length > 1) return null
    if (servedIds.size !== ids.length || page.features.length !== ids.length || !ids.every((id) => servedIds.has(id)))
      throw this.#changed(
        `it sent ${page.features.length} of the ${ids.length} requested features, so it changed while being read`,
      )
    return page
  }

  /**
   * Parses and checks a page.
   * @throws {TransferError} when a feature has no attributes, or an outline that cannot be read
   */
  #getPage(body: unknown, idField?: string): ReadPage {
    const { features, spatialReference, offset } = body as Page
    if (!Array.isArray(features)) throw damaged('a response without features')
    for (const feature of features)
      if (!feature?.attributes || (feature.geometry && !Array.isArray(feature.geometry.rings ?? [])))
        throw damaged('a feature without attributes, or without the rings of its outline')
    if (features.some(({ geometry }) => geometry && 'curveRings' in geometry))
      throw damaged('an outline made of curves instead of rings')
    // Sorts the features because some services ignore the requested order.
    const sorted: ServedFeature[] =
      idField === undefined
        ? features
        : features.toSorted((a, b) => Number(a.attributes[idField]) - Number(b.attributes[idField]))
    const { wkid = 4326, latestWkid = wkid } = spatialReference ?? {}
    const projection = `EPSG:${latestWkid === 102100 ? 3857 : latestWkid}`
    const vertices = sorted.reduce((sum, { geometry }) => sum + getVertices(geometry), 0)
    const builder = new LayerBuilder(this.#layer.url, { projection, keepEmpty: true, room: 2 * vertices })
    for (const { attributes, geometry } of sorted) {
      // Holes need not be distinguished from islands here, because the even-odd rule applies to all rings together.
      const coordinates = (geometry?.rings ?? []) as [number, number][][]
      try {
        builder.add(coordinates.length > 0 ? { type: 'Polygon', coordinates } : null, attributes)
      } catch (cause) {
        throw damaged(`a feature that cannot be read (${getReason(cause)})`)
      }
    }
    const served = {
      features: sorted,
      ...(spatialReference && { spatialReference }),
      ...(offset !== undefined && { offset }),
    }
    return { served, features: builder.finish().features }
  }

  #wrong(problem: string): TransferError {
    return new TransferError(`${this.#layer.url} is not the expected layer: ${problem}`)
  }

  #changed(change: string): LayerChanged {
    return new LayerChanged(`${this.#layer.url}: ${change}`)
  }
}

const DAY = 24 * 3600_000

/** Returns the query parameters for outlines within an offset in degrees of the published outlines. */
function outlines(offset: number): Query {
  return {
    returnGeometry: 'true',
    geometryPrecision: DIGITS,
    ...(offset > 0 && { maxAllowableOffset: offset.toFixed(6) }),
  }
}

function getVertices(geometry: ServedFeature['geometry']): number {
  // Reserves one more vertex per ring, in case the ring has to be closed.
  return (geometry?.rings ?? []).reduce((sum, ring) => sum + (Array.isArray(ring) ? ring.length + 1 : 0), 0)
}

/** Parses the description of a layer. A gateway in front of a busy service may answer with unrelated JSON. */
function descriptionIn(body: unknown): LayerInfo {
  const info = body as LayerInfo
  if (Array.isArray(info.fields) || info.fields === null || info.objectIdField !== undefined) return info
  throw damaged('a response that does not describe a layer')
}

function countIn(body: unknown): number {
  const { count } = body as { count?: unknown }
  if (Number.isInteger(count)) return count as number
  throw damaged('a response without a count')
}

function stateName(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

/** Returns the date of the last edit in milliseconds since 1970; null if the service does not say. */
function editedAt({ editingInfo }: LayerInfo): number | null {
  const { lastEditDate } = editingInfo ?? {}
  return typeof lastEditDate === 'number' ? lastEditDate : null
}

function editedIn(info: LayerInfo): string | null {
  const at = editedAt(info)
  return at === null ? null : new Date(at).toISOString().slice(0, 10)
}
