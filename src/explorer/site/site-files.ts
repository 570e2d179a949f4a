import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LAYER_KIND } from '../../answers/dimensions/loaded-dimension.ts'
import { layerInfoIn } from '../../answers/layers/layer-bundle.ts'
import { BundleError } from '../../base/errors.ts'
import { type DrawnBaseMap, readBaseMap } from '../../data/base-map.ts'
import { manifestText, readManifest } from '../../data/bundle/data-folder.ts'
import type { DataFolder } from '../../data/bundle/folder.ts'
import { hex, readBundle, readHead } from '../../data/bundle/read.ts'
import type { RequestPool } from '../../faces/http/pool.ts'
import { openVicinage } from '../../library/open.ts'
import { type DataChoice, dataInUse } from '../../library/user-data/data-in-use.ts'
import { userLayerFolder } from '../../library/user-data/folder.ts'
import { layerIds, openLayer } from '../../library/user-data/layers.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { BasemapError } from './basemap.ts'
import { FIRST_MAP, getFirstMap } from './first-map.ts'
import { drawOnThread } from './picture-task.ts'
import { sharedPicture } from './shared-picture.ts'
import { readView, sharedPage } from './shared-view.ts'
import { PICTURE, PREVIEW, preview, SHARED, type SiteOptions, startPage } from './start-page.ts'

/** A file of the explorer. */
export interface ExplorerFile {
  /** Path relative to the explorer: `page.js`, `data/flood.bundle`. */
  readonly name: string
  /** Path on this machine; null if the file is fetched from elsewhere or generated. */
  readonly path: string | null
  /** Hash of the content. A URL that ends with `?v=` and this hash always returns the same bytes. */
  readonly version?: string
  /** Media type, if the name does not determine it. */
  readonly type?: string
  /**
   * Reads the file. Returns null if the file is no longer in the data folder, or if a picture would show nothing.
   *
   * @param query query of a generated file, such as `?score=flood`
   */
  read(query?: URLSearchParams, pool?: RequestPool | null): Promise<Uint8Array | null>
}

/**
 * Folder where `npm run build` puts the page. Its path relative to this file depends on whether this is the source or a
 * build.
 */
export const PAGE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/explorer/' : './explorer/',
  import.meta.url,
)

/** Options for the data and the page of a site. */
export interface SiteChoice extends DataChoice, SiteOptions {
  /**
   * A `Vicinage` instance with the data of the site, for the summary on the page and for pictures. By default, the site
   * opens an instance of its own.
   */
  readonly vicinage?: Vicinage | undefined
}

/**
 * Lists the files of an explorer site: the page and, in `data/`, the bundles of a data folder. The files are only read
 * on request. Returns null if the page is not built; installed packages always include it.
 *
 * @throws {BundleError} if the data folder cannot be read
 */
export async function explorerFiles(choice: SiteChoice = {}): Promise<readonly ExplorerFile[] | null> {
  const page = await readdir(PAGE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!page?.includes('index.html')) return null
  const folder = await dataInUse(choice)
  const manifest = await readManifest(folder)
  const custom = choice.userData === false ? [] : await customLayers()
  const served = manifestText({ ...manifest, bundles: [...manifest.bundles, ...custom.map(({ entry }) => entry)] })
  const { data, userData = true } = choice
  const dataOption = data === undefined ? {} : { data }
  const vicinage = memoized(
    async () =>
      choice.vicinage ??
      openVicinage({ ...dataOption, userData, schools: false, geocoder: false }).catch((error) => {
        // If a bundle is damaged or missing, the page reports it. The site then has no summary and no picture.
        if (error instanceof BundleError) return null
        throw error
      }),
  )
  const ground = memoized(() => readGround(folder))
  const groundBytes = memoized(async () => ((await ground()) === null ? null : folder.read('base-map.bundle')))
  const general = memoized(async (pool: RequestPool | null = null) => {
    const opened = await vicinage()
    const drawn =
      opened && pool && (await drawOnThread(pool, opened, { part: 'preview', query: '', ground: await groundBytes() }))
    return drawn || getPreview(opened, await ground())
  })
  return [
    ...page
      // Leaves out compressed copies of the scripts, and the scripts of single-file pages.
      .filter((name) => name !== INDEX && name !== IN_FILE && !name.endsWith('.br'))
      .map((name) => ({
        name,
        path: fileURLToPath(new URL(name, PAGE)),
        read: () => readFile(new URL(name, PAGE)),
      })),
    {
      name: INDEX,
      path: null,
      read: memoized(async () => {
        const template = await readFile(new URL(INDEX, PAGE), 'utf8')
        const options = { ...choice, bugs: await bugsOfPackage(), bundles: manifest.bundles }
        return new TextEncoder().encode(startPage(template, await vicinage(), options))
      }),
    },
    ...basemapFile(choice.basemap),
    { name: PREVIEW, path: null, read: (_, pool) => general(pool) },
    ...(choice.shares ? sharedFiles({ vicinage, ground, groundBytes, general, publicUrl: choice.publicUrl }) : []),
    ...manifest.bundles
      .filter(({ id }) => id === 'base-map')
      .map(({ sha256 }) => ({
        name: FIRST_MAP,
        path: null,
        version: sha256,
        read: memoized(async () => {
          const base = await ground()
          return base && new TextEncoder().encode(JSON.stringify(getFirstMap(base)))
        }),
      })),
    ...['manifest.json', 'sources.json'].map((file) => {
      const hasCustom = file === 'manifest.json' && custom.length > 0
      return {
        name: `data/${file}`,
        path: hasCustom ? null : (folder.pathOf?.(file) ?? null),
        read: hasCustom ? async () => new TextEncoder().encode(served) : () => folder.read(file),
      }
    }),
    ...manifest.bundles.map(({ file, sha256 }) => ({
      name: `data/${file}`,
      path: folder.pathOf?.(file) ?? null,
      version: sha256,
      read: () => folder.read(file),
    })),
    ...custom.map(({ entry: { file, sha256 }, path }) => ({
      name: `data/${file}`,
      path,
      version: sha256,
      read: () => readFile(path),
    })),
  ]
}

/**
 * Returns `bugs`, the issue tracker URL, from the package's own package.json. Only released packages have this field.
 */
async function bugsOfPackage(): Promise<string | undefined> {
  const text = await readFile(new URL('../../package.json', PAGE), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { readonly bugs?: string }).bugs
}

/** Maximum number of cached pictures of shared views. */
const MAX_PICTURES = 64
/**
 * Ratio of pauses to drawing time. At most a quarter of the time is spent on drawing, no matter how many requests
 * arrive.
 */
const REST = 3

/** Inputs for the pages and pictures of shared views. */
interface SharedParts {
  readonly vicinage: () => Promise<Vicinage | null>
  readonly ground: () => Promise<DrawnBaseMap | null>
  /** Bytes of the base map, to send to another thread. */
  readonly groundBytes: () => Promise<Uint8Array | null>
  /**
   * Draws the picture of the explorer itself, which replaces pictures of shared views that are requested during a
   * pause.
   */
  readonly general: (pool?: RequestPool | null) => Promise<Uint8Array | null>
  readonly publicUrl: string | undefined
}

/** Generates the page and the picture of a shared view on request. */
function sharedFiles({ vicinage, ground, groundBytes, general, publicUrl }: SharedParts): ExplorerFile[] {
  const pictures = new Map<string, Uint8Array | null>()
  /** Time at which the next picture may be drawn. */
  let nextTime = 0
  return [
    {
      name: SHARED,
      path: null,
      type: 'text/html; charset=utf-8',
      read: async (query = new URLSearchParams(), pool = null) => {
        const opened = await vicinage()
        const request = { part: 'page', query: `${query}`, publicUrl, ground: null } as const
        const page = opened && pool && (await drawOnThread(pool, opened, request))
        return page || new TextEncoder().encode(sharedPage(opened, query, publicUrl))
      },
    },
    {
      name: PICTURE,
      path: null,
      async read(query = new URLSearchParams(), pool = null) {
        const opened = await vicinage()
        if (opened === null) return null
        const view = readView(query, opened)
        const key = JSON.stringify([view.dimension, view.places.map(({ lat, lon, radius }) => [lat, lon, radius])])
        let picture = pictures.get(key)
        if (picture === undefined) {
          const drawn = await ground()
          const began = performance.now()
          if (began < nextTime) return general(pool)
          nextTime = Number.POSITIVE_INFINITY
          try {
            const request = { part: 'picture', query: `${query}`, ground: pool && (await groundBytes()) } as const
            picture = pool === null ? undefined : await drawOnThread(pool, opened, request)
            if (picture === undefined) picture = sharedPicture(opened, view, drawn)
          } finally {
            nextTime = began + (1 + REST) * (performance.now() - began)
          }
        }
        pictures.delete(key)
        pictures.set(key, picture)
        if (pictures.size > MAX_PICTURES) pictures.delete(pictures.keys().next().value!)
        return picture
      },
    },
  ]
}

const INDEX = 'index.html'
/** Name of the folder with the scripts of a single-file page. */
export const IN_FILE = 'in-file'

function basemapFile(basemap: SiteChoice['basemap']): ExplorerFile[] {
  const { url, path = null } = basemap ?? {}
  return url === undefined || path === null ? [] : [{ name: url, path, read: () => readArchive(path) }]
}

/**
 * Reads a PMTiles file, to copy it into a site.
 *
 * @throws {BasemapError} if the file is larger than Node can read at once
 */
async function readArchive(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > MAX_BYTES)
    throw new BasemapError(
      `The base map ${path} is too large to be copied into a site (${(size / 1e9).toFixed(1)} GB, at most 2 GB). Put it on a file host and pass its URL.`,
    )
  return readFile(path)
}

const MAX_BYTES = 2e9

function getPreview(vicinage: Vicinage | null, ground: DrawnBaseMap | null): Uint8Array | null {
  return vicinage && preview(vicinage, ground)
}

/**
 * Reads the base map of a data folder. If the base map is missing or damaged, returns null instead of throwing, because
 * the page itself reports the problem.
 */
async function readGround(folder: DataFolder): Promise<DrawnBaseMap | null> {
  try {
    const bytes = await folder.read('base-map.bundle')
    return bytes && readBaseMap(await readBundle(bytes, 'base-map.bundle'))
  } catch (error) {
    if (error instanceof BundleError) return null
    throw error
  }
}

/** Memoizes a function. After a failure, the next call tries again. */
function memoized<Made, Args extends readonly unknown[] = []>(
  make: (...args: Args) => Promise<Made>,
): (...args: Args) => Promise<Made> {
  let value: Promise<Made> | null = null
  return (...args) => {
    value ??= make(...args).catch((error) => {
      value = null
      throw error
    })
    return value
  }
}

/** Returns the file and the manifest entry of each custom dimension of the user. */
async function customLayers() {
  return Promise.all(
    layerIds().map(async (id) => {
      const path = join(userLayerFolder('layers')!, `${id}.bundle`)
      const bundle = await openLayer(path, id)
      const bytes = await readFile(path)
      const { digest, layout } = await readHead(bytes, bytes.length, path)
      const layer = JSON.stringify(layerInfoIn(bundle))
      const sources = bundle.sources.map((source) => source.id)
      const entry = { file: `${id}.bundle`, kind: LAYER_KIND, id, bytes: bytes.length, sha256: hex(digest) }
      return { path, entry: { ...entry, start: layout.startBytes, rows: 0, sources, layer } }
    }),
  )
}
