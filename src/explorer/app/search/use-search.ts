import { batch, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import {
  ask,
  type ChosenPlace,
  choose,
  chooseAll,
  choosing,
  chosenPlaces,
  MAX_COMPARED,
  others,
  place,
  zoomFor,
} from '../places.ts'
import { goToMap, isTouched } from '../screen.ts'
import { isFirstView } from '../start/stories.ts'
import { type Camera, camera, dimension, isByFit, only, showScore, untouched } from '../view.ts'
import { getName, getSentence, listed, precisionWords } from '../words.ts'
import type { Comparison } from './comparison.ts'
import { find, isPlaceName, myLocation } from './find.ts'
import { type Conditions, getIntent, getSingle, type Intent } from './intent.ts'
import { notify, type OtherMeanings, setBySearch } from './notice.ts'
import { forget, recent, remember } from './recent.ts'
import { getOption, moved, type Option, Suggestions } from './suggestions.ts'
import { arePlaces, findMiddle, findNamed } from './understand.ts'

/** The result of the last search. */
export interface Outcome {
  readonly busy?: string
  /** Message that is only announced to screen readers, because the place panel also shows it. */
  readonly found?: string
  readonly problem?: string
  /** Repeats the search. */
  readonly again?: () => void
  readonly meanings?: OtherMeanings
}

/**
 * Returns the state and the actions of the search field. The view is `search-box.tsx`.
 *
 * @param form element that contains the whole search; a click outside of this element closes the list
 */
export function useSearch(
  engine: EngineProps['engine'],
  form: RefObject<HTMLFormElement | null>,
  input: RefObject<HTMLInputElement | null>,
) {
  const text = useSignal('')
  const outcome = useSignal<Outcome>({})
  const isListed = useSignal(false)
  /** Index of the option that the user has reached with the arrow keys; -1 for none. */
  const active = useSignal(-1)
  const last = useRef(0)
  const wasOpened = useRef(false)
  const suggestions = useMemo(() => new Suggestions(engine), [engine])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (form.current?.contains(target as Node)) return
      isListed.value = false
      active.value = -1
      if (outcome.value.busy === undefined) outcome.value = {}
    }
    const listening = new AbortController()
    addEventListener('online', () => outcome.value.again?.(), listening)
    document.addEventListener('pointerdown', leave, listening)
    document.addEventListener('focusin', leave, listening)
    return () => listening.abort()
  }, [form, outcome, isListed, active])

  const areRecent = text.value.trim() === ''
  // Recent places are only read when someone opens the list.
  wasOpened.current ||= isListed.value
  const options = !areRecent ? suggestions.options.value : wasOpened.current ? recent.value.map(getOption) : []
  const isOpen = isListed.value && options.length > 0

  function open() {
    isListed.value = true
    if (outcome.value.busy === undefined) outcome.value = {}
  }

  function close() {
    isListed.value = false
    active.value = -1
  }

  function suggest() {
    active.value = -1
    suggestions.ask(text.value, viewOfReader())
    open()
  }

  /**
   * Runs a search. The answer is used only if `isLast` still returns true, which means that no other search has
   * started.
   */
  async function run(busy: string, again: () => void, search: (isLast: () => boolean) => Promise<Outcome>) {
    const attempt = ++last.current
    const isLast = () => attempt === last.current
    suggestions.drop()
    close()
    outcome.value = { busy }
    const result = await search(isLast).catch((error: Error) => ({ problem: error.message, again }))
    if (isLast()) outcome.value = result
  }

  /** Colors the places that meet the conditions, around a named place, around the device, or in the current view. */
  function lookFor(conditions: Conditions) {
    const { only: wanted, near, isHere, perhapsName } = conditions
    ask(null)
    void run('Looking it up…', searchText, async (isLast) => {
      if (perhapsName !== null && (await isPlaceName(engine, perhapsName))) {
        if (isLast()) searchPlace(text.value.trim())
        return {}
      }
      const named = isHere ? null : await findMiddle(engine, conditions, viewOfReader())
      const middle: ChosenPlace | null = isHere ? await myLocation(engine) : (named?.place ?? null)
      if (middle === null && near !== null) return { problem: `“${near}”: ${named?.message ?? 'no match found.'}` }
      if (!isLast()) return {}
      const before = saveState()
      const goTo = (place: ChosenPlace) => {
        camera.value = { lat: place.lat, lon: place.lon, zoom: zoomFor(place) }
      }
      const take = (place: ChosenPlace) => {
        goTo(place)
        notify({ around: getName(place) })
        outcome.value = { found: `The map shows ${getName(place)}.` }
      }
      batch(() => {
        only.value = wanted
        setBySearch.value = wanted
        showScore(wanted[0].dimension)
        if (middle !== null) goTo(middle)
        // Otherwise, the panel would still show the place of an earlier search.
        choosing.value = 'place'
        place.value = null
        others.value = []
      })
      const alternatives = named?.alternatives ?? []
      notify({
        ...(named?.place && { around: getName(named.place) }),
        unknown: named?.unknown ?? conditions.unknown,
        ...(alternatives.length > 0 && { meanings: { alternatives, take } }),
        ...(before.places.length > 0 && {
          cleared: { message: 'The previous place was closed.', undo: before.restore },
        }),
      })
      closeKeyboard()
      goToMap()
      const where = isHere ? 'your surroundings' : middle === null ? 'them' : getName(middle)
      return { found: `The map shows ${where}. ${getSentence(wanted)}` }
    })
  }

  /** Compares several places by their names. */
  function compareTexts({ names, about, isSure }: Comparison) {
    ask(null)
    void run('Looking them up…', searchText, async (isLast) => {
      if (!isSure && !(await arePlaces(engine, names))) {
        if (isLast()) searchFor(getSingle(text.value.trim()))
        return {}
      }
      if (names.length > MAX_COMPARED) return { problem: `Up to ${MAX_COMPARED} places can be compared.` }
      const places: ChosenPlace[] = []
      for (const name of names) {
        const { place, message } = await find(engine, name, viewOfReader())
        if (place === null) return { problem: `“${name.trim()}”: ${message ?? 'No match found.'}` }
        places.push(place)
      }
      if (!isLast()) return {}
      chooseAll(places)
      if (about !== null) showScore(about)
      for (const place of places) remember(place)
      closeKeyboard()
      return { found: `Found ${listed(places.map(getName))}.` }
    })
  }

  function searchText() {
    searchFor(getIntent(text.value))
  }

  function searchFor(intent: Intent) {
    if (intent.asks === 'here') searchHere()
    else if (intent.asks === 'comparison') compareTexts(intent)
    else if (intent.asks === 'conditions') lookFor(intent)
    else searchPlace(text.value.trim())
  }

  function searchPlace(typed: string) {
    ask(typed === '' ? null : typed)
    void run('Looking it up…', searchText, async (isLast) => {
      const { place, message, alternatives, unknown, topic } = await findNamed(engine, typed, viewOfReader()).catch(
        (error: Error) => {
          if (isLast()) ask(typed, error.message, true)
          throw error
        },
      )
      if (!isLast()) return {}
      const purpose = choosing.value
      const cleared = place !== null && purpose === 'place' ? clearConditions() : null
      if (place !== null) {
        choose(place, { look: true })
        if (topic !== null) showScore(topic)
        remember(place)
        closeKeyboard()
      } else if (typed !== '') ask(typed, message)
      const take = (chosen: ChosenPlace) => {
        choosing.value = purpose
        choose(chosen, { look: true })
        remember(chosen)
        outcome.value = { found: `${getName(chosen)}.` }
        keepFocus()
      }
      const meanings = alternatives.length > 0 ? { meanings: { alternatives, take } } : {}
      if (place === null) return { problem: message ?? 'No match found.', ...meanings }
      notify({ ...meanings, unknown, ...(cleared && { cleared }) })
      return {
        found: `${spoken(place)}${alternatives.length > 0 ? ' The panel lists other places with that name.' : ''}`,
      }
    })
  }

  function takeOption({ label, place }: Option) {
    last.current++
    suggestions.drop()
    text.value = label
    const cleared = choosing.value === 'place' ? clearConditions() : null
    choose(place, { look: true })
    notify(cleared && { cleared })
    remember(place)
    outcome.value = { found: spoken(place) }
    closeKeyboard()
    close()
  }

  function removeOption({ place }: Option) {
    forget(place)
    active.value = Math.min(active.value, recent.value.length - 1)
  }

  function searchHere() {
    ask(null)
    void run('Finding your location…', searchHere, async (isLast) => {
      const here = await myLocation(engine)
      if (isLast()) choose(here, { look: true })
      return { found: 'Your location was chosen.' }
    })
  }

  function onKey(event: KeyboardEvent) {
    const { key, altKey, isComposing } = event
    if (isComposing) return
    if (key === 'Escape') {
      const isIdle = !isOpen && outcome.value.busy === undefined && outcome.value.meanings === undefined
      // The first Escape closes the list, the second clears the field, and the page handles any further Escape.
      if (isIdle && text.value === '') return
      if (isIdle) text.value = ''
      outcome.value = outcome.value.busy === undefined ? {} : outcome.value
      close()
      event.preventDefault()
      return
    }
    const isVertical = key === 'ArrowDown' || key === 'ArrowUp'
    if (isVertical) event.preventDefault()
    if (altKey && isVertical) return key === 'ArrowDown' ? open() : close()
    if (isVertical && !isOpen) open()
    if (!isOpen && (!isVertical || options.length === 0)) return
    const chosen = options[active.value]
    if (key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      takeOption(chosen)
    } else if (key === 'Delete' && areRecent && chosen !== undefined) removeOption(chosen)
    else active.value = moved(key, active.value, options.length) ?? active.value
  }

  /** Closes a phone's keyboard, which covers the result. */
  function closeKeyboard() {
    if (isTouched()) input.current?.blur()
  }

  /**
   * Focuses the search field, because the pressed button disappears. On touch devices, this would open the keyboard, so
   * the focus is not moved. Also closes the list.
   */
  function keepFocus() {
    if (!isTouched()) input.current?.focus()
    close()
  }

  function removeAllRecent() {
    forget()
    keepFocus()
  }

  function tryAgain() {
    outcome.value.again?.()
    keepFocus()
  }

  function type(typed: string) {
    text.value = typed
    suggest()
  }

  return {
    text,
    outcome,
    isListed,
    active,
    suggestions,
    options,
    areRecent,
    isOpen,
    open,
    type,
    searchText,
    searchHere,
    takeOption,
    removeOption,
    removeAllRecent,
    tryAgain,
    onKey,
  }
}

/** Clears the conditions of an earlier search, and returns a function that restores them. */
function clearConditions() {
  const before = only.peek()
  if (before.length === 0 || before !== setBySearch.peek()) return null
  only.value = []
  const undo = () => {
    only.value = before
  }
  return { message: 'The conditions from your last search were cleared.', undo }
}

/** Returns the current places, view and conditions, and a function that restores them. */
function saveState() {
  const places = chosenPlaces.peek()
  const at = camera.peek()
  const conditions = only.peek()
  const shown = dimension.peek()
  const wasByFit = isByFit.peek()
  const restore = () =>
    batch(() => {
      place.value = places[0] ?? null
      others.value = places.slice(1)
      only.value = conditions
      dimension.value = shown
      isByFit.value = wasByFit
      camera.value = at
    })
  return { places, restore }
}

/** Returns the current view, or `untouched` if the map still shows the initial view, which the user did not choose. */
function viewOfReader(): Camera {
  return isFirstView(camera.peek()) ? untouched : camera.peek()
}

/** Returns what a screen reader announces when a place is chosen. */
function spoken(place: ChosenPlace): string {
  return place.found ? `Found ${getName(place)}. ${precisionWords(place)}` : `Chosen: ${getName(place)}.`
}
