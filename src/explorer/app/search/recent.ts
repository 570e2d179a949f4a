import { computed, signal } from '@preact/signals'
import { WIDEST } from '../library.ts'
import { type ChosenPlace, whereabouts } from '../places.ts'
import { getName } from '../words.ts'
import { isLayer } from './suggestions.ts'

/** Key in the browser's storage. */
const KEY = 'vicinage-recent-places'
/** Maximum number of places to remember. */
const MAX_PLACES = 5

/** Recent places after a change on this page; null while the stored places are unchanged. */
const changed = signal<readonly ChosenPlace[] | null>(null)
/**
 * Recently searched places, latest first. These places are stored only on this device, or only until the page is closed
 * if the browser blocks storage. Storage is opened on first use because opening it takes a few milliseconds.
 */
export const recent = computed(() => changed.value ?? readRecent(stored()))

/** Adds a place to the front of the list, or moves it there. */
export function remember(chosen: ChosenPlace): void {
  const { found } = chosen
  // A note belongs to the text that was typed, so it is not stored.
  const place = { ...whereabouts(chosen), ...(found && { found: { ...found, note: null } }) }
  keep([place, ...recent.value.filter((entry) => getName(entry) !== getName(place))].slice(0, MAX_PLACES))
}

/** Forgets a place, or all places. */
export function forget(place?: ChosenPlace): void {
  keep(place === undefined ? [] : recent.value.filter((entry) => entry !== place))
}

function keep(places: readonly ChosenPlace[]): void {
  changed.value = places
  try {
    if (places.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(places))
  } catch {} // storage is blocked, full, or disabled in a private window
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/**
 * Parses stored places. Skips entries that are not places, because other scripts of the site can change the stored
 * text.
 */
export function readRecent(text: string | null): readonly ChosenPlace[] {
  let read: unknown
  try {
    read = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(read) ? read.filter(isPlace).slice(0, MAX_PLACES) : []
}

function isPlace(value: unknown): value is ChosenPlace {
  const { lat, lon, radius = 0, found } = (value ?? {}) as Partial<Record<keyof ChosenPlace, unknown>>
  if (!isWithin(lat, -90, 90) || !isWithin(lon, -180, 180) || !isWithin(radius, 0, WIDEST)) return false
  if (found === undefined) return true
  const { address, typed = '-', layer, note } = (found ?? {}) as Partial<Record<string, unknown>>
  const isName = (name: unknown) => typeof name === 'string' && name !== '' && name.length <= 300
  return isName(address) && isName(typed) && isLayer(layer) && note === null
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}
