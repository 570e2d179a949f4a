import * as z from 'zod/mini'
import { BundleError } from '../errors.ts'
import { checkShape } from './check-shape.ts'
import { type Bundle, readBundle } from './read.ts'

/** `manifest.json`: which bundles a data folder holds, and what they were built from. */
export const manifestSchema = z.object({
  format: z.literal(1),
  builder: z.string(),
  /** Names the build, as every bundle of it does. */
  build: z.string(),
  bundles: z.array(
    z.object({
      file: z.string().check(z.regex(/^[a-z0-9-]+\.bundle$/)),
      kind: z.string(),
      id: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      rows: z.int(),
      sources: z.array(z.string()),
    }),
  ),
  /** Published files by agency; `files` are those that were read, with their SHA-256. */
  sources: z.array(z.record(z.string(), z.unknown())),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A folder of bundles: a directory, or an address from which they can be fetched. */
export interface DataFolder {
  /** For messages. */
  readonly name: string
  /** Where a file of a directory is on this machine. */
  pathOf?(file: string): string
  /** Bytes of a file; null where there is none. */
  read(file: string): Promise<Uint8Array | null>
  /** Whether there is a file. */
  has(file: string): Promise<boolean>
}

/** A directory's path, a `file:` or `http(s):` URL; by default the embedded data, `dist-data/` beside the package's code. */
export function dataFolder(data: string | URL = embeddedData()): DataFolder {
  const url = urlOf(data)
  const fs =
    url === null || url.protocol === 'file:' ? globalThis.process?.getBuiltinModule?.('node:fs/promises') : null
  if (fs) {
    const pathOf = (file: string) => (url === null ? `${data}/${file}` : new URL(file, url))
    const nullIfMissing = (file: string) => (cause: { code?: string }) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null
      throw new BundleError(`${file} in ${data} cannot be read: ${cause.code ?? String(cause)}.`, { cause })
    }
    return {
      name: url === null ? String(data) : decodeURIComponent(url.pathname),
      pathOf: (file) => (url === null ? `${data}/${file}` : decodeURIComponent(new URL(file, url).pathname)),
      read: (file) => fs.readFile(pathOf(file)).catch(nullIfMissing(file)),
      has: async (file) => (await fs.stat(pathOf(file)).catch(nullIfMissing(file))) !== null,
    }
  }
  const base = url ?? new URL(String(data), globalThis.location?.href)
  const refuse = (file: string) => (cause: unknown) => {
    throw new BundleError(`${file} could not be fetched from ${base.href}: ${String(cause)}.`, { cause })
  }
  const fetched = async (file: string, method: 'GET' | 'HEAD') => {
    const answer = await fetch(new URL(file, base), { method }).catch(refuse(file))
    if (answer.status === 404) return null
    if (!answer.ok) throw new BundleError(`${file} could not be fetched from ${base.href}: HTTP ${answer.status}.`)
    return answer
  }
  return {
    name: base.href,
    async read(file) {
      const answer = await fetched(file, 'GET')
      return answer && new Uint8Array(await answer.arrayBuffer().catch(refuse(file)))
    },
    has: async (file) => (await fetched(file, 'HEAD')) !== null,
  }
}

/**
 * `dist-data/` of the package, from the built file or from the source. Called when needed: a single CommonJS file and a classic script
 * have no `import.meta`. Not `new URL('../dist-data/', import.meta.url)`, which bundlers take for a file to copy, and fail.
 */
function embeddedData(): URL {
  const here: string | undefined = import.meta.url
  const isSource = here?.endsWith('.ts')
  // A page has no files: there the address is that of a folder on the machine that built it.
  const isReachable = here !== undefined && (!here.startsWith('file:') || globalThis.process?.getBuiltinModule)
  if (!isReachable)
    throw new BundleError(
      'The data of the package cannot be found from here: pass openVicinage({ data }) the folder, or the address that serves it; `vicinage data copy --out public/vicinage-data` makes one for a web page.',
    )
  return new URL(`${here.replace(/[^/]*$/, '')}${isSource ? '../../dist-data/' : '../dist-data/'}`)
}

/** The folder's manifest. Throws one clear error when the folder is missing, empty or holds something else. */
export async function readManifest(folder: DataFolder): Promise<Manifest> {
  const bytes = await folder.read('manifest.json')
  if (bytes === null)
    throw new BundleError(
      `There is no vicinage data in ${folder.name} (no manifest.json): pass { data: directory }, or build it with \`npm run data:build\`.`,
    )
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new BundleError(`manifest.json in ${folder.name} is not JSON: fetch or build the data again.`, { cause })
  }
  const manifest = checkShape(manifestSchema, json)
  if (manifest.success) return manifest.data
  const issue = manifest.error.issues[0]
  throw new BundleError(
    `manifest.json in ${folder.name} has an unexpected '${issue.path.join('.')}' (${issue.message}): fetch or build the data again.`,
  )
}

/** A bundle of the folder; null where its file was taken out. */
export async function openBundle(folder: DataFolder, file: string): Promise<Bundle | null> {
  const bytes = await folder.read(file)
  return bytes === null ? null : readBundle(bytes, `${file} in ${folder.name}`)
}

/** The error of a folder without its geography. */
export function geographyMissing(folder: DataFolder): BundleError {
  return new BundleError(
    `geography.bundle is missing from ${folder.name}: every score needs it; fetch or build the data again.`,
  )
}

/** Null for a plain path. A Windows drive letter is not a protocol. */
function urlOf(data: string | URL): URL | null {
  const url = data instanceof URL ? data : /^[a-z][a-z+.-]+:/i.test(data) ? new URL(data) : null
  if (url === null || url.pathname.endsWith('/')) return url
  const folder = new URL(url)
  folder.pathname += '/'
  return folder
}
