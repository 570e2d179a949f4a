import { BundleError } from '../../errors.ts'
import type { Candidate, SearchArea } from '../layers.ts'
import type { AddressPart, ParsedAddress } from '../parse/parsed-address.ts'
import { parseStreet } from '../parse/street.ts'
import { findCrossings } from './crossings.ts'
import { findNumbers, findOnStreet } from './find-numbers.ts'
import { type NearestNumber, NearestNumbers } from './nearest-number.ts'
import { bestCandidates, type Found } from './rank.ts'
import { decodeShard, type Shard } from './shard.ts'
import { listShards, readShard, type ShardHead } from './shard-file.ts'
import { type StreetMiddle, streetMiddle } from './street-middle.ts'

export interface StreetsOptions {
  /** Bytes that opened shards may take together; default 256 MB. The shard in use stays, whatever its size. */
  readonly memory?: number
}

const DEFAULT_MEMORY = 256 * 1024 * 1024

/** The shards of a state are searched without ZIP and county only where they are so few. */
const FEW = 4

/** A candidate from which on no further shard is opened: the right ZIP and hardly a difference. */
const ENOUGH = 0.98

/** No place of another ZIP than that of the address ranks higher: `areaFit`. */
const BEST_OF_OTHERS = 0.9

/**
 * The streets of a folder that `vicinage streets add` filled. Shards are opened when an address needs them; those
 * used longest ago are closed where they outgrow the memory given.
 */
export class Streets {
  readonly #shards: ShardHead[] = []
  readonly #memory: number
  readonly #byZip = new Map<string, ShardHead[]>()
  readonly #byCounty = new Map<string, ShardHead[]>()
  readonly #byState = new Map<string, ShardHead[]>()
  /** Used longest ago first. */
  readonly #open = new Map<ShardHead, Shard>()
  readonly #damaged = new Map<ShardHead, BundleError>()
  /** Of shards that are open and were asked for a number near a place. */
  readonly #numbers = new WeakMap<Shard, NearestNumbers>()
  #used = 0

  constructor(shards: readonly ShardHead[], { memory = DEFAULT_MEMORY }: StreetsOptions = {}) {
    this.#memory = memory
    for (const head of shards) this.add(head)
  }

  /** What there is, in the order in which it was added. */
  get shards(): readonly ShardHead[] {
    return this.#shards
  }

  /** Adds a shard to those that are searched. */
  add(head: ShardHead): void {
    this.#shards.push(head)
    const lists = [
      ...head.meta.zips.map((zip) => listIn(this.#byZip, zip)),
      listIn(this.#byCounty, head.meta.county),
      listIn(this.#byState, head.meta.state),
    ]
    for (const list of lists) {
      // Points are finer than ranges, and come first wherever both are.
      const after = list.findIndex((other) => rankOf(other) > rankOf(head))
      list.splice(after < 0 ? list.length : after, 0, head)
    }
  }

  /**
   * Reads the heads of a folder's shards; needs Node.
   * @throws BundleError when there are none, or the head of one is damaged
   */
  static open(folder: string, options?: StreetsOptions): Streets {
    const shards = listShards(folder)
    if (shards.length > 0) return new Streets(shards, options)
    throw new BundleError(
      `There are no street layers in ${folder}: add some with \`vicinage streets add --state CODE --out ${folder}\`.`,
    )
  }

  /** Bytes of the shards that are open. */
  get memoryUsed(): number {
    return this.#used
  }

  /**
   * Where an address with a house number, or a crossing of two streets, may be: candidates of the layers
   * `address_point` and `street_range`, best first, at most 5. A house number outside every range of its street has none.
   * Shards of another state than that of the address are never searched.
   * @throws BundleError when a shard that it needs is damaged
   */
  find(parsed: ParsedAddress, area: SearchArea): Candidate[] {
    if (parsed.street === null || (parsed.number === null && parsed.crossStreet === null)) return []
    const found: Found[] = []
    this.#search(parsed, area, found)
    const longer = found.some(({ rank }) => rank >= ENOUGH) ? null : withCity(parsed, area)
    if (longer !== null) this.#search(longer, area, found)
    return bestCandidates(found)
  }

  /**
   * The house number nearest to a place in a county, within 100 m; null where there is none.
   * @param county 5-digit FIPS code
   * @throws BundleError when the shard of the county is damaged
   */
  nearest(county: string, lon: number, lat: number): NearestNumber | null {
    let nearest: NearestNumber | null = null
    for (const head of this.#byCounty.get(county) ?? []) {
      const shard = this.#shard(head)
      let numbers = this.#numbers.get(shard)
      if (numbers === undefined) {
        numbers = new NearestNumbers(shard)
        this.#numbers.set(shard, numbers)
      }
      // Points come first, and are nearer by what lies between a house and its street.
      nearest ??= numbers.near(lon, lat)
    }
    return nearest
  }

  /**
   * Where a house number is on a street of one of `shards`, in one ZIP, as the shard numbers them; null where it is not there.
   * @throws BundleError when the shard is damaged
   */
  house(head: ShardHead, street: number, written: string, zip: number): StreetMiddle | null {
    const found = findOnStreet(this.#shard(head), street, written, zip)
    return found && { lat: found.lat, lon: found.lon, radius: found.radius }
  }

  /**
   * The middle of a street in one ZIP.
   * @throws BundleError when the shard is damaged
   */
  middle(head: ShardHead, street: number, zip: number): StreetMiddle {
    return streetMiddle(this.#shard(head), street, zip)
  }

  #search(parsed: ParsedAddress, area: SearchArea, found: Found[]): void {
    const { number } = parsed
    const before = found.length
    const isAt = (rank: number) => found.some((place) => place.rank >= rank)
    const isElsewhere = ({ meta }: ShardHead) => area.state !== null && meta.state !== area.state
    if (number !== null && area.zip !== null) {
      for (const head of this.#byZip.get(area.zip) ?? []) {
        if (isElsewhere(head)) continue
        const shard = this.#shard(head)
        findNumbers(shard, parsed, number.text, area, shard.zipNumber.get(area.zip) ?? 0, found)
        if (isAt(ENOUGH)) return
      }
      if (isAt(BEST_OF_OTHERS)) return
      // The ZIP may be wrong, or that of the post office: once more, without it.
      found.length = before
    }
    for (const head of this.#shardsFor(area)) {
      if (isElsewhere(head)) continue
      const shard = this.#shard(head)
      if (number === null) findCrossings(shard, parsed, area, found)
      else findNumbers(shard, parsed, number.text, area, 0, found)
      if (isAt(ENOUGH)) return
    }
  }

  /** The shards of the ZIP, then those of the counties; where these are unknown, those of a state with few. */
  *#shardsFor({ zip, zips, counties, state }: SearchArea): Generator<ShardHead> {
    const ofZip = zip === null ? [] : (this.#byZip.get(zip) ?? [])
    yield* ofZip
    let any = ofZip.length > 0
    for (const county of counties)
      for (const head of this.#byCounty.get(county) ?? [])
        if (!ofZip.includes(head)) {
          any = true
          yield head
        }
    if (any || zip !== null) return
    if (zips.length > 0) {
      const heads = new Set(zips.flatMap((one) => this.#byZip.get(one) ?? []))
      yield* heads
      return
    }
    const ofState = state === null || counties.length > 0 ? [] : (this.#byState.get(state) ?? [])
    if (ofState.length <= FEW) yield* ofState
  }

  #shard(head: ShardHead): Shard {
    let shard = this.#open.get(head)
    if (shard !== undefined) {
      if (this.#open.size > 1) {
        this.#open.delete(head)
        this.#open.set(head, shard)
      }
      return shard
    }
    shard = this.#read(head)
    this.#used += shard.bytes
    for (const [oldest, { bytes }] of this.#open) {
      if (this.#used <= this.#memory) break
      this.#open.delete(oldest)
      this.#used -= bytes
    }
    this.#open.set(head, shard)
    return shard
  }

  /** A damaged shard is not read again for every address. */
  #read(head: ShardHead): Shard {
    const known = this.#damaged.get(head)
    if (known !== undefined) throw known
    try {
      return decodeShard(head.sections ?? readShard(head.path))
    } catch (error) {
      if (error instanceof BundleError) this.#damaged.set(head, error)
      throw error
    }
  }
}

function rankOf({ file }: ShardHead): number {
  return file.startsWith('points') ? 0 : 1
}

function listIn(map: Map<string, ShardHead[]>, key: string): ShardHead[] {
  let list = map.get(key)
  if (list === undefined) {
    list = []
    map.set(key, list)
  }
  return list
}

/**
 * The address with its city as the last words of its street: "17 WEST ROADWAY, MT 59645" has no city, and ROADWAY is none. Null
 * where the city is known by its ZIPs or stands apart from the street.
 */
export function withCity(parsed: ParsedAddress, { zip, zips }: SearchArea): ParsedAddress | null {
  const { predirectional, street, suffix, postdirectional, city, crossStreet } = parsed
  if (street === null || city === null || crossStreet !== null || zips.some((other) => other !== zip)) return null
  const words = [predirectional, street, suffix, postdirectional, city].filter((part) => part !== null)
  // A comma or a unit between them would take more than one character.
  if (words.some((word, i) => i > 0 && word.start !== words[i - 1].end + 1)) return null
  const name = parseStreet(words.map(({ given }) => given).join(' '))
  const part = (text: string): AddressPart | null => (text === '' ? null : { ...street, text })
  return {
    ...parsed,
    predirectional: part(name.predirectional),
    street: part(name.street),
    suffix: part(name.suffix),
    postdirectional: part(name.postdirectional),
    city: null,
  }
}
