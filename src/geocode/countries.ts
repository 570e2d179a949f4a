import { normalizeCity } from './parse/city-name.ts'

/** Whether a city's name, as `normalizeCity` writes it, is or ends with that of a country: CANADA, "TORONTO CANADA". */
export function isCountry(city: string): boolean {
  names ??= new Set([...countryNames(), ...COMMON])
  for (let at = 0; at >= 0; at = nextWord(city, at)) if (names.has(city.slice(at))) return true
  return false
}

let names: ReadonlySet<string> | undefined

/** Names in use beside the official ones. */
const COMMON = ['ENGLAND', 'SCOTLAND', 'WALES', 'GREAT BRITAIN', 'UK', 'HOLLAND', 'DEUTSCHLAND', 'ESPANA', 'KOREA']

/** The United States with their territories. */
const AT_HOME = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM'])

/** The English names of ISO 3166-1's countries. */
function countryNames(): string[] {
  const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.flatMap((code) => (AT_HOME.has(code) ? [] : normalizeCity(known.of(code) ?? '') || []))
}

/** Where the next word starts; -1 after the last one. */
function nextWord(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank < 0 ? -1 : blank + 1
}
