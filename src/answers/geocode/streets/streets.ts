import { atPath, BundleError } from '../../../base/errors.ts'
import { keptBy } from '../../../data/bundle/once.ts'
import { bestCandidates, type RankedCandidate } from '../answer.ts'
import { listIn } from '../gazetteer/similar-names.ts'
import type { Candidate, FoundStreets, SearchArea, WholeStreet, WholeStreetLimits } from '../layers.ts'
import type { AddressPart, ParsedAddress, ParsedStreet } from '../parse/parse-address.ts'
import { parseStreet } from '../parse/street.ts'
import { startsWithDigit } from '../parse/tokens.ts'
import { findCrossings } from './crossings.ts'
import { findInGrid, findNumbers, findOnStreet, type HouseQuery, houseQuery } from './find-numbers.ts'
import { findKnownCrossings } from './known-crossings.ts'
import { streetQuery } from './match-streets.ts'
import { type NearestNumber, NearestNumbers, type StreetMiddle, streetMiddle } from './nearest-number.ts'
import { decodeShard, type Shard } from './shard.ts'
import { listShards, readShard, type ShardRef } from './shard-file.ts'
import { lowerMisfiled, lowerWrittenMisfiled, type StreetCandidate } from './spellings.ts'
import { findSimilarStreets, findWholeStreets, hasStreet } from './whole-streets.ts'

export interface StreetsOptions {
  /**
   * Maximum bytes of all open shards together. Default: 256 MB. The shard in use stays open even if it is larger.
   */
  readonly memory?: number
}

const DEFAULT_MEMORY = 256 * 1024 * 1024

/**
 * If an address has neither a ZIP nor a county, the shards of its state are only searched if there are at most this
 * many.
 */
const FEW = 4

/**
 * Rank at which no more shards are opened, because the ZIP is right and the street name and number are nearly the same.
 */
const ENOUGH = 0.98

/** Maximum rank of a place outside the ZIP of the address. See `areaFit`. */
const BEST_OF_OTHERS = 0.9

/**
 * The street index in a folder that `vicinage streets add` fills. Shards are opened when an address requires them. If
 * they exceed the memory limit, the least recently used shards are closed.
 */
export class Streets {
  readonly #shards: ShardRef[] = []
  readonly #memory: number
  readonly #byZip = new Map<string, ShardRef[]>()
  readonly #byCounty = new Map<string, ShardRef[]>()
  readonly #partsByCounty = new Map<string, ShardRef[]>()
  readonly #byState = new Map<string, ShardRef[]>()
  readonly #open = new Map<ShardRef, { readonly shard: Shard; lastUse: number }>()
  readonly #damaged = new Map<ShardRef, BundleError>()
  /** House number look-ups for the open shards. Each is created when `nearest` first searches the shard. */
  readonly #numbersOf = keptBy((shard: Shard) => new NearestNumbers(shard))
  #used = 0
  #uses = 0
  /** Cache for `#partsWith`: for each list of ZIPs, the shards that contain at least one of the ZIPs. */
  #partsOf = new WeakMap<readonly string[], readonly ShardRef[]>()

  constructor(shards: readonly ShardRef[], { memory = DEFAULT_MEMORY }: StreetsOptions = {}) {
    this.#memory = memory
    for (const head of shards) this.add(head)
  }

  /** All shards, in the order in which they were added. */
  get shards(): readonly ShardRef[] {
    return this.#shards
  }

  add(head: ShardRef): void {
    this.#shards.push(head)
    this.#partsOf = new WeakMap()
    const lists = [
      ...head.meta.zips.map((zip) => listIn(this.#byZip, zip)),
      listIn(head.isPart ? this.#partsByCounty : this.#byCounty, head.meta.county),
      ...(head.isPart ? [] : [listIn(this.#byState, head.meta.state)]),
    ]
    for (const list of lists) {
      // Points are more exact than ranges, so points come first if a county has both.
      const after = list.findIndex((other) => getRank(other) > getRank(head))
      list.splice(after < 0 ? list.length : after, 0, head)
    }
  }

  /**
   * Reads the headers of the shards in a folder. Requires Node.
   *
   * @throws {BundleError} when the folder has no shards or a header is damaged
   */
  static open(folder: string, options?: StreetsOptions): Streets {
    const shards = listShards(folder)
    if (shards.length > 0) return new Streets(shards, options)
    throw new BundleError(
      `There is no street index in ${folder}: create it with \`vicinage streets add --states CODE --out ${folder}\`.`,
    )
  }

  /** Size of the open shards in memory, in bytes. */
  get memoryUsed(): number {
    return this.#used
  }

  /**
   * Finds an address with a house number, or the intersection of two streets. Returns at most 5 candidates of the
   * layers `address_point`, `street_range`, `address` and `street`, best first. Only searches shards in the state of
   * the address.
   *
   * @throws {BundleError} when a required shard is damaged
   */
  find(parsed: ParsedAddress, area: SearchArea): Candidate[] {
    if (parsed.street === null || (parsed.number === null && parsed.crossStreet === null)) return []
    const matches: StreetCandidate[] = []
    this.#search(parsed, area, matches)
    const longer = matches.some(({ rank }) => rank >= ENOUGH) ? null : withCity(parsed, area)
    if (longer !== null) this.#search(longer, area, matches)
    if (matches.length > 1) {
      lowerMisfiled(matches, parsed)
      if (parsed.number !== null) lowerWrittenMisfiled(matches, parsed, () => this.#findMirrored(parsed, area), area)
    }
    return bestCandidates(matches)
  }

  /**
   * Finds the house number anywhere in the city on the street whose direction is in the other position:
   * `S CONGRESS AVE` for `CONGRESS AVE S`.
   */
  #findMirrored(parsed: ParsedAddress, area: SearchArea): readonly StreetCandidate[] {
    const { predirectional, postdirectional } = parsed
    const mirrored = { ...parsed, predirectional: postdirectional, postdirectional: predirectional }
    const query = houseQuery(mirrored, area)
    const matches: StreetCandidate[] = []
    if (query !== null) this.#searchIn(this.#shardsFor(area), query, null, matches)
    return matches
  }

  /**
   * Returns the house number nearest to a place in a county, or null if there is none within 100 m.
   *
   * @param county 5-digit FIPS code
   * @throws {BundleError} when the shard of the county is damaged
   */
  nearest(county: string, lon: number, lat: number): NearestNumber | null {
    let nearest: NearestNumber | null = null
    for (const head of [...(this.#byCounty.get(county) ?? []), ...(this.#partsByCounty.get(county) ?? [])]) {
      const numbers = this.#numbersOf(this.#shard(head))
      // Points are searched first, because they are the houses themselves, while ranges are on the street.
      nearest ??= numbers.near(lon, lat)
    }
    return nearest
  }

  /**
   * Returns the place of a house number. `street` and `zip` are numbers in the shard `head`. Returns null if the street
   * does not have the number.
   *
   * @throws {BundleError} when the shard is damaged
   */
  house(head: ShardRef, street: number, written: string, zip: number): StreetMiddle | null {
    const match = findOnStreet(this.#shard(head), street, written, zip)
    return match && { lat: match.lat, lon: match.lon, radius: match.radius }
  }

  /**
   * Returns the middle of a street in one ZIP.
   *
   * @throws {BundleError} when the shard is damaged
   */
  middle(head: ShardRef, street: number, zip: number): StreetMiddle {
    return streetMiddle(this.#shard(head), street, zip)
  }

  /**
   * Finds a street without a house number in the ZIP. If the ZIP does not have the street, searches the ZIPs of the
   * city.
   *
   * @throws {BundleError} when a required shard is damaged
   */
  findWhole(parsed: ParsedStreet, area: SearchArea, limits: WholeStreetLimits): FoundStreets {
    const shards = this.#shardsFor(area).flatMap((head) => (isIn(head, area) ? [this.#shard(head)] : []))
    const inZip = area.zip === null ? [] : findWholeStreets(shards, parsed, area, [area.zip], limits)
    if (inZip.length > 0) return { streets: inZip, zip: area.zip }
    return { streets: findWholeStreets(shards, parsed, area, area.zips, limits), zip: null }
  }

  /**
   * Checks whether a street is known in the ZIPs of an area, with the name and suffix as written. Returns null if no
   * shard covers the area.
   *
   * @throws {BundleError} when a required shard is damaged
   */
  knows(parsed: ParsedStreet, area: SearchArea): boolean | null {
    const shards = this.#shardsFor(area).filter((head) => isIn(head, area))
    const query = streetQuery(parsed)
    return shards.length === 0 ? null : shards.some((head) => hasStreet(this.#shard(head), query, area))
  }

  /** Checks whether there is a street index for a county, apart from the known streets of the package. */
  hasIndex(county: string): boolean {
    return this.#byCounty.has(county)
  }

  /**
   * Returns the streets in an area with names similar to an unknown street, best first.
   *
   * @param name street name as written in street files: `CONGRESS`
   * @throws {BundleError} when a required shard is damaged
   */
  findSimilar(name: string, area: SearchArea, limit: number): readonly WholeStreet[] {
    const shards = this.#shardsFor(area).flatMap((head) => (isIn(head, area) ? [this.#shard(head)] : []))
    return findSimilarStreets(shards, name, area.zips, limit)
  }

  /**
   * Searches the shards of the ZIP. If there is no good match, the ZIP may be wrong or belong to a post office, so all
   * nearby shards are searched regardless of the ZIP.
   */
  #search(parsed: ParsedAddress, area: SearchArea, matches: RankedCandidate[]): void {
    if (parsed.number === null) {
      const corner = withStreetsInOrder(parsed)
      const shards = this.#shardsFor(area).filter((head) => isIn(head, area))
      for (const head of shards) if (!head.isPart) findCrossings(this.#shard(head), corner, area, matches)
      // Known streets have no lines, so their intersections are estimates. They are only searched if nothing else was
      // found.
      const parts = matches.length > 0 ? [] : shards.filter(({ isPart }) => isPart)
      if (parts.length > 0)
        findKnownCrossings(
          parts.map((head) => this.#shard(head)),
          corner,
          area,
          matches,
        )
      return
    }
    const query = houseQuery(parsed, area)
    if (query === null) return
    const before = matches.length
    const bestInZip = area.zip === null ? 0 : this.#searchIn(this.#byZip.get(area.zip) ?? [], query, area.zip, matches)
    if (bestInZip >= BEST_OF_OTHERS) return
    const inZip = matches.splice(before)
    const best = this.#searchIn(this.#shardsFor(area), query, null, matches)
    // Keep a misspelled street in the ZIP if no better match is found elsewhere.
    if (bestInZip > best) matches.push(...inZip)
    if (best >= BEST_OF_OTHERS || !startsWithDigit(parsed.street!.text)) return
    const parts = area.zip === null ? this.#partsWith(area.zips) : (this.#byZip.get(area.zip) ?? [])
    for (const head of parts) if (head.isPart) findInGrid(this.#shard(head), query, matches)
  }

  /** Searches all shards for the name as written, and then for similar names. Returns the best rank. */
  #searchIn(shards: readonly ShardRef[], query: HouseQuery, zip: string | null, matches: RankedCandidate[]): number {
    const { area } = query
    let best = 0
    let seen = matches.length
    for (const spelling of ['written', 'misspelled'] as const) {
      for (const head of shards) {
        if (!isIn(head, area)) continue
        // If the search is not limited to the ZIP of the address, similar names are not searched for in known streets,
        // because comparing the names in all of their shards would be slow.
        if (spelling === 'misspelled' && head.isPart && zip === null && area.zip !== null) continue
        const shard = this.#shard(head)
        findNumbers(shard, query, zip === null ? 0 : (shard.zipNumber.get(zip) ?? 0), matches, spelling)
        for (; seen < matches.length; seen++) best = Math.max(best, matches[seen].rank)
        if (best >= ENOUGH) return best
      }
      if (best >= BEST_OF_OTHERS) return best
    }
    return best
  }

  /**
   * Returns the shards of the ZIP, followed by the shards of the counties. If both are unknown, returns the shards of
   * the state if there are only a few.
   */
  #shardsFor({ zip, zips, counties, state }: SearchArea): readonly ShardRef[] {
    // The ZIP of the address is also in `zips`, so it needs no separate search.
    if (this.#byState.size === 0) return this.#partsWith(zips)
    const shards = new Set(zip === null ? [] : this.#byZip.get(zip))
    for (const county of counties) for (const head of this.#byCounty.get(county) ?? []) shards.add(head)
    for (const head of this.#partsWith(zips)) shards.add(head)
    if (shards.size > 0 || zip !== null) return [...shards]
    for (const code of zips) for (const head of this.#byZip.get(code) ?? []) shards.add(head)
    const stateShards = state === null || counties.length > 0 || zips.length > 0 ? [] : (this.#byState.get(state) ?? [])
    return stateShards.length <= FEW ? stateShards : [...shards]
  }

  /**
   * Returns the shards of known streets that have any of the ZIPs. Searching all shards of their counties would be
   * slow.
   */
  #partsWith(zips: readonly string[]): readonly ShardRef[] {
    let parts = this.#partsOf.get(zips)
    if (parts === undefined) {
      const all = zips.flatMap((zip) => this.#byZip.get(zip) ?? [])
      parts = [...new Set(all)].filter(({ isPart }) => isPart).sort((a, b) => getRank(a) - getRank(b))
      this.#partsOf.set(zips, parts)
    }
    return parts
  }

  #shard(head: ShardRef): Shard {
    const cached = this.#open.get(head)
    if (cached !== undefined) {
      cached.lastUse = ++this.#uses
      return cached.shard
    }
    const shard = this.#read(head)
    this.#used += shard.bytes
    if (this.#used > this.#memory)
      for (const [oldest, { shard }] of [...this.#open].sort(([, a], [, b]) => a.lastUse - b.lastUse)) {
        if (this.#used <= this.#memory) break
        this.#open.delete(oldest)
        this.#used -= shard.bytes
      }
    this.#open.set(head, { shard, lastUse: ++this.#uses })
    return shard
  }

  /** Reads a shard. Remembers damaged shards so that they are not read again for every address. */
  #read(head: ShardRef): Shard {
    const damage = this.#damaged.get(head)
    if (damage !== undefined) throw damage
    try {
      return decodeShard(head.sections ?? readShard(head.path))
    } catch (error) {
      if (error instanceof BundleError) this.#damaged.set(head, error)
      throw atPath(error, head.path)
    }
  }
}

/**
 * Returns an intersection with its streets in alphabetical order. Several points of two streets may fit equally well,
 * and the order in which the streets were typed must not decide between them.
 */
function withStreetsInOrder(parsed: ParsedAddress): ParsedAddress {
  const { crossStreet } = parsed
  if (crossStreet === null || getSortKey(parsed) <= getSortKey(crossStreet)) return parsed
  const { predirectional, street, suffix, postdirectional } = parsed
  return { ...parsed, ...crossStreet, crossStreet: { predirectional, street, suffix, postdirectional } }
}

function getSortKey({ predirectional, street, suffix, postdirectional }: ParsedStreet): string {
  return [street, suffix, predirectional, postdirectional].map((part) => part?.text ?? '').join(' ')
}

function isIn({ meta }: ShardRef, { state }: SearchArea): boolean {
  return state === null || meta.state === state
}

/** Returns the position in the search order: first the points of a county, then its ranges, then the known streets. */
function getRank({ file }: ShardRef): number {
  return ['points', 'streets-', 'streets/', ''].findIndex((start) => file.startsWith(start))
}

/**
 * Returns the address with its city treated as the last words of the street. "17 WEST ROADWAY, MT 59645" has no city
 * because ROADWAY is part of the street. Returns null if the ZIPs of the city are known or the city is separate from
 * the street.
 */
export function withCity(parsed: ParsedAddress, { zip, zips }: SearchArea): ParsedAddress | null {
  const { predirectional, street, suffix, postdirectional, city, crossStreet } = parsed
  if (street === null || city === null || crossStreet !== null || zips.some((other) => other !== zip)) return null
  const words = [predirectional, street, suffix, postdirectional, city].filter((part) => part !== null)
  // The words must be adjacent. A comma or a unit between two of them would take more than one character.
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
