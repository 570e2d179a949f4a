import * as shape from '../bundle/check-shape.ts'
import { TextColumn } from '../bundle/columns.ts'
import { onceOf } from '../bundle/once.ts'
import { type Bundle, metaOf } from '../bundle/read.ts'
import { outlinesIn, type StoredOutlines } from '../districts/outlines.ts'
import { BundleError } from '../errors.ts'
import { normalizeCity } from '../geocode/parse/city-name.ts'
import { states } from '../states.ts'
import { type Region, regionOf } from './region.ts'

/** ZIPs go first. */
const areasMeta = shape.object({ zips: shape.int(0) })

/** The published outlines of ZIPs (ZIP Code Tabulation Areas) and cities (census places), which `vicinage data upgrade areas` adds. */
export class OutlinedPlaces {
  readonly #numbers = new Map<string, number>()
  readonly #regions = new Map<number, Region>()
  readonly #outlines: StoredOutlines

  /** @throws {BundleError} where the bundle is of another kind, or its sections do not fit each other */
  constructor(bundle: Bundle) {
    if (bundle.kind !== 'areas')
      throw new BundleError(`${bundle.file} is a bundle of kind '${bundle.kind}', expected 'areas'.`)
    const { zips } = metaOf(bundle, areasMeta)
    const [codes, names] = ['code', 'name'].map((section) => new TextColumn(bundle, section))
    if (names.length !== codes.length || zips > codes.length)
      throw new BundleError(
        `${bundle.file} names ${names.length} areas, ${zips} of them ZIPs, expected ${codes.length}.`,
      )
    this.#outlines = outlinesIn(bundle, codes.length)
    for (let i = 0; i < codes.length; i++) {
      const code = codes.at(i) ?? ''
      const keys = i < zips ? [code] : cityKeys(names.at(i) ?? '', code.slice(0, 2))
      // Of several cities of one name the first is meant.
      for (const key of keys) if (!this.#numbers.has(key)) this.#numbers.set(key, i)
    }
  }

  /** What a ZIP of five digits holds; null where its outline is not known. */
  zip(zip: string): Region | null {
    return this.#region(zip)
  }

  /**
   * What a city holds; null where its outline is not known.
   * @param name as `normalizeCity` writes it
   * @param state two capitals
   */
  city(name: string, state: string): Region | null {
    return this.#region(`${name}, ${state}`)
  }

  #region(key: string): Region | null {
    const number = this.#numbers.get(key)
    if (number === undefined) return null
    const known = this.#regions.get(number)
    if (known !== undefined) return known
    const { coordinates, ringStart, districtStart } = this.#outlines.all()
    const rings: Float64Array[] = []
    for (let ring = districtStart[number]; ring < districtStart[number + 1]; ring++)
      rings.push(coordinates.subarray(ringStart[ring] * 2, ringStart[ring + 1] * 2))
    const region = regionOf([rings])
    this.#regions.set(number, region)
    return region
  }
}

/** Made when it is first asked for. */
export function openOutlines(bundle: Bundle): () => OutlinedPlaces {
  return onceOf(bundle, () => new OutlinedPlaces(bundle))
}

/** `San Buenaventura (Ventura)` is known by both of its names. */
function cityKeys(name: string, fips: string): readonly string[] {
  const [, usual, other] = /^([^(]*)(?:\(([^)]*)\))?/.exec(name) ?? []
  const state = states.find((one) => one.fips === fips)?.postal
  return [usual, other].flatMap((one) => (one?.trim() ? [`${normalizeCity(one)}, ${state}`] : []))
}
