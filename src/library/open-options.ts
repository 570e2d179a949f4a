import type { DimensionId } from '../answers/dimensions/catalog.ts'
import type { KnownStreetsChoice } from '../answers/geocode/layers.ts'
import type { ReadOptions } from '../data/bundle/folder.ts'
import type { SharedVicinage } from './bundles.ts'

/** A place and the meters around it that are loaded; what the geocoder returns is one. */
export interface Around {
  /** Degrees, -90 to 90, WGS 84. */
  readonly lat: number
  /** Degrees, -180 to 180, WGS 84. */
  readonly lon: number
  /** Meters to each side, 0 to 2,000,000; default 1,000. */
  readonly radius?: number | undefined
  /** Not read. */
  readonly label?: string | undefined
  /** Not read. */
  readonly layer?: string | undefined
}

/** What `openVicinage` takes; `Id` are the ids of what is loaded. */
export interface OpenOptions<Id extends string = DimensionId> extends ReadOptions {
  /** Folder of the bundles: a path, or a `file:` or `http(s):` URL. Default: the data embedded in the package. */
  readonly data?: string | URL
  /**
   * Load a place instead of all the data, from a server by HTTP ranges: `{ lat, lon, radius: 50_000 }`. More is loaded
   * by `vicinage.load`; questions about what is not loaded throw `NotLoadedError`. The geocoder is then loaded with
   * `geocoder: true` only, as a whole.
   */
  readonly around?: Around | undefined
  /**
   * Load these dimensions only, by id, own layers among them; asking for another throws `NotLoadedError`. Default: all.
   */
  readonly dimensions?: readonly Id[] | undefined
  /** Load schools and school districts. Default true; without them, asking for them throws `NotLoadedError`. */
  readonly schools?: boolean
  /**
   * Load the geocoder, a chunk of code of its own. Default true; without it, or without its bundle of places, `geocode`
   * throws `NotLoadedError`.
   */
  readonly geocoder?: boolean
  /**
   * Load the code of circles, areas, rankings and searches, a chunk of its own. Default true; without it, they throw
   * `NotLoadedError`.
   */
  readonly areas?: boolean
  /**
   * Folder of street layers, as `vicinage streets add --out` fills it; needs Node. Default: those of the user's data
   * folder. With `around` also the address of such a folder: the layers of the counties that are loaded come with the
   * geocoder.
   */
  readonly streets?: string | URL | undefined
  /**
   * Known streets, which the geocoder finds addresses on: all, or those of public records alone, without the points
   * that brands give for their stores; or none. Default `all`.
   */
  readonly knownStreets?: KnownStreetsChoice | undefined
  /**
   * Whether what the user's data folder holds is used, as `vicinage streets add` and `vicinage data upgrade` put it
   * there. Default true; only Node has one.
   */
  readonly userData?: boolean
  /**
   * What is decoded while it is opened, instead of at the first question about it: `scores`, or `all`. Default:
   * nothing. In turns of the event loop, so that a server that opens it beside its work goes on. Not with `around`.
   */
  readonly warm?: 'scores' | 'all' | undefined
  /**
   * What `share()` of a vicinage on another thread gave: its data is used, of the other options only `streets` and
   * `userData` count.
   */
  readonly shared?: SharedVicinage
}
