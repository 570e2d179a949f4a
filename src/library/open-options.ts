import type { DimensionId } from '../answers/dimensions/catalog.ts'
import type { KnownStreetsChoice } from '../answers/geocode/layers.ts'
import type { ReadOptions } from '../data/bundle/folder.ts'
import type { SharedVicinage } from './bundles.ts'

/** A place and the meters around it to load. The geocoder's answers have this shape. */
export interface Around {
  /** Latitude, degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /** Meters to each side, 0 to 2,000,000; 1,000 by default. */
  readonly radius?: number | undefined
  /** Ignored, but allowed, so that an answer of `geocode` can be passed. */
  readonly label?: string | undefined
  /** Ignored, but allowed, so that an answer of `geocode` can be passed. */
  readonly layer?: string | undefined
}

/** Options of `openVicinage`. `Id` is the union of the loaded dimensions' ids. */
export interface OpenOptions<Id extends string = DimensionId> extends ReadOptions {
  /**
   * Folder of the bundles: a path, or a `file:` or `http(s):` URL. By default, what the environment variable
   * `VICINAGE_DATA` names, otherwise the data embedded in the package.
   */
  readonly data?: string | URL | undefined
  /**
   * Place to load instead of all data, from a server by HTTP ranges: `{ lat, lon, radius: 50_000 }`. `vicinage.load`
   * loads more; questions about anything not loaded throw `NotLoadedError`. The geocoder is then only loaded, as a
   * whole, with `geocoder: true`.
   */
  readonly around?: Around | undefined
  /**
   * Ids of the only dimensions to load, which may include custom ones. Asking for another throws `NotLoadedError`. By
   * default, all are loaded.
   */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Whether to load schools and school districts; true by default. Without them, their methods throw `NotLoadedError`.
   */
  readonly schools?: boolean | undefined
  /**
   * Whether to load the geocoder, which is a separate chunk of code; true by default. Without it, or without its bundle
   * of places, `geocode` throws `NotLoadedError`.
   */
  readonly geocoder?: boolean | undefined
  /**
   * Whether to load the code for circles, areas, rankings, searches, fits, comparisons and custom dimensions, which is a
   * separate chunk, and the outlines of ZIPs and cities; true by default. Without it, these throw `NotLoadedError`, and
   * so do scores of places with a radius over 150 m, as `geocode` returns for most addresses. `in_city` of `reverse` is
   * then null, and `near` of `geocode` completes no address.
   */
  readonly areas?: boolean | undefined
  /**
   * Whether to load the code for columns of points (`scoreColumns`, `basisColumns`, maps), which is a separate chunk;
   * true by default. Without it, they throw `NotLoadedError`.
   */
  readonly columns?: boolean | undefined
  /**
   * Folder with a street index, as written by `vicinage streets add --out`; needs Node. By default, the user's data
   * folder. With `around`, it may also be the URL of such a folder: the index of the loaded counties is loaded with the
   * geocoder.
   */
  readonly streets?: string | URL | undefined
  /**
   * Known streets for the geocoder: `all` (default), those from public records only, which leaves out points that
   * brands publish for their stores, or none.
   */
  readonly knownStreets?: KnownStreetsChoice | undefined
  /**
   * Whether to use the user's data folder, which `vicinage streets add` and `vicinage data upgrade` fill; true by
   * default. Only Node has one.
   */
  readonly userData?: boolean | undefined
  /**
   * Data to decode while opening instead of on first use: `scores` or `all`; none by default. Decoding takes turns
   * with the event loop, so that a running server keeps answering. Not available with `around`.
   */
  readonly warm?: 'scores' | 'all' | undefined
  /**
   * Result of `share()` from another thread. Its data is used, and of the other options only `streets` and `userData`
   * count.
   */
  readonly shared?: SharedVicinage | undefined
}
