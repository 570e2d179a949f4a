import { dimensions, getDimension } from '../../answers/dimensions/catalog.ts'
import { noGeocoder } from '../../answers/geocode/no-geocoder.ts'
import { NotLoadedError, refusedArgument } from '../../base/errors.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import { parseBasic } from '../../base/parameters/check-basic.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import { lat as latitude, lon as longitude } from '../../base/parameters/place-parameters.ts'
import { bundleNotListed, openBundle, readManifest } from '../../data/bundle/data-folder.ts'
import type { BundleSource } from '../../data/raster/place-bundle.ts'
import { SquareFile } from '../../data/raster/square-file.ts'
import type { Around, OpenOptions } from '../open-options.ts'
import { dataInUse } from '../user-data/data-in-use.ts'
import { createVicinage, type LoadRequest, type Vicinage } from '../vicinage.ts'
import { GeocoderLoader } from './load-geocoder.ts'
import { PlaceLoader } from './load-place.ts'

const aroundNames: OptionNames<Around> = { lat: true, lon: true, radius: true, label: true, layer: true }
/** Maximum radius of `around` in meters. */
const MAX_RADIUS = 2_000_000

/** Opens the data of a place, to which `load` adds more. See `around` in `OpenOptions`. */
export async function openAround(options: OpenOptions, around: Around): Promise<Vicinage> {
  const box = boxOfPlace(around)
  for (const id of options.dimensions ?? []) getDimension(id)
  const folder = await dataInUse(options, options)
  const manifest = await readManifest(folder)
  const listed = new Map(manifest.bundles.map((entry) => [entry.id, entry]))
  for (const id of options.dimensions ?? []) if (!listed.has(id)) throw bundleNotListed(folder, id)
  const defaultIds = options.dimensions ?? dimensions.flatMap(({ id }) => (listed.has(id) ? [id] : []))
  const defaults = { schools: options.schools ?? true, geocoder: options.geocoder === true }
  const squares = manifest.squares && new SquareFile(folder, manifest.squares)
  const source: BundleSource = {
    folder,
    expect: (ids, boxes, signal) => squares?.expect(ids, boxes, signal),
    part: async (entry, signal) => squares?.open(entry, signal) ?? null,
    read: async (id, read) => (listed.has(id) ? read(listed.get(id)!) : null),
    whole(entry, signal) {
      squares?.release(entry.id)
      return openBundle(folder, entry, signal)
    },
  }
  const geocoder = new GeocoderLoader(source, options)
  const loader = new PlaceLoader(source, listed, defaultIds, defaults, geocoder)
  const [{ dimensions: loaded, geocoding, ...parts }, areaCode, columnCode] = await Promise.all([
    loader.load({ box }),
    (options.areas ?? true) ? import('../../answers/areas/open-areas.ts') : null,
    (options.columns ?? true) ? import('../../answers/scores/column-functions.ts') : null,
  ])
  // Copies `noGeocoder`, because loading the geocoder later replaces the functions of `answers`.
  const answers = geocoding ?? { ...noGeocoder, tools: { ...noGeocoder.tools } }
  return createVicinage({
    ...parts,
    dimensions: loaded,
    geocoding: answers,
    areaCode,
    columnCode,
    share: refuseToShare,
    loadMore: (request: LoadRequest) => loader.load(request),
    lookups: ['schools', 'districts', 'places', 'areas'].map((id) => listed.get(id) ?? {}),
  })
}

function boxOfPlace(around: Around): Box {
  checkOptions(around, aroundNames)
  const { lat, lon } = parseBasic([latitude, longitude], around)
  const { radius = 1000 } = around
  if (!(typeof radius === 'number' && radius >= 0 && radius <= MAX_RADIUS))
    throw refusedArgument('around', `around.radius must be 0 to ${MAX_RADIUS.toLocaleString('en-US')} meters`, around)
  return boxAround(lon, lat, radius)
}

function refuseToShare(): never {
  throw new NotLoadedError(
    'share() needs all of the data, but only some places are loaded.',
    'place_not_loaded',
    'Open without `around`.',
  )
}
