import { readBasemap } from './basemap.ts'
import { type ExplorerFile, explorerFiles, type SiteChoice } from './site-files.ts'

export { cityFile } from './city-file.ts'
export { openExplorer } from './serve-site.ts'
export { writeSite } from './write-site.ts'

/**
 * Lists the files of a static site. `basemap` is the file or URL that the user passed.
 *
 * @returns null if the page is not built
 * @throws {BasemapError} when the base map cannot be used
 * @throws {BundleError} if the data folder cannot be read
 */
export async function siteFiles({
  basemap,
  ...choice
}: Omit<SiteChoice, 'basemap'> & { readonly basemap?: string | undefined }): Promise<readonly ExplorerFile[] | null> {
  return explorerFiles({ ...choice, basemap: basemap === undefined ? undefined : await readBasemap(basemap) })
}
