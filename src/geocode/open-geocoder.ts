import { onceOf } from '../bundle/once.ts'
import type { Bundle } from '../bundle/read.ts'
import { type GeocodeAnswers, geocodeAnswers } from '../endpoints/geocode-methods.ts'
import { Gazetteer } from './gazetteer/gazetteer.ts'
import { Geocoder } from './geocoder.ts'
import { landmarkColumns } from './names/landmarks.ts'
import { NamedPlaces } from './names/named-places.ts'
import { Neighborhoods } from './neighborhoods.ts'
import { PublicPlaces } from './public-places/public-places.ts'
import { Streets } from './streets/streets.ts'

interface GeocoderBundles {
  readonly places: Bundle
  readonly publicPlaces: Bundle | null
  readonly neighborhoods: readonly Bundle[]
  readonly landmarks: Bundle | null
}

/**
 * The geocoder over its bundles and a folder of street layers: the code of addresses, imported by `openVicinage` when it is wanted, so
 * that an application that asks for scores alone does not carry it.
 */
export function openGeocoder(bundles: GeocoderBundles, streets: string | undefined): GeocodeAnswers {
  const gazetteer = onceOf(bundles.places, (bundle) => new Gazetteer(bundle))
  const publicPlaces = bundles.publicPlaces && onceOf(bundles.publicPlaces, (bundle) => new PublicPlaces(bundle))
  const layers = streets === undefined ? null : Streets.open(streets)
  const addresses = [...(layers === null ? [] : [layers]), ...(publicPlaces === null ? [] : [publicPlaces])]
  const neighborhoods = bundles.neighborhoods.map((bundle) => onceOf(bundle, () => new Neighborhoods(bundle)))
  const named = new NamedPlaces(neighborhoods, bundles.landmarks && landmarkColumns(bundles.landmarks))
  return geocodeAnswers(new Geocoder(gazetteer, addresses, named), {
    gazetteer,
    publicPlaces: publicPlaces?.columns ?? null,
    neighborhoods,
    named,
    streets: layers,
  })
}
