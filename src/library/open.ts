import { type DimensionId, dimensions, getDimension } from '../answers/dimensions/catalog.ts'
import { BundledDimension } from '../answers/dimensions/loaded-dimension.ts'
import { neighborhoodBundles, wantedStreets } from '../answers/geocode/wanted-bundles.ts'
import { noSchools } from '../answers/schools/no-schools.ts'
import { refusedArgument } from '../base/errors.ts'
import { attempt } from '../base/parameters/guard.ts'
import { checkOptions, type OptionNames } from '../base/parameters/options.ts'
import { bundleNotListed, geographyMissing, openBundle, readManifest } from '../data/bundle/data-folder.ts'
import { onceOf } from '../data/bundle/once.ts'
import type { Bundle } from '../data/bundle/read.ts'
import { Geography } from '../data/geography.ts'
import { type BundleImages, type Bundles, getBundles, lookupUpgrades, movedToShared, shareBundles } from './bundles.ts'
import type { OpenOptions } from './open-options.ts'
import { dataInUse } from './user-data/data-in-use.ts'
import { createVicinage, type Vicinage } from './vicinage.ts'

const openOptions: OptionNames<OpenOptions> = {
  data: 'path',
  dimensions: 'list',
  schools: 'boolean',
  geocoder: 'boolean',
  areas: 'boolean',
  columns: 'boolean',
  streets: 'path',
  knownStreets: true,
  userData: 'boolean',
  shared: true,
  warm: true,
  around: 'object',
  fetch: 'function',
  signal: 'signal',
  timeout: 'number',
  onProgress: 'function',
}

/**
 * Opens the data. All functions of the result except `load` are synchronous and need no network. Functions whose data
 * was not loaded, or is not in the folder, throw `NotLoadedError`.
 *
 * The type of the result has only the loaded dimensions. For example, it has no `fire` with `dimensions: ['flood']`.
 * Add the ids of custom dimensions yourself: `openVicinage<DimensionId | 'canopy'>()`.
 *
 * @throws {BundleError} `bundle_missing`, when the folder or a bundle is missing; `bundle_damaged`;
 * `bundle_mismatched`, when a bundle comes from another build
 * @throws {ValidationError} `option_unknown`, or `dimension_unknown` when `dimensions` contains an unknown id
 */
export function openVicinage<const Id extends DimensionId = DimensionId>(
  options?: OpenOptions<Id>,
): Promise<Vicinage<Id>>
/** Opens the data with ids of custom dimensions in `options`; see the first overload. */
export function openVicinage<Id extends string = DimensionId>(options?: OpenOptions<NoInfer<Id>>): Promise<Vicinage<Id>>
export function openVicinage(options: OpenOptions<string> = {}): Promise<Vicinage<string>> {
  return attempt('openVicinage(options?: object)', [options], () => opened(options))
}

async function opened(options: OpenOptions<string>): Promise<Vicinage<string>> {
  checkOptions(options, openOptions)
  if (options.around !== undefined && options.shared === undefined) {
    return (await import('./place/open-around.ts')).openAround(options as OpenOptions, options.around)
  }
  if (options.streets instanceof URL || /^https?:/i.test(options.streets ?? ''))
    throw refusedArgument(
      'streets',
      'A street index on a server is loaded place by place: open with `around`',
      options.streets,
    )
  const [bundles, { streetsFolder }] = await Promise.all([
    options.shared === undefined ? readBundles(options) : getBundles(options.shared),
    (options.geocoder ?? true) ? import('./user-data/in-node.ts') : { streetsFolder: (_: object) => undefined },
  ])
  const vicinage = await openFromBundles(bundles, streetsFolder(options), options)
  const { warm } = options
  if (warm !== undefined && warm !== 'scores' && warm !== 'all')
    throw refusedArgument('warm', `warm must be 'scores' or 'all', not '${String(warm)}'.`, warm)
  if (warm !== undefined) await (await import('./warm.ts')).warmUp(vicinage, warm)
  return (options.shared?.layers ?? []).reduce<Vicinage<string>>((opened, layer) => opened.withLayer(layer), vicinage)
}

/** Reads and checks the bundles without opening them. Throws as `openVicinage` does. */
export async function readBundles(options: OpenOptions<string>): Promise<Bundles> {
  const wanted = new Set<string>(options.dimensions ?? dimensions.map(({ id }) => id))
  const custom = await customBundles(options)
  const customIds = new Set(custom.map(({ id }) => id))
  for (const id of wanted) if (!customIds.has(id)) getDimension(id)
  const folder = await dataInUse(options, options)
  const manifest = await readManifest(folder)
  const listed = new Map(manifest.bundles.map((entry) => [entry.id, entry]))
  for (const id of wanted)
    if (options.dimensions && !listed.has(id) && !customIds.has(id)) throw bundleNotListed(folder, id)
  const open = async (id: string) => {
    const entry = listed.get(id)
    return entry === undefined ? null : openBundle(folder, entry)
  }
  const withSchools = options.schools ?? true
  const withGeocoder = options.geocoder ?? true
  const [geography, schools, districts, places, publicPlaces, landmarks, outlines, neighborhoods, streets, ...bundles] =
    await Promise.all([
      open('geography'),
      withSchools ? open('schools') : null,
      withSchools ? open('districts') : null,
      withGeocoder ? open('places') : null,
      withGeocoder ? open('public-places') : null,
      withGeocoder ? open('landmarks') : null,
      withGeocoder && (options.areas ?? true) ? open('areas') : null,
      withGeocoder ? Promise.all(neighborhoodBundles.map(open)) : [],
      withGeocoder ? Promise.all(wantedStreets(options).map(open)) : [],
      ...dimensions.map(({ id }) => (wanted.has(id) ? open(id) : null)),
    ])
  if (!geography) throw geographyMissing(folder)
  return {
    geography,
    schools,
    districts,
    places,
    publicPlaces,
    landmarks,
    outlines,
    neighborhoods: neighborhoods.flatMap((bundle) => bundle ?? []),
    streets: streets.flatMap((bundle) => bundle ?? []),
    dimensions: bundles,
    custom,
  }
}

/** Returns the custom dimensions of the user's data folder. Browsers have no such folder. */
async function customBundles(options: OpenOptions<string>): Promise<Bundle[]> {
  if (options.userData === false || !globalThis.process?.getBuiltinModule) return []
  return (await import('./user-data/in-node.ts')).layerBundles(options)
}

/** Prepares bundles for other threads; see `Vicinage.share`. Moves their arrays instead of copying them. */
export async function bundlesForThreads(bundles: Bundles, streets: string | undefined): Promise<BundleImages> {
  return (await vicinageForRows(movedToShared(bundles), streets)).share() as BundleImages
}

/**
 * Creates a vicinage for scoring the rows of files. The chunk with the code for areas and fits is loaded only if fits
 * are requested, or if rows may have addresses, because roughly located addresses are scored as circles.
 */
export function vicinageForRows(bundles: Bundles, streets: string | undefined, fits = false): Promise<Vicinage> {
  return openFromBundles(bundles, streets, { areas: fits || bundles.places !== null })
}

/**
 * Creates a vicinage from bundles and a folder with a street index. Everything except scores is decoded on first use.
 */
export async function openFromBundles(
  bundles: Bundles,
  streets: string | undefined,
  { areas = true, columns = true }: Pick<OpenOptions, 'areas' | 'columns'> = {},
): Promise<Vicinage> {
  const { schools, districts, places } = bundles
  const code = Promise.all([
    schools || districts ? import('../answers/schools/open-schools.ts') : null,
    places ? import('../answers/geocode/open-geocoder.ts') : null,
    areas ? import('../answers/areas/open-areas.ts') : null,
    columns ? import('../answers/scores/column-functions.ts') : null,
  ])
  const geography = onceOf(bundles.geography, (bundle) => new Geography(bundle))()
  const loaded = dimensions.flatMap((dimension, i) => {
    const bundle = bundles.dimensions[i]
    return bundle ? [new BundledDimension(dimension, bundle, geography)] : []
  })
  if (bundles.custom.length > 0) {
    const { layerIn } = await import('../answers/areas/open-areas.ts')
    for (const bundle of bundles.custom) loaded.push(layerIn(bundle, geography))
  }
  const [schoolCode, geocoderCode, areaCode, columnCode] = await code
  const school = schoolCode?.openSchools(schools, districts)
  const outlines = bundles.outlines && areaCode ? areaCode.openOutlines(bundles.outlines) : null
  const geocoding =
    places && geocoderCode
      ? geocoderCode.openGeocoder(
          { ...bundles, places, outlines },
          streets === undefined ? undefined : geocoderCode.Streets.open(streets),
        )
      : undefined
  const placeAreas =
    outlines && geocoding?.gazetteer && geocoding.named
      ? areaCode!.placeAreas(geocoding.gazetteer, outlines, geocoding.named, geocoding)
      : null
  return createVicinage({
    geography,
    dimensions: loaded,
    schools: school?.methods ?? noSchools,
    geocoding,
    places: { places: placeAreas, districts: null, schools: null, ...school?.areas },
    areaCode,
    columnCode,
    share() {
      geography.decode()
      for (const dimension of loaded) dimension.decode()
      school?.areas.districts?.()
      return shareBundles(bundles)
    },
    lookups: lookupUpgrades(bundles),
  })
}
