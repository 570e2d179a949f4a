import { attempt } from './base/parameters/guard.ts'
import type { Explorer } from './faces/http/explorer.ts'

export * from './faces/http/index.ts'

/**
 * The explorer with the bundles of a data folder, by default those of the package and the user's upgrades of them,
 * unless `userData` is false; null where its page is not built. Needs Node.
 *
 * `embed` are the origins whose pages may show it in a frame, `*` for all; `publicUrl` is the address of the page,
 * ending in `/`, which previews of links name. `basemap` is a PMTiles file, or the address of one or of a style of
 * MapLibre, which the page then draws and from whose origins it may load.
 *
 * @throws {BundleError} without a data folder that can be read
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
