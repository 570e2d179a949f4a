import { once, onceOf } from '../bundle/once.ts'
import type { Bundle } from '../bundle/read.ts'
import { Gazetteer } from './gazetteer/gazetteer.ts'
import { type GeocodeAnswers, geocodeAnswers } from './geocode-methods.ts'
import { Geocoder } from './geocoder.ts'
import { landmarkColumns } from './names/landmarks.ts'
import { NamedPlaces } from './names/named-places.ts'
import { Neighborhoods } from './neighborhoods.ts'
import type { PlaceOutlines } from './place-names.ts'
import { PublicPlaces } from './public-places/public-places.ts'
import { knownShards } from './streets/known-streets.ts'
import { Streets } from './streets/streets.ts'

export { knownShards, PARTS, partsOf } from './streets/known-streets.ts'
export { shardFrom } from './streets/shard-file.ts'
export { Streets } from './streets/streets.ts'

interface GeocoderBundles {
  readonly places: Bundle
  readonly publicPlaces: Bundle | null
  readonly neighborhoods: readonly Bundle[]
  readonly landmarks: Bundle | null
  /** Known streets. */
  readonly streets: readonly Bundle[]
  readonly outlines: (() => PlaceOutlines) | null
}

/**
 * The geocoder over its bundles and street layers; all of it is made when it is first asked for. This is the code of
 * addresses, imported by `openVicinage` when it is wanted, so that an application that asks for scores alone does not
 * carry it.
 */
export function openGeocoder(bundles: GeocoderBundles, layers = new Streets([])): GeocodeAnswers {
  for (const bundle of bundles.streets) for (const shard of knownShards(bundle)) layers.add(shard)
  const gazetteer = onceOf(bundles.places, (bundle) => new Gazetteer(bundle))
  const publicPlaces = once(
    () => bundles.publicPlaces && onceOf(bundles.publicPlaces, (bundle) => new PublicPlaces(bundle))(),
  )
  const neighborhoods = once(() =>
    bundles.neighborhoods.map((bundle) => onceOf(bundle, () => new Neighborhoods(bundle))()),
  )
  const named = once(() => new NamedPlaces(neighborhoods(), bundles.landmarks && landmarkColumns(bundles.landmarks)))
  const geocoder = once(() => {
    const places = publicPlaces()
    return new Geocoder(gazetteer(), places === null ? [layers] : [layers, places], named())
  })
  return geocodeAnswers(geocoder, {
    get gazetteer() {
      return gazetteer()
    },
    get outlines() {
      return bundles.outlines?.() ?? null
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
