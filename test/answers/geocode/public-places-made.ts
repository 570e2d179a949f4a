import type { PublicPlace } from '../../../data-build/geocode/public-places.ts'
import { publicPlacesBundle } from '../../../data-build/geocode/public-places-bundle.ts'
import type { Candidate, SearchArea } from '../../../src/answers/geocode/layers.ts'
import { parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { PublicPlaces } from '../../../src/answers/geocode/public-places/public-places.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { type BundleContent, writeBundle } from '../../../src/data/bundle/write.ts'

/** Returns a place in Texas with invented facts unless given. `line` is its house number and street. */
export function placeFixture({ line, ...facts }: Partial<PublicPlace> & { line?: string }): PublicPlace {
  const parsed = parseAddress(line ?? '')
  return {
    names: ['BLUEBONNET ELEMENTARY'],
    address:
      line === undefined
        ? null
        : {
            number: parsed.number?.text ?? '',
            predirectional: parsed.predirectional?.text ?? '',
            street: parsed.street?.text ?? '',
            suffix: parsed.suffix?.text ?? '',
            postdirectional: parsed.postdirectional?.text ?? '',
          },
    city: 'EXAMPLE CITY',
    state: 'TX',
    zip: '78701',
    lat: 30.25,
    lon: -97.75,
    ...facts,
  }
}

export async function opened(content: BundleContent): Promise<PublicPlaces> {
  return new PublicPlaces(await readBundle(await writeBundle(content), 'public-places.bundle'))
}

export async function placesFixture(places: readonly PublicPlace[]): Promise<PublicPlaces> {
  return opened(publicPlacesBundle(places, []))
}

/** Returns the search area of an address, with the ZIPs of its city. */
export function whereOf(address: string, zips: readonly string[] = []): SearchArea {
  const { zip, city, state } = parseAddress(address)
  return {
    zip: zip?.text ?? null,
    city: city ? normalizeCity(city.text) : null,
    state: state?.text ?? null,
    zips: zip ? [zip.text, ...zips] : zips,
    counties: [],
  }
}

export function ask(places: PublicPlaces, address: string, zips: readonly string[] = []): Candidate[] {
  return places.find(parseAddress(address), whereOf(address, zips))
}
