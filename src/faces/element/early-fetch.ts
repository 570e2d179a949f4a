import type { Box } from '../../base/geo/box.ts'
import type { Manifest } from '../../data/bundle/data-folder.ts'
import type { Span } from '../../data/bundle/folder.ts'
import { mergedSpans } from '../../data/bundle/spans.ts'
import { firstPieces } from '../../data/raster/square-listing.ts'

type Fetch = typeof globalThis.fetch

/**
 * Starts to fetch the files that are read first when a data folder is opened: the manifest and the bundle heads. The
 * code that reads them is still loading at this point. Returns a `fetch` function for that code. The function returns
 * each prefetched response once and fetches everything else.
 *
 * @param dimensions dimension ids; undefined for all dimensions
 * @param near box around the place whose data is read
 */
export function startFetching(address: string, dimensions: readonly string[] | undefined, near: Box): Fetch {
  const early = new Map<string, { readonly answer: Promise<Response>; readonly stop: AbortController }>()
  const start = (file: string, headers: Record<string, string> = {}, cache: RequestCache = 'no-cache') => {
    const stop = new AbortController()
    const url = new URL(file, address)
    const answer = fetch(url, { headers, cache, signal: stop.signal })
    // An error only matters if the response is used. The handler prevents an unhandled rejection.
    answer.catch(() => {})
    early.set(getKey(url, headers), { answer, stop })
    return answer
  }
  const startHeads = async (manifest: Response) => {
    const { bundles = [], squares } = (await manifest.clone().json()) as Partial<Manifest>
    const wanted = bundles.filter(
      ({ id, kind }) => id === 'geography' || (dimensions?.includes(id) ?? kind === 'dimension'),
    )
    const startRange = (file: string, { start: first, end }: Span, cache?: RequestCache) =>
      start(file, { range: `bytes=${first}-${end - 1}` }, cache)
    if (squares === undefined) for (const { file, start: end } of wanted) startRange(file, { start: 0, end })
    else {
      const ids = wanted.map(({ id }) => id)
      for (const { span } of mergedSpans(firstPieces(squares, ids, [near]))) startRange(squares.file, span, 'no-store')
    }
  }
  // Errors are ignored here, because the code that reads the manifest reports them.
  start('manifest.json')
    .then(startHeads)
    .catch(() => {})
  return (input, init) => {
    const key = getKey(input, init?.headers as Record<string, string> | undefined)
    const fetched = early.get(key)
    if (fetched === undefined) return fetch(input, init)
    early.delete(key)
    init?.signal?.addEventListener('abort', () => fetched.stop.abort())
    return fetched.answer
  }
}

function getKey(input: Parameters<Fetch>[0], headers: Readonly<Record<string, string>> = {}): string {
  return `${input} ${headers.range ?? ''}`
}
