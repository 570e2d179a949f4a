import { batch, effect } from '@preact/signals'
import { type Address, readAddress, writeAddress } from './address.ts'
import {
  around,
  type Camera,
  type ChosenPlace,
  camera,
  dimension,
  hatching,
  only,
  opacity,
  other,
  place,
  untouched,
  zoomFor,
} from './view.ts'

/** What an entry of the history keeps of the places beside their coordinates: how they were found. */
interface Entry {
  readonly place: ChosenPlace | null
  readonly other: ChosenPlace | null
}

const INTERVAL = 300 // ms; browsers refuse more than some hundred changes in half a minute

/**
 * Keeps the page and its address the same. A chosen place or dimension is a new entry of the history, so that Back returns to the one
 * before; all else changes the entry at hand.
 */
export function followAddress(): void {
  let isReading = false
  let entry = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  read()
  write()
  // Of a typed address and of Back and Forth alike.
  addEventListener('popstate', read)
  effect(() => {
    addressOf() // reads all, so that this runs again when one of them changes
    clearTimeout(timer)
    if (isReading) entry = entryWords()
    if (entryWords() === entry) timer = setTimeout(write, INTERVAL)
    else write()
  })

  function read(): void {
    isReading = true
    show(readAddress(location.hash), (history.state ?? {}) as Partial<Entry>)
    entry = entryWords()
    isReading = false
  }

  function write(): void {
    const hash = writeAddress(addressOf())
    if (entryWords() === entry) history.replaceState(entryOf(), '', hash)
    else history.pushState(entryOf(), '', hash)
    entry = entryWords()
  }
}

function show(read: Address, kept: Partial<Entry>): void {
  batch(() => {
    dimension.value = read.dimension
    place.value = sameOr(read.place, kept.place)
    other.value = sameOr(read.other, kept.other)
    only.value = read.only
    opacity.value = read.opacity
    hatching.value = read.hatching
    camera.value = read.camera ?? cameraFor(read)
  })
}

/** Of a link that leaves it open. */
function cameraFor({ place, other }: Address): Camera {
  if (place === null) return untouched
  return other === null ? { ...place, zoom: zoomFor(1000) } : around(place, other, zoomFor(1000))
}

/** The place of the entry where it is the one of the address: it knows how it was found. */
function sameOr(read: Address['place'], kept: ChosenPlace | null | undefined): ChosenPlace | null {
  return read !== null && kept?.lat === read.lat && kept.lon === read.lon ? kept : read
}

function addressOf(): Address {
  return {
    // As long as the map was not moved, a link leaves open what it shows: what fits depends on the screen.
    camera: camera.value === untouched ? null : camera.value,
    dimension: dimension.value,
    place: place.value,
    other: other.value,
    only: only.value,
    opacity: opacity.value,
    hatching: hatching.value,
  }
}

function entryOf(): Entry {
  return { place: place.value, other: other.value }
}

/** What makes a new entry of the history when it changes. */
function entryWords(): string {
  return JSON.stringify([dimension.value, place.value, other.value])
}
