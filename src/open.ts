import { dataFolder, geographyMissing, openBundle, readManifest } from './bundle/data-folder.ts'
import type { Bundle } from './bundle/read.ts'
import { dimensionOf, dimensions } from './dimensions/catalog.ts'
import { LoadedDimension } from './dimensions/loaded-dimension.ts'
import { Districts } from './districts/districts.ts'
import { type GeocodeAnswers, geocodeAnswers } from './endpoints/geocode-methods.ts'
import { schoolAnswers } from './endpoints/school-methods.ts'
import { Gazetteer } from './geocode/gazetteer/gazetteer.ts'
import { Geocoder } from './geocode/geocoder.ts'
import { landmarkColumns } from './geocode/names/landmarks.ts'
import { NamedPlaces } from './geocode/names/named-places.ts'
import { Neighborhoods, neighborhoodBundles } from './geocode/neighborhoods.ts'
import { PublicPlaces } from './geocode/public-places/public-places.ts'
import { Streets } from './geocode/streets/streets.ts'
import { Geography } from './geography.ts'
import { Schools } from './schools/schools.ts'
import { streetsFolder } from './user-data/streets.ts'
import { Vicinage } from './vicinage.ts'

export interface OpenOptions {
  /** Folder of the bundles: a path, or a `file:` or `http(s):` URL. Default: the data embedded in the package. */
  readonly data?: string | URL
  /** Load these dimensions only, by id; the others answer score 0, "not loaded". Default: all. */
  readonly dimensions?: readonly string[]
  /** Load schools and school districts. Default true; without them, searches find nothing and say so. */
  readonly schools?: boolean
  /** Load the geocoder. Default true; without it, or without its bundle of places, addresses are not found and the answer says so. */
  readonly geocoder?: boolean
  /** Folder of street layers, as `vicinage streets add --out` fills it; needs Node. Default: those of the user's data folder. */
  readonly streets?: string
  /** Whether layers in the user's data folder are used, as `vicinage streets add` puts them there. Default true; only Node has one. */
  readonly userData?: boolean
}

/**
 * Opens the data and returns the object that answers; everything after this is synchronous and needs no network.
 * A dimension whose bundle was taken out of the folder answers score 0, "not loaded"; the same goes for schools and districts.
 *
 * @throws {BundleError} when the folder is missing, or a bundle in it is damaged or of another build
 * @throws {RangeError} when `dimensions` names one that does not exist
 */
export async function openVicinage(options: OpenOptions = {}): Promise<Vicinage> {
  return vicinageOf(await readBundles(options), streetsFolder(options))
}

/** The bundles of a data folder that `options` ask for, `Made` is a bundle or what replaces it while it travels; null: not there, or not wanted. */
export interface Bundles<Made = Bundle> {
  readonly geography: Made
  readonly schools: Made | null
  readonly districts: Made | null
  readonly places: Made | null
  readonly publicPlaces: Made | null
  readonly landmarks: Made | null
  /** In the order in which they are asked; those that are there. */
  readonly neighborhoods: readonly Made[]
  /** In the order of the catalog. */
  readonly dimensions: readonly (Made | null)[]
}

/** Reads and checks the bundles, and no more. Throws as `openVicinage` does. */
export async function readBundles(options: OpenOptions): Promise<Bundles> {
  const wanted = new Set(options.dimensions ?? dimensions.map(({ id }) => id))
  for (const id of wanted) dimensionOf(id)
  const folder = dataFolder(options.data)
  const manifest = await readManifest(folder)
  const listed = new Set(manifest.bundles.map(({ file }) => file))
  const open = async (id: string) => (listed.has(`${id}.bundle`) ? openBundle(folder, `${id}.bundle`) : null)
  const withSchools = options.schools ?? true
  const withGeocoder = options.geocoder ?? true
  const [geography, schools, districts, places, publicPlaces, landmarks, neighborhoods, ...bundles] = await Promise.all(
    [
      open('geography'),
      withSchools ? open('schools') : null,
      withSchools ? open('districts') : null,
      withGeocoder ? open('places') : null,
      withGeocoder ? open('public-places') : null,
      withGeocoder ? open('landmarks') : null,
      withGeocoder ? Promise.all(neighborhoodBundles.map(open)) : [],
      ...dimensions.map(({ id }) => (wanted.has(id) ? open(id) : null)),
    ],
  )
  if (!geography) throw geographyMissing(folder)
  return {
    geography,
    schools,
    districts,
    places,
    publicPlaces,
    landmarks,
    neighborhoods: neighborhoods.flatMap((bundle) => bundle ?? []),
    dimensions: bundles,
  }
}

/** Makes the object that answers out of bundles and a folder of street layers. */
export function vicinageOf(bundles: Bundles, streets: string | undefined): Vicinage {
  const { schools, districts, places } = bundles
  const geography = new Geography(bundles.geography)
  const loaded = dimensions.flatMap((dimension, i) => {
    const bundle = bundles.dimensions[i]
    return bundle ? [new LoadedDimension(dimension, bundle, geography)] : []
  })
  return new Vicinage(
    geography,
    loaded,
    schoolAnswers(schools && new Schools(schools), districts && new Districts(districts)),
    places === null ? geocodeAnswers(null) : geocodingOf(places, bundles, streets),
  )
}

function geocodingOf(places: Bundle, bundles: Bundles, streets: string | undefined): GeocodeAnswers {
  const gazetteer = new Gazetteer(places)
  const publicPlaces = bundles.publicPlaces && new PublicPlaces(bundles.publicPlaces)
  const addresses = [
    ...(streets === undefined ? [] : [Streets.open(streets)]),
    ...(publicPlaces === null ? [] : [publicPlaces]),
  ]
  const neighborhoods = bundles.neighborhoods.map((bundle) => new Neighborhoods(bundle))
  const named = new NamedPlaces(neighborhoods, bundles.landmarks && landmarkColumns(bundles.landmarks))
  return geocodeAnswers(new Geocoder(gazetteer, addresses, named), {
    gazetteer,
    publicPlaces: publicPlaces?.columns ?? null,
    neighborhoods: () => neighborhoods,
    named,
  })
}
