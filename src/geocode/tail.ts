import { isDigits } from './numbers.ts'
import { stateBefore, stateBeforeCity } from './state-before.ts'
import { zipFitsState } from './states.ts'
import type { Token } from './tokens.ts'
import { isZip, withoutDamagedZip, withoutLabel, zipBefore, zipBeforeCity } from './zip.ts'

/** What closes an address: words `[zipFirst, zipEnd)` and so on; first = end where a part is missing. */
export interface Tail {
  /** Words before this one are street, unit and city. */
  readonly end: number
  /** A city that follows its state: "CA SAN DIEGO 92101"; first = end where there is none. */
  readonly cityFirst: number
  readonly cityEnd: number
  readonly stateFirst: number
  readonly stateEnd: number
  /** The state's code, or ''. */
  readonly state: string
  readonly zipFirst: number
  readonly zipEnd: number
  /** Five digits, or ''. */
  readonly zip: string
  /** Four digits, or ''. */
  readonly plus4: string
}

/** Reads country, ZIP and state from the end of an address. */
export function readTail(tokens: readonly Token[]): Tail {
  let end = withoutDamagedZip(tokens, withoutCountry(tokens, endOfFirst(tokens)))
  let zip = zipBefore(tokens, end)
  let stateEnd = zip ? withoutLabel(tokens, zip.first) : end
  let state = stateBefore(tokens, stateEnd, zip?.zip ?? '')
  if (!zip && state && state.first > 0) {
    // "94103 CA"
    zip = zipBefore(tokens, state.first)
    if (zip && !zipFitsState(zip.zip, state.code)) zip = null
  }
  end = Math.min(zip ? withoutLabel(tokens, zip.first) : end, state?.first ?? end)
  let cityFirst = 0
  let cityEnd = 0
  if (zip && !state) {
    state = stateBeforeCity(tokens, zip.first, zip.zip)
    if (state) {
      cityFirst = state.first + 1
      cityEnd = zip.first
      stateEnd = cityFirst
      end = state.first
    }
  }
  if (!zip) {
    zip = zipBeforeCity(tokens, end, state?.code ?? '')
    if (zip) {
      cityFirst = zip.end
      cityEnd = end
      end = zip.first
    }
  }
  // "GEORGIA, GA"
  const again = state && end > 1 ? stateBefore(tokens, end, zip?.zip ?? '') : null
  if (
    again &&
    again.first > 0 &&
    again.code === state?.code &&
    !isAlsoCity(again.code) &&
    tokens[state.first].apart &&
    tokens[again.first].apart
  )
    end = again.first
  return {
    end,
    cityFirst,
    cityEnd,
    stateFirst: state?.first ?? 0,
    stateEnd: state ? stateEnd : 0,
    state: state?.code ?? '',
    zipFirst: zip?.first ?? 0,
    zipEnd: zip?.end ?? 0,
    zip: zip?.zip ?? '',
    plus4: zip?.plus4 ?? '',
  }
}

/** The end of the first address where forms have been joined: "1 MAIN ST, AUSTIN, TX 78701 AUSTIN 1 MAIN ST TX 78701". */
function endOfFirst(tokens: readonly Token[]): number {
  for (let i = 3; i < tokens.length - 1; i++) {
    const { text } = tokens[i]
    if (text.length < 5 || !isZip(text)) continue
    const state = tokens[i - 1].meaning.state
    const next = tokens[i + 1]
    const isPlus4 = !next.apart && isDigits(next.text)
    if (state === tokens[i - 1].text && zipFitsState(text, state) && !isPlus4) return i + 1
  }
  return tokens.length
}

function withoutCountry(tokens: readonly Token[], all: number): number {
  let end = all
  while (end > 1) {
    const last = tokens[end - 1].text
    if (last === 'USA' || last === 'US') end--
    else if (last === 'STATES' && tokens[end - 2].text === 'UNITED') end -= 2
    else if (last === 'AMERICA' && end > 4 && tokens[end - 4].text === 'UNITED') end -= 4
    else break
  }
  // Nothing but a country: let the words be words.
  return end > 0 ? end : all
}

/** "NEW YORK, NY" and "WASHINGTON, WA" repeat nothing. */
function isAlsoCity(state: string): boolean {
  return state === 'NY' || state === 'WA'
}
