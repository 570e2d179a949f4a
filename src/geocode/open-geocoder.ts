import { once, onceOf } from '../bundle/once.ts'
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
 * The geocoder over its bundles and a folder of street layers, which is opened; the rest is made when it is first asked for. This is the
 * code of addresses, imported by `openVicinage` when it is wanted, so that an application that asks for scores alone does not carry it.
 */
export function openGeocoder(bundles: GeocoderBundles, streets: string | undefined): GeocodeAnswers {
  const gazetteer = onceOf(bundles.places, (bundle) => new Gazetteer(bundle))
  const layers = streets === undefined ? null : Streets.open(streets)
  const publicPlaces = once(
    () => bundles.publicPlaces && onceOf(bundles.publicPlaces, (bundle) => new PublicPlaces(bundle))(),
  )
  const neighborhoods = once(() =>
    bundles.neighborhoods.map((bundle) => onceOf(bundle, () => new Neighborhoods(bundle))()),
  )
  const named = once(() => new NamedPlaces(neighborhoods(), bundles.landmarks && landmarkColumns(bundles.landmarks)))
  const geocoder = once(() => {
    const places = publicPlaces()
    const addresses = [...(layers === null ? [] : [layers]), ...(places === null ? [] : [places])]
    return new Geocoder(gazetteer(), addresses, named())
  })
  return geocodeAnswers(geocoder, {
    get gazetteer() {
      return gazetteer()
    },
    get publicPlaces() {
      return publicPlaces()?.columns ?? null
    },
    get neighborhoods() {
      return neighborhoods()
    },
    get named() {
      return named()
    },
    streets: layers,
  })
}
