import type { Vicinage } from '../../library/vicinage.ts'
import type { Explorer } from '../http/explorer.ts'

/**
 * Explorer functions for the command line. `src/cli.ts` supplies them. The files in `src/faces` cannot import the
 * explorer, because the explorer imports them.
 */
export interface ExplorerSite {
  /** Opens the explorer for a server; null if the page is not built. */
  openExplorer(choice: SiteRequest & { readonly embed?: readonly string[] | undefined }): Promise<Explorer | null>
  /** Lists the files of a static site; null if the page is not built. */
  siteFiles(choice: SiteRequest & { readonly embed?: boolean | undefined }): Promise<readonly SiteFile[] | null>
  /** Writes files into a folder. Without `force`, refuses a folder that contains other files. */
  writeSite(
    folder: string,
    files: AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>,
    force: boolean,
  ): Promise<void>
  /** Returns the explorer and the data of one city as a single HTML page. */
  cityFile(city: string, choice: DataRequest): Promise<Uint8Array>
}

interface DataRequest {
  /** Data folder; undefined for the package's own. */
  readonly data: string | undefined
  /** Whether to use the user's custom dimensions and official updates. */
  readonly userData: boolean
}

interface SiteRequest extends DataRequest {
  /** Public URL of the page, ending in `/`, for link previews. */
  readonly publicUrl?: string | undefined
  /** Whether the page offers sliders for dimensions about residents. */
  readonly demographics?: boolean | undefined
  /** PMTiles file, or the URL of a PMTiles file or a MapLibre style. */
  readonly basemap?: string | undefined
  /** Vicinage instance that is already open for this data. */
  readonly vicinage?: Vicinage | undefined
}

/** A file of the site. `read` resolves with null if the file is missing from the data folder. */
export interface SiteFile {
  readonly name: string
  read(): Promise<Uint8Array | null>
}
