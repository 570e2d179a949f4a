import { BundleError, refusedArgument } from '../../base/errors.ts'
import type { DataFolder, ReadOptions } from './folder.ts'
import { servedFolder } from './served-folder.ts'

/**
 * Opens a data folder on a server, given by its address. In a browser, the address may be relative to the page. By
 * default, opens the package's data next to the package's code.
 */
export function webFolder(data: string | URL = embeddedData(), options: ReadOptions = {}): DataFolder {
  return servedFolder(getUrl(data) ?? new URL(String(data), globalThis.location?.href), options)
}

/**
 * Returns the URL of the package's `dist-data/`, relative to the built file or the source. The URL is computed only
 * when it is needed, because a single CommonJS file and a classic script have no `import.meta`, and loading them must
 * not fail. The code does not use `new URL('../dist-data/', import.meta.url)`, because bundlers would try to copy the
 * folder as a file, and fail.
 */
export function embeddedData(): URL {
  const here: string | undefined = import.meta.url
  const isSource = here?.endsWith('.ts')
  // A web page cannot read files. There, a `file:` URL refers to the machine that built the page.
  const isReachable = here !== undefined && (!here.startsWith('file:') || globalThis.process?.getBuiltinModule)
  if (!isReachable)
    throw new BundleError(
      'The package data cannot be found from here: pass the data folder, or its URL, to `openVicinage({ data })`; `vicinage data copy --out public/vicinage-data` creates a data folder for a web page.',
      { code: 'bundle_missing' },
    )
  return new URL(`${here.replace(/[^/]*$/, '')}${isSource ? '../../../dist-data/' : '../dist-data/'}`)
}

/** Parses a URL, or returns null for a plain path. A Windows drive letter is not a protocol. */
export function getUrl(data: string | URL): URL | null {
  const url = data instanceof URL ? data : /^[a-z][a-z+.-]+:/i.test(data) ? parsedUrl(data) : null
  if (url === null || url.pathname.endsWith('/')) return url
  const folder = new URL(url)
  folder.pathname += '/'
  return folder
}

function parsedUrl(data: string): URL {
  if (URL.canParse(data)) return new URL(data)
  throw refusedArgument('data', `data must be a path or a URL, not '${data}'.`, data)
}
