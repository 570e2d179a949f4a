import type { DimensionId } from '../answers/dimensions/catalog.ts'
import type { KnownStreetsChoice } from '../answers/geocode/wanted-bundles.ts'
import type { ReadOptions } from '../data/bundle/folder.ts'
import type { SharedVicinage } from './bundles.ts'

/** A place and the distance around it to load. An answer of `geocode` can be passed directly. */
export interface Around {
  /** Latitude, degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /** Distance in meters to each side, 0 to 2,000,000; 1,000 by default. */
  readonly radius?: number | undefined
  /** Ignored. Allowed so that an answer of `geocode` can be passed. */
  readonly label?: string | undefined
  /** Ignored. Allowed so that an answer of `geocode` can be passed. */
  readonly layer?: string | undefined
}

/** Options of `openVicinage`. `Id` is the union of the loaded dimensions' ids. */
export interface OpenOptions<Id extends string = DimensionId> extends ReadOptions {
  /**
   * Folder of the bundles: a path, or a `file:` or `http(s):` URL. By default, the folder in the environment variable
   * `VICINAGE_DATA`, or if that is not set, the data embedded in the package.
   */
  readonly data?: string | URL | undefined
  /**
   * Place to load instead of all data, such as `{ lat, lon, radius: 50_000 }`. Data on a server is read with HTTP range
   * requests. `vicinage.load` loads more. Calls that need places or data that are not loaded throw `NotLoadedError`.
   * With `around`, the geocoder is only loaded with `geocoder: true`, and then for all places.
   */
  readonly around?: Around | undefined
  /**
   * Ids of the dimensions to load, which may include custom dimensions; all by default. Using a dimension that is not
   * loaded throws `NotLoadedError`.
   */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Whether to load schools and school districts; true by default. If false, the methods for schools throw
   * `NotLoadedError`.
   */
  readonly schools?: boolean | undefined
  /**
   * Whether to load the geocoder, whose code is a separate chunk; true by default. If false, or if the folder has no
   * bundle of places, `geocode` throws `NotLoadedError`.
   */
  readonly geocoder?: boolean | undefined
  /**
   * Whether to load the outlines of ZIPs and cities, and the code for circles, areas, rankings, searches, fits,
   * comparisons and custom dimensions, which is a separate chunk; true by default. If false, these functions throw
   * `NotLoadedError`, and so do scores of places with a radius over 150 m, which `geocode` returns for most addresses.
   * In addition, `in_city` of `reverse` is null, and `near` of `geocode` does not complete addresses without a city.
   */
  readonly areas?: boolean | undefined
  /**
   * Whether to load the code for columns of points (`scoreColumns`, `basisColumns`, maps), which is a separate chunk;
   * true by default. If false, these functions throw `NotLoadedError`.
   */
  readonly columns?: boolean | undefined
  /**
   * Folder with a street index, as written by `vicinage streets add --out`; requires Node. The default is the user's
   * data folder. With `around`, this may also be the URL of such a folder. In that case, the index of the loaded
   * counties is loaded with the geocoder.
   */
  readonly streets?: string | URL | undefined
  /**
   * Known streets for the geocoder: `all` (default); `public` for streets from public records only, without the points
   * that brands publish for their stores; or `none`.
   */
  readonly knownStreets?: KnownStreetsChoice | undefined
  /**
   * Whether to use the user's data folder, to which `vicinage streets add` and `vicinage data upgrade` write; true by
   * default. Browsers have no such folder.
   */
  readonly userData?: boolean | undefined
  /**
   * Data to decode while opening instead of on first use: `scores` or `all`; none by default. Decoding pauses for the
   * event loop, so that a running server keeps answering. Not available with `around`. Even with `scores` or `all`, the
   * scores of an area are only unpacked when the first place in the area is scored. `all` does not prepare rankings,
   * searches or the areas of named places.
   */
  readonly warm?: 'scores' | 'all' | undefined
  /**
   * Result of `share()` from another thread, whose data is used. All other options except `streets`, `userData` and
   * `warm` are ignored. Each thread decodes the data itself, on first use or with `warm`.
   */
  readonly shared?: SharedVicinage | undefined
}
