import { batch, effect } from '@preact/signals'
import { writeArea, writeBox } from './area/area-link.ts'
import { area, listing } from './area/area-view.ts'
import { embedded } from './embedded.ts'
import { type Address, PLAIN, placeWords, readAddress, writeAddress } from './link.ts'
import { shownScale } from './picker/shown-scale.ts'
import { around, type ChosenPlace, chosenPlaces, labels, others, place, titles, unanswered } from './places.ts'
import { isEmbedded } from './share/embed.ts'
import { stories } from './start/stories.ts'
import { type Camera, camera, dimension, hatching, isByFit, only, priorities, untouched } from './view.ts'
import { getName, listed } from './words.ts'

/**
 * State stored with a history entry: the places, and how they were found. The URL does not contain how they were found.
 */
interface Entry {
  readonly place: ChosenPlace | null
  readonly others: readonly ChosenPlace[]
}

const INTERVAL = 300 // milliseconds between changes of the URL; browsers reject more than a few hundred changes in half a minute

/**
 * Keeps the page and its URL in sync. A newly chosen place or dimension adds a history entry, so that Back returns to
 * the previous place or dimension. Everything else updates the current entry.
 */
export function followAddress(): void {
  let isReading = false
  let entry = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  read()
  write()
  // Fires for a typed URL as well as for Back and Forward.
  addEventListener('popstate', read)
  effect(() => {
    getAddress() // reads every signal, so that this effect runs again when one of them changes
    clearTimeout(timer)
    if (isReading) entry = entryWords()
    if (entryWords() === entry) timer = setTimeout(write, INTERVAL)
    else write()
  })

  function read(): void {
    isReading = true
    show(location.hash === '' ? firstAddress() : readAddress(location.hash), (history.state ?? {}) as Partial<Entry>)
    entry = entryWords()
    isReading = false
  }

  function write(): void {
    const hash = writeAddress(getAddress())
    // An embedded page replaces its history entry, because a new entry would be added to the history of the page around
    // it.
    if (entryWords() === entry || isEmbedded()) history.replaceState(getEntry(), '', hash)
    else history.pushState(getEntry(), '', hash)
    entry = entryWords()
  }
}

function show(read: Address, saved: Partial<Entry>): void {
  batch(() => {
    dimension.value = read.dimension
    place.value = sameOr(read.place, saved.place, placeWords)
    others.value = read.others.map((place, i) => sameOr(place, saved.others?.[i], placeWords)!)
    const named = chosenPlaces.value.flatMap((place, i) => (read.labels[i] ? [[place, read.labels[i]] as const] : []))
    labels.value = new Map(named)
    only.value = read.only
    priorities.value = read.priorities
    isByFit.value = read.isByFit
    area.value = sameOr(read.area, area.peek(), writeArea)
    listing.value = sameOr(read.list, listing.peek(), writeBox)
    hatching.value = read.hatching
    camera.value = read.camera ?? cameraFor(read)
  })
}

/**
 * Returns the current value if its link text equals that of the value just read. The current value is kept because it
 * contains details that are not in the link, such as how a place was found or the outline of an area.
 */
function sameOr<T>(read: T | null, current: T | null | undefined, write: (value: T) => string | null): T | null {
  return read !== null && current && write(current) === write(read) ? current : read
}

/** Returns the state of a page opened without a link: the embedded city, otherwise the first of the page's stories. */
function firstAddress(): Address {
  if (embedded !== null) {
    const { west, south, east, north } = embedded.box
    return { ...PLAIN, camera: { lat: (south + north) / 2, lon: (west + east) / 2, zoom: 10 } }
  }
  const [first] = stories
  if (first?.camera === undefined) return PLAIN
  return { ...PLAIN, camera: first.camera, dimension: first.dimension, only: first.only }
}

/** Returns the camera for a link that does not specify a camera. */
function cameraFor({ place, others }: Address): Camera {
  return place === null ? untouched : around([...others, place])
}

function getAddress(): Address {
  return {
    // Until the map is moved, links omit the camera, because the best view depends on the screen size.
    camera: camera.value === untouched ? null : camera.value,
    dimension: dimension.value,
    place: place.value,
    others: others.value,
    labels: chosenPlaces.value.map((place) => labels.value.get(place) ?? ''),
    only: only.value,
    priorities: priorities.value,
    isByFit: isByFit.value,
    area: area.value,
    list: listing.value,
    hatching: hatching.value,
  }
}

/** Returns the link to the current view. */
export function currentLink(): string {
  return new URL(writeAddress(getAddress()), location.href).href
}

/**
 * Returns a link with a preview from the server, or null if the server does not make previews. Rounds places to about
 * 100 m and omits drawn shapes.
 */
export function previewLink(): string | null {
  const page = document.querySelector<HTMLMetaElement>('meta[name=vicinage-share]')?.content
  if (page === undefined) return null
  const shown = getAddress()
  const isNamed = shown.area !== null && /^(zip|city|county|district):/.test(writeArea(shown.area) ?? '')
  const coarse = (place: ChosenPlace) => ({ ...place, lat: threeDecimals(place.lat), lon: threeDecimals(place.lon) })
  const view = {
    ...shown,
    place: shown.place && coarse(shown.place),
    others: shown.others.map(coarse),
    labels: [],
    area: isNamed ? shown.area : null,
    // Rounds the camera as well, because the map may be centered on the exact place.
    camera: shown.camera && coarse(shown.camera),
  } as Address
  return new URL(`${page}?${writeAddress(view).slice(1)}`, document.baseURI).href
}

function threeDecimals(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

function getEntry(): Entry {
  return { place: place.value, others: others.value }
}

/** Returns the part of the state whose changes add a history entry. */
function entryWords(): string {
  return JSON.stringify([dimension.value, isByFit.value, place.value, others.value, area.value?.shape, listing.value])
}

/** Keeps the document title up to date: `Hyde Park, Austin · Walkability · vicinage`. */
export function followTitle(): void {
  effect(() => {
    const { name } = shownScale.value
    const chosen = unanswered.value === null ? chosenPlaces.value : []
    const names = chosen.map((place) => titles.value.get(place) ?? getName(place))
    document.title = [...(names.length > 0 ? [listed(names)] : []), name, 'vicinage'].join(' · ')
  })
}
