import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readManifest } from '../bundle/data-folder.ts'
import { type DataChoice, dataInUse } from '../user-data/data-in-use.ts'

/** A file of the explorer. */
export interface ExplorerFile {
  /** Its path from where the explorer is: `page.js`, `data/flood.bundle`. */
  readonly name: string
  /** Where it is on this machine; null where it is fetched from elsewhere. */
  readonly path: string | null
  /** Null where the data folder does not hold it (any more). */
  read(): Promise<Uint8Array | null>
}

/** Where `npm run build` puts the page, as seen from there and from the source. */
const PAGE = new URL(import.meta.url.endsWith('.ts') ? '../../dist/explorer/' : './explorer/', import.meta.url)

/**
 * The page and, below `data/`, the bundles of a data folder: everything that a site of the explorer consists of. Nothing is read yet but
 * their names. Null where the page is not built, which it is in every installed package.
 *
 * @throws {BundleError} without a data folder that can be read
 */
export async function explorerFiles(choice: DataChoice = {}): Promise<readonly ExplorerFile[] | null> {
  const page = await readdir(PAGE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!page?.includes('index.html')) return null
  const folder = await dataInUse(choice)
  const { bundles } = await readManifest(folder)
  return [
    ...page.map((name) => ({
      name,
      path: fileURLToPath(new URL(name, PAGE)),
      read: () => readFile(new URL(name, PAGE)),
    })),
    ...['manifest.json', 'sources.json', ...bundles.map(({ file }) => file)].map((file) => ({
      name: `data/${file}`,
      path: folder.pathOf?.(file) ?? null,
      read: () => folder.read(file),
    })),
  ]
}
