import { bundleNotListed, geographyMissing, type ManifestEntry } from '../bundle/data-folder.ts'
import type { DataFolder } from '../bundle/folder.ts'
import { PartBundle } from '../bundle/part-bundle.ts'
import { type DimensionId, dimensionOf, dimensions } from '../dimensions/catalog.ts'
import { BundledDimension, type LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { Districts } from '../districts/districts.ts'
import type { GeocodeAnswers } from '../endpoints/geocode-methods.ts'
import { schoolAnswers } from '../endpoints/school-methods.ts'
import { refusedArgument } from '../errors.ts'
import { type Box, Boxes, widened } from '../geo/loaded-boxes.ts'
import { CENTERS_IN_BLOCK, Geography } from '../geography.ts'
import { tilesIn } from '../raster/in-bundle.ts'
import type { SchoolMethods } from '../schools/answers.ts'
import type { Schools } from '../schools/schools.ts'
import type { GeocoderLoader } from './load-geocoder.ts'

/** What `load` takes. */
export interface LoadRequest {
  /** West, south, east and north in degrees. Default: everywhere where something is loaded. */
  readonly bbox?: Box | undefined
  /** Ids. Default: those that `openVicinage` was called with, and those that were loaded since. */
  readonly dimensions?: readonly DimensionId[] | undefined
  /** Whether the school districts and schools of the box are loaded. Default: as `openVicinage` was called. */
  readonly schools?: boolean | undefined
  /**
   * Whether the geocoder is loaded, as a whole (1.2 MB), with the street layers of the counties of the box where `streets` is an address.
   * Default: as `openVicinage` was called, where it is left out unless asked for.
   */
  readonly geocoder?: boolean | undefined
  /** Ends this loading; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** What a vicinage answers with. */
export interface LoadedParts {
  readonly geography: Geography
  readonly dimensions: readonly LoadedDimension[]
  readonly schools: SchoolMethods
  /** Undefined where it is not loaded. */
  readonly geocoding: GeocodeAnswers | undefined
  readonly areas: { readonly districts: (() => Districts) | null; readonly schools: (() => Schools) | null }
}

export type LoadMore = (request: LoadRequest) => Promise<LoadedParts>

/** Kilometers around a box that are loaded with it: `explain` tells of edges within 200 m, and what is beyond them. */
export const NEAR = 0.4

/** Kilometers around that of which the files are needed: half a cell of the coarsest raster, 60″. */
export const HALF_CELL = 1

/** What is in memory. Each loading makes it anew, so that one that fails leaves it as it was. */
interface Loaded {
  readonly parts: ReadonlyMap<string, PartBundle>
  readonly geography: Geography
  readonly dimensions: ReadonlyMap<DimensionId, LoadedDimension>
  readonly schools: LoadedSchools | null
  readonly geocoding: GeocodeAnswers | undefined
}

export interface LoadedSchools {
  readonly boxes: Boxes
  readonly schools: Schools | null
  readonly districts: Districts | null
}

/** Opens a bundle, or answers the one that is open; null where the folder does not have it. */
export type OpenPart = (id: string) => Promise<PartBundle | null>

/** Loads places of a data folder: the blocks of its bundles that answers about them need, each once. */
export class PlaceLoader {
  #loaded: Loaded | null = null
  #last: Promise<unknown> = Promise.resolve()

  /**
   * @param wanted ids; those that the manifest does not list are left out
   * @param defaults what is loaded where a request does not say
   */
  constructor(
    private readonly folder: DataFolder,
    private readonly listed: ReadonlyMap<string, ManifestEntry>,
    private readonly wanted: readonly DimensionId[],
    private readonly defaults: { readonly schools: boolean; readonly geocoder: boolean },
    private readonly geocoder: GeocoderLoader,
  ) {}

  /** See `Vicinage.load`. One loading begins when the one before has ended. */
  load(request: LoadRequest): Promise<LoadedParts> {
    const loading = this.#last.then(() => this.#load(request))
    this.#last = loading.catch(() => undefined)
    return loading
  }

  async #load({ bbox, dimensions: ids, schools, geocoder, signal }: LoadRequest): Promise<LoadedParts> {
    signal?.throwIfAborted()
    const boxes = bbox === undefined ? (this.#loaded?.geography.loaded?.all ?? []) : [widened(checkedBox(bbox), NEAR)]
    for (const id of ids ?? []) {
      dimensionOf(id)
      if (!this.listed.has(id)) throw bundleNotListed(this.folder, id)
    }
    // The first to fail ends what the others ask for.
    const stop = new AbortController()
    const abort = () => stop.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    try {
      const chosen = ids ?? [...new Set([...(this.#loaded?.dimensions.keys() ?? []), ...this.wanted])]
      const more = {
        schools: schools ?? (this.defaults.schools || this.#loaded?.schools != null),
        geocoder: geocoder ?? (this.defaults.geocoder || this.#loaded?.geocoding !== undefined),
      }
      const loaded = await this.#with(boxes, chosen, more, stop.signal)
      signal?.throwIfAborted()
      this.#loaded = loaded
      return partsOf(loaded)
    } catch (error) {
      stop.abort(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async #with(
    boxes: readonly Box[],
    ids: readonly DimensionId[],
    more: { readonly schools: boolean; readonly geocoder: boolean },
    signal: AbortSignal,
  ): Promise<Loaded> {
    const before = this.#loaded
    const parts = new Map(before?.parts)
    const open: OpenPart = async (id) => {
      const entry = this.listed.get(id)
      if (entry === undefined) return null
      return parts.get(id) ?? PartBundle.open(this.folder, entry, signal)
    }
    const keep = async (id: string, loading: Promise<PartBundle>) => {
      const part = await loading
      parts.set(id, part)
      return part.bundle
    }
    const geographyPart = (async () => (await open('geography')) ?? this.#noGeography())()
    const zones = geographyPart.then(async (part) => {
      const near = boxes.map((box) => widened(box, HALF_CELL))
      const withTiles = await part.with({ tiles: near.flatMap((box) => tilesIn(part.bundle, box)) }, signal)
      return { part: withTiles, rows: rowsIn(new Geography(withTiles.bundle), near) }
    })
    const geography = zones.then(async ({ part, rows }) => {
      const bundle = await keep('geography', part.with({ rows }, signal))
      const known = before?.geography
      if (known?.loaded && parts.get('geography') === before?.parts.get('geography') && heldBy(known.loaded, boxes))
        return known
      return new Geography(bundle, (known?.loaded ?? new Boxes([])).with(boxes))
    })
    const loadDimension = async (id: DimensionId): Promise<LoadedDimension | null> => {
      const known = before?.dimensions.get(id)
      const held = known?.loaded ?? new Boxes([])
      if (known !== undefined && heldBy(held, boxes)) return known
      const part = await open(id)
      if (part === null) return null
      const tiles = boxes.flatMap((box) => tilesIn(part.bundle, widened(box, HALF_CELL)))
      const rows = zones.then(({ rows }) => rows)
      const bundle = await keep(id, part.with({ tiles, rows }, signal))
      return new BundledDimension(dimensionOf(id), bundle, await geography, held.with(boxes))
    }
    const loadSchools = async (): Promise<LoadedSchools | null> => {
      const known = before?.schools ?? null
      if (!more.schools || (known !== null && heldBy(known.boxes, boxes))) return known
      return (await import('../schools/open-schools.ts')).loadSchools(known, boxes, open, keep, signal)
    }
    const loadGeocoder = async (): Promise<GeocodeAnswers | undefined> => {
      if (!more.geocoder) return before?.geocoding
      const geocoding = await this.geocoder.load(signal)
      const made = await geography
      await this.geocoder.loadStreets(() => countiesOf(made), signal)
      return geocoding
    }
    const [made, schools, geocoding, ...loaded] = await Promise.all([
      geography,
      loadSchools(),
      loadGeocoder(),
      ...ids.map(loadDimension),
    ])
    const all = new Map(before?.dimensions)
    for (const dimension of loaded) if (dimension !== null) all.set(dimension.dimension.id, dimension)
    return { parts, geography: made, dimensions: all, schools, geocoding }
  }

  #noGeography(): never {
    throw geographyMissing(this.folder)
  }
}

function partsOf({ geography, dimensions: loaded, schools: known, geocoding }: Loaded): LoadedParts {
  const schools = made(known?.schools)
  const districts = made(known?.districts)
  return {
    geography,
    // In the order of the catalog.
    dimensions: dimensions.flatMap(({ id }) => loaded.get(id) ?? []),
    schools: schoolAnswers(schools, districts),
    geocoding,
    areas: { schools, districts },
  }
}

function made<Made>(thing: Made | null | undefined): (() => Made) | null {
  return thing ? () => thing : null
}

function heldBy(held: Boxes, boxes: readonly Box[]): boolean {
  return boxes.every((box) => held.holds(box))
}

/** The blocks of rows that hold the block groups of all zones in some boxes. */
export function rowsIn(geography: Geography, boxes: readonly Box[]): Set<number> {
  const rows = new Set<number>()
  for (const box of boxes)
    for (const zone of geography.zoneRaster.valuesIn(box))
      for (const blockGroup of geography.blockGroupsOfZone(zone)) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
  return rows
}

/** Five digits of each county that is in memory. */
function countiesOf(geography: Geography): Set<string> {
  const counties = new Set<string>()
  for (const box of geography.loaded?.all ?? [])
    for (const zone of geography.zoneRaster.valuesIn(box))
      counties.add(geography.describe(geography.blockGroupsOfZone(zone)[0]).blockGroup.slice(0, 5))
  return counties
}

function checkedBox(bbox: Box): Box {
  const [west, south, east, north] = Array.isArray(bbox) && bbox.length === 4 ? bbox : []
  const isLon = (value: unknown) => typeof value === 'number' && value >= -180 && value <= 180
  const isLat = (value: unknown) => typeof value === 'number' && value >= -90 && value <= 90
  if (isLon(west) && isLon(east) && isLat(south) && isLat(north) && west! <= east! && south! <= north!) return bbox
  throw refusedArgument(
    'bbox',
    'bbox has to be [west, south, east, north] in degrees, the lower first; a box across the antimeridian is two',
    bbox,
  )
}
