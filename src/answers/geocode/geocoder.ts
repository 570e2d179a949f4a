import { type Note, NotLoadedError, type SuggestedPlace } from '../../base/errors.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import { sortFew } from '../../base/sort-few.ts'
import { type AddressClues, addressClues, type WrittenNeighborhood, wordsBeforeCity } from './address-clues.ts'
import {
  aroundRivals,
  type GeocodeAnswer,
  type GeocodeExplanation,
  type GeocodeMatch,
  type GeocodeParts,
  getAnswer,
  getParts,
  getTrust,
  joinNotes,
  LAYER_CONFIDENCE,
  MAX_MATCHES,
  MIN_CONFIDENCE,
  MIN_SIMILARITY,
  PENALTY,
  rounded,
  sixDecimals,
} from './answer.ts'
import { areaNote, candidatesNote, explainedParts } from './explanation.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import { withoutBlanks } from './gazetteer/similar-names.ts'
import {
  type AddressLayer,
  type Candidate,
  isWithin,
  type Layer,
  type SearchArea,
  type WholeStreetLimits,
} from './layers.ts'
import { type Located, locate, type Refusal } from './locate.ts'
import { type FoundPlace, findLandmarkAt, findNamedPlace } from './names/find-named-place.ts'
import { type NamedPlace, type NamedPlaces, placeKey } from './names/named-places.ts'
import { parseCoordinates } from './parse/coordinates.ts'
import { type ParsedAddress, type ParsedStreet, parseAddress, parseMisspelled } from './parse/parse-address.ts'
import { parseStreet } from './parse/street.ts'
import { normalizeCity, startsWithDigit } from './parse/tokens.ts'
import { readableText } from './parse/typed-text.ts'
import { getMeaning } from './parse/vocabulary.ts'
import { ambiguousAddressNote, coordinatesAnswer, namedPlaceAnswer, placeAnswer, unprovenNote } from './place-answer.ts'
import type { PlaceOutlines } from './reverse.ts'
import { isSameApartFromDirections, removeRespelledHouses } from './same-house.ts'

import { titled } from './streets/street-text.ts'

/**
 * Finds the coordinates of an address in the finest layer that contains the address, and falls back to coarser layers.
 * Finds nothing if no part of the text is recognized.
 */
export class Geocoder {
  readonly #searchAreas: SearchAreas

  /**
   * @param addressLayers layers of individual addresses, finest first
   * @param namedPlaces neighborhoods and landmarks; if null, none are found by name
   * @param outlines city outlines, if loaded
   */
  constructor(
    private readonly gazetteer: Gazetteer,
    private readonly addressLayers: readonly AddressLayer[],
    private readonly namedPlaces: NamedPlaces | null = null,
    private readonly outlines: () => Pick<PlaceOutlines, 'cityAt'> | null = () => null,
  ) {
    this.#searchAreas = new SearchAreas(gazetteer)
  }

  /**
   * Geocodes an address in time linear in its length. Reads only the first 300 characters.
   *
   * @param layers layers to accept; null for all
   * @throws {BundleError} when a required street index is damaged
   */
  geocode(typed: string, layers: ReadonlySet<Layer> | null = null): GeocodeAnswer {
    const address = readableText(typed)
    const written = parseCoordinates(address)
    if (written !== null && (layers === null || layers.has('coordinates'))) return coordinatesAnswer(written)
    const parsed = parseAddress(address, this.gazetteer)
    const clues = this.#readClues(address, parsed)
    const located = locate(clues, this.gazetteer)
    const matches = clues.isAddress ? this.#matches(parsed, clues, located, layers) : []
    const respelled =
      matches.length === 0 && parsed.number !== null && parsed.suffix === null ? this.#respelled(address, layers) : null
    if (respelled !== null) return respelled
    const separate = matches.length === 0 ? this.#withSeparateNeighborhood(address, parsed, clues) : null
    const separateAnswer = separate === null ? null : this.geocode(separate, layers)
    if (separateAnswer?.ok && HOUSE_LAYERS.has(separateAnswer.layer)) return separateAnswer
    const parts = getParts(parsed, clues)
    const named = this.#namedPlace(address, parsed, clues, located, matches.length > 0)
    const streets = matches.length > 0 ? [] : this.#wholeStreets(parsed, clues, located, layers)
    if (streets.length > 0 && (named === null || isStreetRather(parsed, streets[0], named)))
      return addressAnswer(streets, clues, located, parts)
    const namedAnswer = named === null ? null : namedPlaceAnswer(named, clues, parts, layers)
    if (namedAnswer !== null) return namedAnswer
    if (matches.length > 0) return addressAnswer(matches, clues, located, parts)
    for (const school of reorderedSchoolNames(address)) {
      const schoolAnswer = this.geocode(school, layers)
      if (schoolAnswer.ok && schoolAnswer.layer === 'public_place') return schoolAnswer
    }
    const inOutline = this.#matchesInOutline(parsed, clues, located, layers)
    if (inOutline.length > 0) return addressAnswer(inOutline, clues, located, parts)
    const withWholeName = this.#matchesOfWholeName(address, parsed, clues, located, layers)
    if (withWholeName.length > 0) return addressAnswer(withWholeName, clues, located, parts)
    const isUnknown = located.refusal === 'place_unknown' || located.refusal === 'place_missing'
    const uniquePlace =
      isUnknown && clues.zip === null && parsed.number === null ? this.#uniquePlace(address, layers) : null
    return uniquePlace === null
      ? placeAnswer(
          clues,
          located,
          parts,
          layers,
          this.gazetteer,
          (zip) => this.#knows(parsed, clues, located, zip),
          () => getWrittenCity(parsed, clues),
        )
      : getAnswer([uniquePlace], parts, null)
  }

  /** Explains how an address is read, what is tried, and why the answer has its layer. */
  explain(typed: string, layers: ReadonlySet<Layer> | null, answer: GeocodeAnswer): GeocodeExplanation {
    const text = readableText(typed)
    const parsed = parseAddress(text, this.gazetteer)
    const steps: Note[] = []
    if (parseCoordinates(text) !== null) {
      steps.push({ code: 'coordinates', text: 'The text is a pair of coordinates.' })
      return { text, parts: [], unread: [], steps: [...steps, endNote(answer)] }
    }
    const clues = this.#readClues(text, parsed)
    const located = locate(clues, this.gazetteer)
    const separate = isOfHouse(answer) ? this.#withSeparateNeighborhood(text, parsed, clues) : null
    if (separate !== null && this.#matches(parsed, clues, located, layers).length === 0)
      return this.explain(separate, layers, answer)
    steps.push(areaNote(located, this.gazetteer))
    const isWhole = answer.ok && answer.layer === 'street' && parsed.number === null && parsed.crossStreet === null
    if (isWhole)
      steps.push({
        code: 'street_whole',
        text: 'The text names a street without a house number: this is the whole street.',
      })
    else if (!clues.isAddress)
      steps.push({
        code: 'street_missing',
        text: 'The text has no house number with a street, no intersection and no place name.',
      })
    else if (FINAL.has(located.refusal))
      steps.push({ code: 'street_skipped', text: 'Streets were not searched because the area is not known.' })
    else steps.push(this.#candidatesNote(parsed, clues, located))
    const respelled = parsed.number !== null && parsed.suffix === null ? parseMisspelled(text, this.gazetteer) : null
    if (respelled !== null && isOfHouse(answer) && this.#matches(parsed, clues, located, layers).length === 0) {
      steps.push({ code: 'suffix_respelled', text: `The suffix was read as ${respelled.suffix?.text ?? ''}.` })
      return { text, ...explainedParts(text, respelled), steps: [...steps, endNote(answer)] }
    }
    if (answer.ok && clues.isAddress && this.#matches(parsed, clues, located, layers).length === 0) {
      if (isOfHouse(answer) && this.#matchesInOutline(parsed, clues, located, layers).length > 0)
        steps.push({
          code: 'city_around',
          text: 'The postal address of the house has another city, but the house is inside the named city.',
        })
      if (answer.layer === 'public_place' && this.#matchesOfWholeName(text, parsed, clues, located, layers).length > 0)
        steps.push({ code: 'whole_name', text: 'All words before the city were read as the name of a place.' })
    }
    if (answer.ok && (answer.layer === 'landmark' || answer.layer === 'neighborhood'))
      steps.push({ code: 'name_known', text: `The text names the ${answer.layer} ${answer.label}.` })
    if (layers !== null)
      steps.push({ code: 'layers_limited', text: `Only these layers were accepted: ${[...layers].join(', ')}.` })
    return { text, ...explainedParts(text, parsed), steps: [...steps, endNote(answer)] }
  }

  /** Collects the clues of an address. Words between street and city that name a neighborhood are not leftover. */
  #readClues(text: string, parsed: ParsedAddress): AddressClues {
    const { gazetteer, namedPlaces } = this
    const clues = addressClues(text, parsed, gazetteer)
    const between = clues.hasLeftover && namedPlaces !== null ? wordsBeforeCity(text, parsed) : null
    if (between === null) return clues
    const { words, remainder } = between
    const places = this.#neighborhoodsIn(words, clues)
    if (places.length === 0) return clues
    const { hasLeftover } = addressClues(remainder, parseAddress(remainder, gazetteer), gazetteer)
    return { ...clues, hasLeftover, neighborhood: { words, places } }
  }

  /** Returns the neighborhoods with a name that are in the city of an address. */
  #neighborhoodsIn(name: string, { city, state }: AddressClues): readonly NamedPlace[] {
    const { gazetteer, namedPlaces } = this
    const [index] = namedPlaces === null || city === null ? [] : gazetteer.citiesNamed(city, state)
    if (index === undefined) return []
    const area = gazetteer.extent('city', index)
    return namedPlaces!
      .named(placeKey(name))
      .map((place) => namedPlaces!.place(place))
      .filter(
        ({ layer, city: listed, lat, lon }) =>
          layer === 'neighborhood' &&
          (normalizeCity(listed ?? '') === city || metersBetween(lat, lon, area.lat, area.lon) <= area.radius),
      )
  }

  /**
   * Separates a neighborhood from the street if no comma does: "6500 Hollywood Blvd Hollywood Los Angeles". Returns
   * null if no neighborhood follows the street.
   */
  #withSeparateNeighborhood(address: string, { street }: ParsedAddress, clues: AddressClues): string | null {
    const words = street === null ? [] : [...street.given.matchAll(/\S+/g)]
    const last = words.findLastIndex(([word]) => getMeaning(word.toUpperCase()).endsStreet)
    if (last < 1 || last + 1 >= words.length) return null
    const cut = words[last + 1].index
    const name = street!.given.slice(cut)
    if (this.#neighborhoodsIn(name, clues).length === 0) return null
    return `${address.slice(0, street!.start + cut)}, ${name}, ${address.slice(street!.end)}`
  }

  #candidatesNote(parsed: ParsedAddress, clues: AddressClues, located: Located): Note {
    const area = this.#searchAreas.of(clues, located)
    const where =
      area.zip ?? (area.zips.length > 0 ? `the ZIPs ${area.zips.slice(0, 8).join(', ')}` : (area.state ?? 'the data'))
    const candidates = this.addressLayers.flatMap((layer) =>
      layer.find(parsed, area).map((candidate) => ({
        candidate,
        label: this.#getLine(candidate),
        confidence: this.#confidence(candidate, area, located),
      })),
    )
    return candidatesNote(parsed, candidates, where)
  }

  /** Retries an address with a mistyped suffix: "900 Congress Avanue". Returns null if the retry finds nothing. */
  #respelled(address: string, layers: ReadonlySet<Layer> | null): GeocodeAnswer | null {
    const parsed = this.addressLayers.length === 0 ? null : parseMisspelled(address, this.gazetteer)
    if (parsed === null) return null
    const clues = this.#readClues(address, parsed)
    const located = locate(clues, this.gazetteer)
    const matches = clues.isAddress ? this.#matches(parsed, clues, located, layers) : []
    const doubtful = matches.map((match) => ({ ...match, confidence: rounded(match.confidence * PENALTY.typo) }))
    return doubtful.length === 0 ? null : addressAnswer(doubtful, clues, located, getParts(parsed, clues))
  }

  /**
   * Returns houses that are inside the named city but have a different city in their postal address: "Los Angeles" for
   * a house in Venice. An address with a ZIP does not need this, because the usual search finds these houses.
   */
  #matchesInOutline(
    parsed: ParsedAddress,
    clues: AddressClues,
    located: Located,
    layers: ReadonlySet<Layer> | null,
  ): readonly AddressMatch[] {
    const { number, street, zip } = parsed
    if (number === null || street === null || zip !== null || located.city < 0 || located.refusal !== null) return []
    const outlines = this.outlines()
    if (outlines === null) return []
    const area = { ...this.#searchAreas.of(clues, located), zips: this.#searchAreas.zipsAround(located.city) }
    const city = this.gazetteer.cityKey(located.city)
    return this.#matches(parsed, clues, located, layers, area).filter(({ lat, lon }) => {
      try {
        return normalizeCity(outlines.cityAt(lon, lat)?.name ?? '') === city
      } catch (error) {
        // In the browser, only the outlines around requested places are in memory. Houses elsewhere do not match.
        if (error instanceof NotLoadedError) return false
        throw error
      }
    })
  }

  /**
   * Returns the public places whose full name is the text before the city, even if some words of the text were read as
   * address parts: "KIPP 3D Academy, Houston, TX", "Academy of Arts & Letters, Austin, TX".
   */
  #matchesOfWholeName(
    address: string,
    parsed: ParsedAddress,
    clues: AddressClues,
    located: Located,
    layers: ReadonlySet<Layer> | null,
  ): readonly AddressMatch[] {
    const end = (parsed.city ?? parsed.state ?? parsed.zip)?.start ?? 0
    const name = address.slice(0, end).replace(/[\s,;]+$/, '')
    if (!PUBLIC_PLACE.test(name)) return []
    const place = { given: name, text: name.toUpperCase(), start: 0, end: name.length }
    const parts = { number: null, predirectional: null, street: null, suffix: null, postdirectional: null }
    return this.#matches({ ...parsed, ...parts, crossStreet: null, place }, clues, located, layers)
  }

  /**
   * Returns the streets that match an address without a house number: "Duval St, Key West", "Broadway, Oakland, CA".
   */
  #wholeStreets(
    parsed: ParsedAddress,
    clues: AddressClues,
    located: Located,
    layers: ReadonlySet<Layer> | null,
  ): readonly StreetMatch[] {
    const { zip, city, conflict, refusal } = located
    const isStreet =
      parsed.number === null && parsed.crossStreet === null && (parsed.street !== null || !clues.hasLeftover)
    const street = isStreet ? getWrittenStreet(parsed) : withNumberInName(parsed)
    if (street === null || refusal !== null || conflict !== null || (zip < 0 && city < 0)) return []
    if (layers !== null && !layers.has('street')) return []
    const { gazetteer } = this
    const area = this.#searchAreas.of(clues, located)
    const limits = parsed.street === null ? NAME_ALONE : WITH_SUFFIX
    const town = city >= 0 ? city : gazetteer.zipCity(zip)
    return this.addressLayers.flatMap((addressLayer) => {
      const found = addressLayer.findWhole?.(street, area, limits)
      if (found === undefined) return []
      const fit = located.trust * (area.zip === found.zip ? 1 : PENALTY.otherZip)
      return found.streets.map(({ lat, lon, radius, address, state, similarity }): StreetMatch => {
        const confidence = rounded(LAYER_CONFIDENCE.street * similarity * fit)
        const label = address(town < 0 ? null : gazetteer.cityName(town), found.zip)
        const trust = state === 'CA' ? 1 : 0.9
        return {
          lat: sixDecimals(lat),
          lon: sixDecimals(lon),
          layer: 'street',
          confidence,
          radius,
          label,
          trust,
          similarity,
        }
      })
    })
  }

  /**
   * Checks whether the street of an address is known, with exactly this name, in a ZIP or in the city of the address.
   * Returns null if no layer has streets there, or if the ZIPs of the place are not known.
   *
   * @param zip ZIP to search; null for the whole city
   */
  #knows(parsed: ParsedAddress, clues: AddressClues, located: Located, zip: string | null): boolean | null {
    if (parsed.street === null) return null
    const area = this.#searchAreas.of(clues, located)
    const searched = zip === null ? { ...area, zip } : { ...area, zip, zips: [zip] }
    if (searched.zips.length === 0) return null
    const answers = this.addressLayers.map((layer) => layer.knows?.(parsed, searched) ?? null)
    return answers.includes(true) || (answers.includes(false) ? false : null)
  }

  /** Returns what the address layers lack for an address, to explain why its house was not found. */
  getGaps(typed: string): StreetGaps {
    const address = readableText(typed)
    const parsed = parseAddress(address, this.gazetteer)
    const clues = this.#readClues(address, parsed)
    const located = locate(clues, this.gazetteer)
    const { zip, city } = located
    const { gazetteer, addressLayers } = this
    const counties = zip >= 0 ? gazetteer.zipCounties(zip) : city >= 0 ? gazetteer.cityCounties(city) : []
    const named = { ...parsed, number: null }
    return {
      isStreetKnown: parsed.street !== null && this.#wholeStreets(named, clues, located, null).length > 0,
      countiesWithoutIndex: counties
        .map((county) => gazetteer.countyFips(county))
        .filter((county) => !addressLayers.some((layer) => layer.hasIndex?.(county) === true)),
    }
  }

  /** Returns streets with similar names near an address whose street is not known, best first. */
  getSimilarStreets(typed: string, limit: number): SuggestedPlace[] {
    const address = readableText(typed)
    const asWritten = parseAddress(address, this.gazetteer)
    // Not only the street name but also the suffix may be mistyped.
    const parsed = (asWritten.suffix === null ? parseMisspelled(address, this.gazetteer) : null) ?? asWritten
    const clues = this.#readClues(address, parsed)
    const located = locate(clues, this.gazetteer)
    const { zip, city, refusal } = located
    if (parsed.street === null || refusal !== null || (zip < 0 && city < 0)) return []
    const area = this.#searchAreas.of(clues, located)
    const town = city >= 0 ? city : this.gazetteer.zipCity(zip)
    const name = parsed.street.text
    return this.addressLayers
      .flatMap((addressLayer) => addressLayer.findSimilar?.(name, area, limit) ?? [])
      .slice(0, limit)
      .map(({ lat, lon, radius, address }) => {
        const label = address(town < 0 ? null : this.gazetteer.cityName(town), null)
        return { layer: 'street', label, lat: sixDecimals(lat), lon: sixDecimals(lon), radius }
      })
  }

  /** Returns the public place with this name if no other place has the name: "Plano Senior High". */
  #uniquePlace(text: string, layers: ReadonlySet<Layer> | null): GeocodeMatch | null {
    for (const addressLayer of this.addressLayers) {
      const namedPlace = addressLayer.named?.(text) ?? null
      if (namedPlace !== null && (layers === null || layers.has(namedPlace.layer))) {
        const confidence = rounded(LAYER_CONFIDENCE[namedPlace.layer] * namedPlace.similarity * PENALTY.nameOnly)
        return this.#getMatch(namedPlace, confidence)
      }
    }
    return null
  }

  #getMatch(candidate: Candidate, confidence: number): GeocodeMatch {
    const { lat, lon, layer, radius } = candidate
    return { lat: sixDecimals(lat), lon: sixDecimals(lon), layer, confidence, radius, label: this.#getLine(candidate) }
  }

  /** Formats the address in one line. If the layer does not know the city, the city of the ZIP is used. */
  #getLine({ address, city, zip }: Candidate): string {
    const index = city !== null || zip === null ? -1 : this.gazetteer.zip(zip)
    const town = index < 0 ? -1 : this.gazetteer.zipCity(index)
    return address(town < 0 ? null : this.gazetteer.cityName(town))
  }

  /**
   * Returns the ZIPs in which address layers search for an address: the ZIP in the address, or the ZIPs of its city.
   */
  getZips(typed: string): readonly string[] {
    const address = readableText(typed)
    const parsed = parseAddress(address, this.gazetteer)
    const clues = this.#readClues(address, parsed)
    const located = locate(clues, this.gazetteer)
    if ((!clues.isAddress && parsed.street === null) || FINAL.has(located.refusal)) return []
    const { zip, zips } = this.#searchAreas.of(clues, located)
    return zip === null ? zips : [zip]
  }

  /**
   * Returns the neighborhood or landmark that the text means. If the text has a house number and street that no address
   * layer contains, also looks for a landmark at this address. Returns null if the text is just a city, county, state
   * or ZIP.
   */
  #namedPlace(
    address: string,
    parsed: ParsedAddress,
    clues: AddressClues,
    located: Located,
    isFound: boolean,
  ): FoundPlace | null {
    if (this.namedPlaces === null) return null
    const { number, street, unit, place } = parsed
    const { zip, city, state, hasDetail, hasLeftover, isRespelled, longerCity } = clues
    // The "Six" of "Six Flags" is not a house number.
    if (number !== null && street !== null && startsWithDigit(number.given)) {
      if (isFound) return null
      // The "1" of "Golden 1 Center" is not a house number.
      const isInName = number.start > 0 || parsed.suffix === null
      const landmark = isInName ? findNamedPlace(address, true, this.namedPlaces, this.gazetteer) : null
      if (landmark !== null) return landmark
      const atAddress = findLandmarkAt(parsed, clues, this.namedPlaces, this.gazetteer)
      return longerCity === null || atAddress !== null
        ? atAddress
        : findNamedPlace(`${longerCity}, ${state ?? ''}`, true, this.namedPlaces, this.gazetteer)
    }
    const isPlaceAlone = !hasDetail && unit === null && !hasLeftover && located.refusal === null
    if (isPlaceAlone && (city === null || (!isRespelled && this.#isKnown(city, state)))) return null
    if (isPlaceAlone && this.#isShortFor(city!, located.city)) return null
    const exact = findNamedPlace(address, true, this.namedPlaces, this.gazetteer)
    if (exact !== null && exact.place.rank < 2) {
      // "Main Street" alone is not a neighborhood of Dallas, and "Sugarland" is the city Sugar Land, not a neighborhood
      // of Houston.
      const isStreetAlone = street !== null && city === null && state === null && zip === null
      if (isStreetAlone || (isPlaceAlone && this.#isRespaced(exact.place.name, located.city))) return null
    }
    if (exact !== null || isFound || (isPlaceAlone && isRespelled)) return exact
    const isOpen = located.refusal !== null || place !== null
    return isOpen && zip === null ? findNamedPlace(address, false, this.namedPlaces, this.gazetteer) : null
  }

  #isRespaced(name: string, city: number): boolean {
    return city >= 0 && withoutBlanks(this.gazetteer.cityKey(city)) === withoutBlanks(normalizeCity(name))
  }

  /**
   * Checks whether a name is the beginning of the name of a large city: "Huntington, CA" is Huntington Beach, not a
   * library.
   */
  #isShortFor(name: string, city: number): boolean {
    const { gazetteer } = this
    return city >= 0 && gazetteer.cityKey(city).startsWith(`${name} `) && gazetteer.extent('city', city).people >= LARGE
  }

  #isKnown(city: string, state: string | null): boolean {
    const { gazetteer } = this
    return gazetteer.citiesNamed(city, state).length > 0 || gazetteer.countiesNamed(city, state).length > 0
  }

  /** Returns the matches of the address layers in the area that the address names, most confident first. */
  #matches(
    parsed: ParsedAddress,
    clues: AddressClues,
    located: Located,
    layers: ReadonlySet<Layer> | null,
    area: SearchArea = this.#searchAreas.of(clues, located),
  ): readonly AddressMatch[] {
    if (this.addressLayers.length === 0 || FINAL.has(located.refusal)) return []
    const matches: AddressMatch[] = []
    const isNumbered = parsed.number !== null || parsed.crossStreet !== null
    for (const addressLayer of this.addressLayers) {
      // Skip public places because the known streets already contain their addresses.
      if (isNumbered && addressLayer.named !== undefined) continue
      for (const candidate of addressLayer.find(parsed, area)) {
        if (layers !== null && !layers.has(candidate.layer)) continue
        const confidence = this.#confidence(candidate, area, located)
        if (confidence === 0) continue
        const { lat, lon, layer, radius, label } = this.#getMatch(candidate, confidence)
        matches.push({
          lat,
          lon,
          layer,
          confidence,
          radius,
          label,
          trust: getTrust(candidate),
          similarity: candidate.similarity,
        })
      }
    }
    const sorted = sortFew(matches, (a, b) => b.confidence - a.confidence)
    if (parsed.number !== null) removeRespelledHouses(sorted)
    return sorted
  }

  /**
   * Returns the confidence in a candidate. Returns 0 if the candidate is elsewhere, or its similarity or confidence is
   * too low.
   */
  #confidence(candidate: Candidate, area: SearchArea, located: Located): number {
    if (candidate.similarity < MIN_SIMILARITY) return 0
    const fit = this.#areaFit(candidate, area, located)
    const confidence = rounded(LAYER_CONFIDENCE[candidate.layer] * candidate.similarity * fit)
    return confidence < MIN_CONFIDENCE ? 0 : confidence
  }

  /** Returns how well the location of a candidate fits the area, 0-1, or 0 if the candidate is elsewhere. */
  #areaFit({ layer, zip, city, state, lat, lon, similarity }: Candidate, area: SearchArea, located: Located): number {
    if (located.conflict !== null || (area.state !== null && state !== null && state !== area.state)) return 0
    if (area.zip !== null && zip === area.zip) return located.zip >= 0 ? Math.max(located.trust, PENALTY.otherZip) : 1
    const isOfState = state !== null && state === area.state
    // Outside the gazetteer, only the ZIP distinguishes the Main Streets of two towns.
    if (located.refusal === 'place_outside')
      return isOfState && (area.zip === null || zip === null) ? PENALTY.unproven : 0
    if (area.zip === null && area.city === null) return isOfState && similarity >= SURE ? PENALTY.otherZip : 0
    const fit = located.trust * (area.zip === null ? 1 : PENALTY.otherZip)
    if (city !== null && city === area.city) return located.city >= 0 ? fit : 0
    // The postal city of a candidate can differ from the city that it is in: the address of Eanes Elementary is in
    // Austin, but the school is in West Lake Hills.
    if (city !== null) {
      const isThere =
        (zip !== null && area.zips.includes(zip)) || (layer === 'public_place' && isWithin(lat, lon, area))
      return similarity >= SURE && isThere ? fit * PENALTY.oneOfTwo : 0
    }
    if (zip !== null) return located.city >= 0 && area.zips.includes(zip) ? fit : 0
    return this.#isNear(lat, lon, located) ? fit * PENALTY.otherZip : 0
  }

  /** Checks whether a candidate without a city or ZIP is near the ZIP or city of the address. */
  #isNear(lat: number, lon: number, { zip, city }: Located): boolean {
    const index = zip >= 0 ? zip : city
    if (index < 0) return false
    const center = this.gazetteer.extent(zip >= 0 ? 'zip' : 'city', index)
    return metersBetween(lat, lon, center.lat, center.lon) <= 2 * center.radius
  }
}

/** Parts of an address that the address layers lack. */
export interface StreetGaps {
  /** Whether the street of the address is known, even if its house number is not. */
  readonly isStreetKnown: boolean
  /** 5-digit FIPS codes of the counties of the address that have no street index. */
  readonly countiesWithoutIndex: readonly string[]
}

/** Words that distinguish public place names from addresses. */
const PUBLIC_PLACE =
  /\b(?:elementary|elem|middle|high|school|academy|prep|preparatory|college|charter|montessori|magnet|center|library)\b/i

/** Minimum population for a shortened name to mean a city rather than a landmark. */
const LARGE = 50_000

/** Words that follow a person's name in the name of a school or library. */
const SCHOOL_WORDS =
  /^(?:elementary|elem|middle|high|junior|jr|senior|sr|primary|intermediate|school|academy|charter|magnet|kindergarten|library|k-?\d+)\.?$/i

/**
 * Returns the usual forms of a school name that is sorted by a person's last name: "Frank McCoppin Elementary School"
 * for "McCoppin, Frank Elementary School", and "McCoppin Elementary School" for lists without first names. Returns no
 * names for any other text.
 */
function reorderedSchoolNames(text: string): readonly string[] {
  const comma = text.indexOf(',')
  if (comma < 2 || !/^[\p{L}'. -]+$/u.test(text.slice(0, comma)) || !/school|academy|library|elem/i.test(text))
    return []
  const lastName = text.slice(0, comma).trim()
  const afterComma = text.slice(comma + 1).trimStart()
  const words = afterComma.split(/,/, 1)[0].split(/\s+/)
  const at = words.findIndex((word) => SCHOOL_WORDS.test(word))
  if (at < 1 || at > 3 || lastName.split(/\s+/).length > 3) return []
  const city = afterComma.slice(afterComma.split(/,/, 1)[0].length)
  const kind = words.slice(at).join(' ')
  return [`${words.slice(0, at).join(' ')} ${lastName} ${kind}${city}`, `${lastName} ${kind}${city}`]
}

const HOUSE_LAYERS: ReadonlySet<Layer> = new Set(['address_point', 'street_range', 'address', 'street'])

function isOfHouse(answer: GeocodeAnswer): boolean {
  return answer.ok && HOUSE_LAYERS.has(answer.layer)
}

/** Explains why an answer has its layer. */
function endNote(answer: GeocodeAnswer): Note {
  if (!answer.ok) return { code: 'nothing_found', text: `Nothing was found. ${answer.message}` }
  const why = answer.note === null ? '' : ` ${answer.note.text}`
  return {
    code: 'ended',
    text: `The answer is ${answer.label} (layer ${answer.layer}), with confidence ${answer.confidence.toFixed(2)}.${why}`,
  }
}

/**
 * Minimum similarity of a match whose name counts as exact. A match needs this similarity if the address has neither a
 * ZIP nor a city, or if the match has a different city in its postal address.
 */
const SURE = 0.95

/** Refusals that no address layer overrides. */
const FINAL: ReadonlySet<Refusal | null> = new Set([
  'address_abroad',
  'place_missing',
  'state_missing',
  'city_not_at_zip',
  'zip_and_city_apart',
])

/** A match ranked by `confidence`. The confidence of the answer is `confidence` times `trust`. */
interface AddressMatch extends GeocodeMatch {
  readonly trust: number
  /** Similarity of street name and house number, 0-1. 1 is exact. */
  readonly similarity: number
}

/** A street without a house number. */
type StreetMatch = AddressMatch

/** Limits for a street name with a typed suffix. The name may have one wrong letter or lack the direction. */
const WITH_SUFFIX: WholeStreetLimits = { least: 0.8001, isExact: false }
/** Limits for a name that may also be the name of a different place: "Broadway, Oakland". */
const NAME_ALONE: WholeStreetLimits = { least: 0.95, isExact: true }

/** Returns the street of an address, or its place name read as a street. Returns null if the address has neither. */
function getWrittenStreet(parsed: ParsedAddress): ParsedStreet | null {
  const { street, place } = parsed
  if (street !== null || place === null) return street === null ? null : parsed
  const name = parseStreet(place.given)
  if (name.street === '') return null
  const part = (text: string) => (text === '' ? null : { ...place, text })
  return {
    predirectional: part(name.predirectional),
    street: part(name.street),
    suffix: part(name.suffix),
    postdirectional: part(name.postdirectional),
  }
}

/** Returns the city of an address as the user wrote it. If it was corrected or completed, returns it in title case. */
function getWrittenCity({ city: part }: ParsedAddress, { city }: AddressClues): string | null {
  if (city === null) return null
  return part !== null && normalizeCity(part.given) === city ? part.given : titled(city)
}

/**
 * Returns the street of an address whose number word may be part of the street name, such as "Twenty Mule Team Rd".
 * Returns null if there is no such word, or if the street has no suffix.
 */
function withNumberInName({
  number,
  predirectional,
  street,
  suffix,
  postdirectional,
}: ParsedAddress): ParsedStreet | null {
  if (number === null || startsWithDigit(number.given)) return null
  if (street === null || suffix === null || predirectional !== null) return null
  const text = `${number.given.toUpperCase()} ${street.text}`
  return { predirectional, street: { ...street, text }, suffix, postdirectional }
}

/**
 * Checks whether a text means a street rather than a place with a similar name. "S Congress Ave" is the street and not
 * the neighborhood South Congress, but "Lombard Street" is also the name of a landmark.
 */
function isStreetRather(
  { suffix }: ParsedAddress,
  { similarity }: StreetMatch,
  { place, isExact }: FoundPlace,
): boolean {
  if (!isExact) return true
  if (suffix === null || similarity < 1) return false
  return !place.name.split(/[^A-Za-z]+/).some((word) => getMeaning(word.toUpperCase()).suffix === suffix.text)
}

/** Returns calibrated matches. No alternative has a higher confidence than the first match, which is the answer. */
function calibratedMatches(matches: readonly AddressMatch[]): GeocodeMatch[] {
  const most = rounded(matches[0].confidence * matches[0].trust)
  return matches.map(({ lat, lon, layer, confidence, radius, label, trust }) => {
    const calibrated = Math.min(most, rounded(confidence * trust))
    return { lat, lon, layer, confidence: calibrated, radius, label }
  })
}

/**
 * Builds the answer from the best match. Adds a note if nothing confirms the town, if another match is equally good, or
 * if the match is not in the neighborhood of the address.
 */
function addressAnswer(
  found: readonly AddressMatch[],
  clues: AddressClues,
  located: Located,
  parts: GeocodeParts,
): GeocodeAnswer {
  const matches = found.length > MAX_MATCHES ? found.slice(0, MAX_MATCHES) : found
  const [best] = matches
  const outside = clues.neighborhood && outsideNote(best, clues.neighborhood)
  if (!matches.some((match) => match !== best && isRival(match, best))) {
    const isProven = located.refusal !== 'place_outside' || clues.zip !== null
    const unproven = isProven ? null : unprovenNote(clues)
    return getAnswer(calibratedMatches(matches), parts, joined(unproven, outside))
  }
  const others = matches.slice(1)
  const rivals = others.filter((match) => isRival(match, best))
  // Only one of the places is meant, so their confidences together are at most 1.
  const confidence = rounded(best.confidence * Math.min(PENALTY.ambiguous, 1 / (rivals.length + 1)))
  const unsure = others.map((match) => (rivals.includes(match) ? { ...match, confidence } : match))
  const around = { ...best, radius: aroundRivals(best, rivals).radius, confidence }
  return getAnswer(
    calibratedMatches([around, ...unsure]),
    parts,
    joined(ambiguousAddressNote(best.label, clues.zip), outside),
  )
}

function joined(first: Note | null, second: Note | null): Note | null {
  return first !== null && second !== null ? joinNotes([first, second]) : (first ?? second)
}

/**
 * Distance from the center of a neighborhood within which a house still counts as inside, as a multiple of the
 * neighborhood's radius.
 */
const NEAR_NEIGHBORHOOD = 1.5

/** Returns a note if a house is not in the neighborhood of its address. */
function outsideNote(house: AddressMatch, { words, places }: WrittenNeighborhood): Note | null {
  const isInside = places.some(
    ({ lat, lon, radius }) =>
      metersBetween(house.lat, house.lon, lat, lon) <= house.radius + NEAR_NEIGHBORHOOD * radius,
  )
  if (isInside || !HOUSE_LAYERS.has(house.layer)) return null
  return { code: 'neighborhood_differs', text: `The place is not in the neighborhood ${words}.` }
}

/** Distance in meters below which equally good matches count as the same place. */
const SAME_PLACE = 1000

/**
 * A match on another street fits about as well as the best match if its confidence is at least this share of the best
 * confidence.
 */
const ABOUT_EQUAL = 0.95

/**
 * Checks whether a match fits as well as the best match but is somewhere else: Main Street in two towns, or the same
 * address in two ZIPs of a city. If no street has exactly the name in the address, a match on another street only has
 * to fit about as well: "1500 Lamar Blvd" could be on N Lamar Blvd or S Lamar Blvd.
 */
function isRival(match: AddressMatch, best: AddressMatch): boolean {
  const isEqual = match.confidence === best.confidence
  const isAboutEqual =
    isEqual || (best.similarity < SURE && match.confidence * match.trust >= ABOUT_EQUAL * best.confidence * best.trust)
  if (!isAboutEqual) return false
  const meters = metersBetween(match.lat, match.lon, best.lat, best.lon)
  if (isEqual && meters > SAME_PLACE) return true
  if (best.similarity >= SURE || meters <= best.radius || withoutZip(match.label) === withoutZip(best.label))
    return false
  // Close together, "100 Main St" and "100 N Main St" are the same street.
  return meters > SAME_PLACE || !isSameApartFromDirections(match.label, best.label)
}

function withoutZip(label: string): string {
  return label.replace(/ \d{5}$/, '')
}

/**
 * Determines where address layers search for an address. Caches the ZIPs and counties to search, for each city and for
 * each ZIP and city pair.
 */
class SearchAreas {
  readonly #lists = new Map<number, Lists>()
  readonly #zipsAround = new Map<number, readonly string[]>()

  constructor(private readonly gazetteer: Gazetteer) {}

  of(clues: AddressClues, { zip, city, state }: Located): SearchArea {
    const { gazetteer } = this
    // Keep a ZIP that the gazetteer does not know, because a street index may contain it.
    const isForeign = clues.zip !== null && zip < 0 && gazetteer.zip(clues.zip) < 0
    const lists = isForeign ? this.#createLists(clues.zip, zip, city) : this.#getLists(zip, city)
    return {
      zip: isForeign || zip >= 0 ? clues.zip : null,
      state: state ?? clues.state,
      zips: lists.zips,
      counties: lists.counties,
      city: city < 0 ? clues.city : gazetteer.cityKey(city),
      around: lists.around,
    }
  }

  /** Returns the ZIPs whose center is in the circle around a city, except the city's own ZIPs. */
  zipsAround(city: number): readonly string[] {
    const { gazetteer } = this
    let zips = this.#zipsAround.get(city)
    if (zips === undefined) {
      const center = gazetteer.extent('city', city)
      const cityZips = new Set(gazetteer.cityZips(city))
      const all = Array.from({ length: gazetteer.count('zip') }, (_, zip) => zip)
      const near = all.filter((zip) => {
        const { lat, lon } = gazetteer.extent('zip', zip)
        return !cityZips.has(zip) && metersBetween(lat, lon, center.lat, center.lon) <= center.radius
      })
      zips = near.map((zip) => gazetteer.place('zip', zip).name)
      this.#zipsAround.set(city, zips)
    }
    return zips
  }

  #getLists(zip: number, city: number): Lists {
    const key = (zip + 1) * (this.gazetteer.count('city') + 1) + city + 1
    let lists = this.#lists.get(key)
    if (lists === undefined) {
      lists = this.#createLists(zip < 0 ? null : this.gazetteer.place('zip', zip).name, zip, city)
      this.#lists.set(key, lists)
    }
    return lists
  }

  #createLists(zipCode: string | null, zip: number, city: number): Lists {
    const { gazetteer } = this
    if (zipCode === null) {
      const zips = city < 0 ? [] : gazetteer.cityZips(city).map((zip) => gazetteer.place('zip', zip).name)
      const around = city < 0 ? null : gazetteer.extent('city', city)
      return { zips, counties: this.#fips(city < 0 ? [] : gazetteer.cityCounties(city)), around }
    }
    const cityLists = this.#getLists(-1, city)
    const counties = zip < 0 ? [] : this.#fips(gazetteer.zipCounties(zip))
    return {
      zips: cityLists.zips.includes(zipCode) ? cityLists.zips : [zipCode, ...cityLists.zips],
      counties: [...new Set([...counties, ...cityLists.counties])],
      around: cityLists.around,
    }
  }

  #fips(counties: readonly number[]): string[] {
    return counties.map((county) => this.gazetteer.countyFips(county))
  }
}

type Lists = Pick<SearchArea, 'zips' | 'counties' | 'around'>
