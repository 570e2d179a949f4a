import { attempt } from './base/parameters/guard.ts'
import type { Explorer } from './faces/http/explorer.ts'

export * from './faces/http/index.ts'

/**
 * Opens the explorer with the bundles of a data folder. By default, uses the bundles of the package with the user's
 * official updates; with `userData: false`, without the updates. Returns null if the page is not built. Requires Node.
 *
 * `embed` lists the origins whose pages may show the explorer in a frame, or `*` for all origins. `publicUrl` is the
 * address of the page, ending in `/`, for link previews. `basemap` is a PMTiles file, its URL, or the URL of a MapLibre
 * style. The page draws this base map, and may load data from the servers of the PMTiles file or the style and its
 * sources.
 *
 * @throws {BundleError} when the data folder cannot be read
 * @throws {VicinageError} with the code `basemap_invalid` when the base map cannot be used
 */
export function openExplorer(
  data?: string | URL,
  options: {
    readonly userData?: boolean | undefined
    readonly embed?: readonly string[] | undefined
    readonly publicUrl?: string
    readonly basemap?: string
  } = {},
): Promise<Explorer | null> {
  return attempt('openExplorer(data?: string, options?: object)', [data, options], async () =>
    (await import('./explorer/site/serve-site.ts')).openExplorer({ data, ...options }),
  )
}
