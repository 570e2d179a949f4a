import type { PlaceAreas } from '../../answers/areas/place-members.ts'
import { type DimensionId, dimensions, getDimension } from '../../answers/dimensions/catalog.ts'
import type { LoadedDimension } from '../../answers/dimensions/loaded-dimension.ts'
import type { Districts } from '../../answers/districts/districts.ts'
import type { GeocodeAnswers } from '../../answers/geocode/geocode-methods.ts'
import type { SchoolParts } from '../../answers/schools/load-schools.ts'
import { schoolAnswers } from '../../answers/schools/school-methods.ts'
import type { Schools } from '../../answers/schools/schools.ts'
import { refusedArgument } from '../../base/errors.ts'
import { type Box, widened } from '../../base/geo/box.ts'
import { Boxes } from '../../base/geo/boxes.ts'
import { bundleNotListed, geographyMissing, type ManifestEntry } from '../../data/bundle/data-folder.ts'
import type { Geography } from '../../data/geography.ts'
import type { BundleSource } from '../../data/raster/place-bundle.ts'
import { findValuesIn } from '../../data/raster/raster-values.ts'
import type { LoadedParts, LoadRequest } from '../vicinage.ts'
import type { GeocoderLoader } from './load-geocoder.ts'
import { HALF_CELL, NEAR, PlaceParts } from './place-parts.ts'

interface Loaded {
  readonly geography: Geography
  /** Loaded boxes in degrees; null if everything is loaded. */
  readonly boxes: Boxes | null
  readonly dimensions: ReadonlyMap<DimensionId, LoadedDimension>
  readonly schools: { readonly districts: Districts | null; readonly schools: Schools | null } | null
  readonly geocoding: GeocodeAnswers | undefined
}

/** Parts to load, with the defaults for missing options. */
interface PartsRequest {
  /** Boxes to load; null for everywhere. */
  readonly boxes: readonly Box[] | null
  readonly ids: readonly DimensionId[]
  readonly withSchools: boolean
  readonly withGeocoder: boolean
}

/**
 * Loads places from a data folder for a `Vicinage`. Requests run one after another. A failed request does not change
 * the loaded data.
 */
export class PlaceLoader {
  #loaded: Loaded | null = null
  #last: Promise<unknown> = Promise.resolve()
  #schools: SchoolParts | null = null
  readonly #parts: PlaceParts

  /**
   * @param listed entries of the manifest by id
   * @param defaultIds ids of the dimensions that requests load by default; ids that are not in the manifest are ignored
   * @param defaults other parts that requests load by default
   */
  constructor(
    private readonly source: BundleSource,
    private readonly listed: ReadonlyMap<string, ManifestEntry>,
    private readonly defaultIds: readonly DimensionId[],
    private readonly defaults: { readonly schools: boolean; readonly geocoder: boolean },
    private readonly geocoder: GeocoderLoader,
  ) {
    this.#parts = new PlaceParts(source)
  }

  /**
   * Loads more data; see `Vicinage.load`. A request starts when the previous request has ended, but rejects as soon as
   * it is aborted.
   */
  load(request: LoadRequest): Promise<LoadedParts> {
    const loading = this.#last.then(() => this.#load(request))
    this.#last = loading.catch(() => undefined)
    const { signal } = request
    if (signal === undefined) return loading
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason)
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      loading.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    })
  }

  async #load({ box, dimensions: ids, schools, geocoder, signal }: LoadRequest): Promise<LoadedParts> {
    signal?.throwIfAborted()
    const before = this.#loaded
    const loadedBoxes = before === null ? new Boxes([]) : before.boxes
    const added = box === undefined ? [] : [widened(checkedBox(box), NEAR)]
    for (const id of ids ?? []) {
      getDimension(id)
      if (!this.listed.has(id)) throw bundleNotListed(this.source.folder, id)
    }
    // The first failure aborts the other downloads.
    const stop = new AbortController()
    const abort = () => stop.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    try {
      const parts = {
        boxes: box === undefined ? (loadedBoxes?.all ?? null) : added,
        ids: ids ?? [...new Set([...(before?.dimensions.keys() ?? []), ...this.defaultIds])],
        withSchools: schools ?? (this.defaults.schools || before?.schools != null),
        withGeocoder: geocoder ?? (this.defaults.geocoder || before?.geocoding !== undefined),
      }
      const loaded = await this.#loadParts(loadedBoxes, parts, stop.signal)
      signal?.throwIfAborted()
      this.#loaded = loaded
      return getParts(loaded, this.geocoder.areas)
    } catch (error) {
      stop.abort(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async #loadParts(
    loadedBoxes: Boxes | null,
    { boxes, ids, withSchools, withGeocoder }: PartsRequest,
    signal: AbortSignal,
  ): Promise<Loaded> {
    const before = this.#loaded
    const near = boxes?.map((box) => widened(box, HALF_CELL))
    if (near) this.source.expect?.(['geography', ...ids], near, signal)
    const geography = this.#parts.geography(boxes, signal).then((loaded) => loaded ?? this.#noGeography())
    const loadSchools = async (): Promise<Loaded['schools']> => {
      if (!withSchools) return before?.schools ?? null
      this.#schools ??= (await import('../../answers/schools/open-schools.ts')).schoolParts(this.source)
      const { districts, schools } = this.#schools
      const loading = Promise.all([districts.at(boxes, signal), schools.at(boxes, signal)])
      const [loadedDistricts, loadedSchools] = await loading
      return { districts: loadedDistricts, schools: loadedSchools }
    }
    const loadGeocoder = async (): Promise<GeocodeAnswers | undefined> => {
      if (!withGeocoder) return before?.geocoding
      const geocoding = await this.geocoder.load(boxes, signal)
      const loadedGeography = await geography
      await this.geocoder.loadStreets(() => getCounties(loadedGeography), signal)
      return geocoding
    }
    const loadDimension = (id: DimensionId) => this.#parts.dimension(id, getDimension(id)).at(boxes, signal)
    const [loadedGeography, schools, geocoding, ...loaded] = await Promise.all([
      geography,
      loadSchools(),
      loadGeocoder(),
      ...ids.map(loadDimension),
    ])
    const all = new Map(before?.dimensions)
    for (const dimension of loaded) if (dimension !== null) all.set(dimension.dimension.id, dimension)
    const allBoxes = loadedBoxes === null || boxes === null ? null : loadedBoxes.with(boxes)
    return { geography: loadedGeography, boxes: allBoxes, dimensions: all, schools, geocoding }
  }

  #noGeography(): never {
    throw geographyMissing(this.source.folder)
  }
}

function getParts(
  { geography, dimensions: loaded, schools: loadedSchools, geocoding }: Loaded,
  places: PlaceAreas | null,
): LoadedParts {
  const schools = asGetter(loadedSchools?.schools)
  const districts = asGetter(loadedSchools?.districts)
  return {
    geography,
    // Dimensions in catalog order.
    dimensions: dimensions.flatMap(({ id }) => loaded.get(id) ?? []),
    schools: schoolAnswers(schools, districts),
    geocoding,
    places: { places, schools, districts },
  }
}

function asGetter<Value>(value: Value | null | undefined): (() => Value) | null {
  return value ? () => value : null
}

/** Returns the five-digit codes of the counties in memory. */
function getCounties(geography: Geography): Set<string> {
  const counties = new Set<string>()
  for (const box of geography.loaded?.all ?? [])
    for (const zone of findValuesIn(geography.zoneRaster, box))
      counties.add(geography.describe(geography.blockGroupsOfZone(zone)[0]).blockGroup.slice(0, 5))
  return counties
}

function checkedBox(box: Box): Box {
  const { west, south, east, north } = { ...box }
  const isLon = (value: unknown) => typeof value === 'number' && value >= -180 && value <= 180
  const isLat = (value: unknown) => typeof value === 'number' && value >= -90 && value <= 90
  if (isLon(west) && isLon(east) && isLat(south) && isLat(north) && west <= east && south <= north) return box
  throw refusedArgument(
    'box',
    'box must be { west, south, east, north } in degrees, with west ≤ east and south ≤ north; write a box across the antimeridian as two',
    box,
  )
}
