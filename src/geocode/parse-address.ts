import { type CityLexicon, cityName } from './city.ts'
import { numberText } from './house-number.ts'
import { layoutWithNumber, layoutWithoutNumber } from './layout.ts'
import type { ParsedAddress } from './parsed-address.ts'
import { boxOf, partOf, streetOf, textOf, unitOf } from './parts.ts'
import type { Words } from './runs.ts'
import { findSpans } from './spans.ts'
import { streetInFront } from './street-in-front.ts'
import { readTail } from './tail.ts'
import { type Token, tokenise } from './tokens.ts'

/**
 * Reads the parts of a United States address from free text: pure, never throws, time linear in the length.
 *
 * @param input the address; only the first 300 characters are read
 * @param lexicon the places that exist, for addresses without commas; without it the parser goes by structure alone
 */
export function parseAddress(input: string, lexicon?: CityLexicon): ParsedAddress {
  let tokens: readonly Token[] = tokenise(input)
  let tail = readTail(tokens)
  const turned = tail.state === '' && tail.zip === '' ? streetInFront(tokens) : null
  if (turned !== null) {
    tokens = turned
    tail = readTail(turned)
  }
  const { spans, number } = findSpans(tokens, tail.end)
  const words: Words = {
    input,
    tokens,
    spans,
    end: tail.end,
    lexicon,
    state: tail.state || null,
    expectsCity: tail.cityFirst === tail.cityEnd && (tail.state !== '' || tail.zip !== ''),
  }
  const layout = number >= 0 ? layoutWithNumber(words, number) : layoutWithoutNumber(words)
  const { numberEnd, street, crossStreet, placeEnd } = layout
  let { cityFirst, cityEnd } = layout
  let { stateFirst, stateEnd } = tail
  if (tail.cityFirst < tail.cityEnd) {
    cityFirst = tail.cityFirst
    cityEnd = tail.cityEnd
  } else if (cityFirst === cityEnd && isStateAndCity(tokens, tail.state, stateFirst, stateEnd)) {
    // "ELM ST, NEW YORK 10013" names the city.
    cityFirst = stateFirst
    cityEnd = stateEnd
    stateFirst = stateEnd = 0
  }
  const { predirectional, street: name, suffix, postdirectional } = streetOf(words, street)
  return {
    number: number < 0 ? null : partOf(words, number, numberEnd, numberText(tokens, number, numberEnd)),
    predirectional,
    street: name,
    suffix,
    postdirectional,
    crossStreet: crossStreet && streetOf(words, crossStreet),
    unit: spans.length > 0 ? unitOf(words, number) : null,
    poBox: spans.length > 0 ? boxOf(words) : null,
    place: placeEnd > 0 ? partOf(words, 0, placeEnd, textOf(tokens, 0, placeEnd)) : null,
    city: cityFirst < cityEnd ? partOf(words, cityFirst, cityEnd, cityName(tokens, cityFirst, cityEnd)) : null,
    state: stateFirst < stateEnd ? partOf(words, stateFirst, stateEnd, tail.state) : null,
    zip: tail.zip === '' ? null : partOf(words, tail.zipFirst, tail.zipEnd, tail.zip),
    plus4: tail.plus4 || null,
  }
}

/** Whether a state's name is meant as the city of that name, as it mostly is beside a street. */
function isStateAndCity(tokens: readonly Token[], state: string, first: number, end: number): boolean {
  return (
    (state === 'NY' && end - first === 2) ||
    (state === 'WA' && end - first === 1 && tokens[first].text === 'WASHINGTON')
  )
}
