import { BundleError } from '../../base/errors.ts'
import { type DataFolder, mostBytes, type ReadOptions, type Wanted } from './folder.ts'
import { embeddedData, getUrl, webFolder } from './web-folder.ts'

/**
 * Opens a data folder given by a directory path, or a `file:` or `http(s):` URL. By default, opens the embedded data in
 * `dist-data/` next to the package's code.
 */
export function dataFolder(data: string | URL = embeddedData(), options: ReadOptions = {}): DataFolder {
  const url = getUrl(data)
  const fs =
    url === null || url.protocol === 'file:' ? globalThis.process?.getBuiltinModule?.('node:fs/promises') : null
  if (fs) {
    const getPath = (file: string) => (url === null ? `${data}/${file}` : new URL(file, url))
    const nullIfMissing = (file: string) => (cause: Error & { code?: string }) => {
      if (cause instanceof BundleError) throw cause
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null
      throw new BundleError(`${file} in ${data} cannot be read: ${cause.code ?? String(cause)}.`, { cause })
    }
    return {
      name: url === null ? String(data) : decodeURIComponent(url.pathname),
      pathOf: (file) => (url === null ? `${data}/${file}` : decodeURIComponent(new URL(file, url).pathname)),
      async read(file, wanted = {}) {
        options.signal?.throwIfAborted()
        wanted.signal?.throwIfAborted()
        return readInOne(fs, getPath(file), file, String(data), wanted).catch(nullIfMissing(file))
      },
      has: async (file) => (await fs.stat(getPath(file)).catch(nullIfMissing(file))) !== null,
      async stamp(file) {
        const stat = await fs.stat(getPath(file), { bigint: true }).catch(nullIfMissing(file))
        return stat === null ? '' : `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
      },
    }
  }
  return webFolder(data, options)
}

/**
 * Reads a file, or a span of it, with a single read. Does not use `readFile`, because it joins half-megabyte chunks,
 * which doubles the memory used.
 */
async function readInOne(
  fs: typeof import('node:fs/promises'),
  path: string | URL,
  file: string,
  folder: string,
  { span, bytes: expected }: Wanted,
): Promise<Uint8Array> {
  const handle = await fs.open(path)
  try {
    // Check the size before allocating memory for the file.
    const { size } = await handle.stat()
    const start = Math.min(span?.start ?? 0, size)
    const end = Math.min(span?.end ?? size, size)
    const most = mostBytes(file, expected)
    if (end - start > most)
      throw new BundleError(
        `${file} in ${folder} has ${size} bytes, expected ${expected === undefined ? `at most ${most}` : `${most} as manifest.json says: they belong to different builds`}; fetch or build the data again.`,
        { code: expected === undefined ? 'bundle_damaged' : 'bundle_mismatched' },
      )
    const bytes = new Uint8Array(end - start)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
