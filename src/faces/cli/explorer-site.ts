import type { Vicinage } from '../../library/vicinage.ts'
import type { Explorer } from '../http/explorer.ts'

/**
 * The explorer as the command line uses it. `src/cli.ts` supplies it, because the explorer is built on the faces and no
 * face can import it.
 */
export interface ExplorerSite {
  /** Opens the explorer for a server; null if the page is not built. */
  openExplorer(choice: SiteRequest & { readonly embed?: readonly string[] | undefined }): Promise<Explorer | null>
  /** Lists the files of a static site; null if the page is not built. */
  siteFiles(choice: SiteRequest & { readonly embed?: boolean | undefined }): Promise<readonly SiteFile[] | null>
  /** Writes files into a folder. Without `force`, a folder with other files in it is refused. */
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
  /** Whether to use the user's custom dimensions and upgrades. */
  readonly userData: boolean
}

interface SiteRequest extends DataRequest {
  /** Address where people will reach the page, ending in `/`, for link previews. */
  readonly publicUrl?: string | undefined
  /** Whether the page offers sliders for dimensions about residents. */
  readonly demographics?: boolean | undefined
  /** PMTiles file, or the URL of one or of a MapLibre style. */
  readonly basemap?: string | undefined
  /** The data of `data`, already opened. */
  readonly vicinage?: Vicinage | undefined
}

/** A file of the site; its bytes are null if the data folder no longer has it. */
export interface SiteFile {
  readonly name: string
  read(): Promise<Uint8Array | null>
}
