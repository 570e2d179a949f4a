import { batch, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../controls.tsx'
import type { Filter } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { counted } from '../library.ts'
import { ask, type ChosenPlace, choose, chooseAll, choosing, MOST_COMPARED, unanswered, zoomFor } from '../places.ts'
import { CLICK, goToMap, isTouched, wide } from '../screen.ts'
import { isFirstView } from '../start/stories.ts'
import { type Camera, camera, dimension, loadings, only, untouched } from '../view.ts'
import { foundWords, listed, nameOf, precisionWords, sentenceOf } from '../words.ts'
import { find, type Meaning, myLocation, namesIn, placeOf } from './find.ts'
import { intentOf } from './intent.ts'
import { LIST, OptionList, optionId } from './option-list.tsx'
import { forget, recent, remember } from './recent.ts'
import { moved, type Option, optionOf, Suggestions } from './suggestions.ts'

/** What became of the last search. */
interface Outcome {
  readonly busy?: string
  /** Said to screen readers only: the panel of the place shows it. */
  readonly found?: string
  readonly problem?: string
  readonly again?: () => void
  readonly meanings?: Parameters<typeof Meanings>[0]
}

/**
 * A combobox after the ARIA Authoring Practices: a list of places below the field, out of which nothing is taken
 * unasked.
 */
export function SearchBox({ engine }: EngineProps) {
  const text = useSignal('')
  const outcome = useSignal<Outcome>({})
  const isListed = useSignal(false)
  const active = useSignal(-1)
  const last = useRef(0)
  const wasOpened = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
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
  }, [outcome, isListed, active])

  const areRecent = text.value.trim() === ''
  // The list of recent places is not read before somebody is here.
  wasOpened.current ||= isListed.value
  const options = !areRecent ? suggestions.options.value : wasOpened.current ? recent.value.map(optionOf) : []
  const isOpen = isListed.value && options.length > 0

  function open() {
    isListed.value = true
    if (outcome.value.busy === undefined) outcome.value = {}
  }

  function close() {
    isListed.value = false
    active.value = -1
  }

  function offer() {
    active.value = -1
    suggestions.ask(text.value, seen())
    open()
  }

  /** Runs one search; a later one makes its answer void, which the search may ask of `isLast`. */
  async function run(busy: string, again: () => void, search: (isLast: () => boolean) => Promise<Outcome>) {
    const mine = ++last.current
    const isLast = () => mine === last.current
    suggestions.drop()
    close()
    outcome.value = { busy }
    const result = await search(isLast).catch((error: Error) => ({ problem: error.message, again }))
    if (isLast()) outcome.value = result
  }

  /** Colors the kinds of places that were asked for, around a named place or the device. */
  function lookFor(wanted: readonly Filter[], near: string | null) {
    ask(null)
    void run('Looking it up…', searchText, async (isLast) => {
      const { place, message } =
        near === null ? { place: await myLocation(engine), message: null } : await find(engine, near, seen())
      if (place === null) return { problem: message ?? 'No match found.' }
      if (!isLast()) return {}
      batch(() => {
        only.value = wanted
        dimension.value = wanted[0].dimension
        camera.value = { lat: place.lat, lon: place.lon, zoom: zoomFor(place) }
      })
      closeKeyboard()
      goToMap()
      return { found: `The map shows ${near ?? 'your surroundings'}. ${sentenceOf(wanted)}` }
    })
  }

  /** Several places by their names, side by side. */
  function compareTexts(names: readonly string[]) {
    ask(null)
    void run('Looking them up…', searchText, async (isLast) => {
      if (names.length > MOST_COMPARED) return { problem: `Up to ${MOST_COMPARED} places can be compared.` }
      const places: ChosenPlace[] = []
      for (const name of names) {
        const { place, message } = await find(engine, name, seen())
        if (place === null) return { problem: `“${name.trim()}”: ${message ?? 'No match found.'}` }
        places.push(place)
      }
      if (!isLast()) return {}
      chooseAll(places)
      for (const place of places) remember(place)
      closeKeyboard()
      return { found: `Found ${listed(places.map(nameOf))}.` }
    })
  }

  function searchText() {
    const names = namesIn(text.value)
    if (names.length > 1) return compareTexts(names)
    const intent = intentOf(text.value)
    if (intent.asks === 'here') return searchHere()
    if (intent.asks === 'conditions') return lookFor(intent.only, intent.near)
    const typed = text.value.trim()
    ask(typed === '' ? null : typed)
    void run('Looking it up…', searchText, async (isLast) => {
      const { place, message, alternatives } = await find(engine, typed, seen()).catch((error: Error) => {
        if (isLast()) ask(typed, error.message, true)
        throw error
      })
      if (!isLast()) return {}
      const which = choosing.value
      if (place !== null) {
        choose(place, { look: true })
        remember(place)
        closeKeyboard()
      } else if (typed !== '') ask(typed, message)
      const take = (chosen: ChosenPlace) => {
        choosing.value = which
        choose(chosen, { look: true })
        remember(chosen)
        outcome.value = { found: `${nameOf(chosen)}.` }
        keepFocus()
      }
      return {
        ...(place === null ? { problem: message ?? 'No match found.' } : { found: spoken(place) }),
        ...(alternatives.length > 0 && { meanings: { isFound: place !== null, alternatives, take } }),
      }
    })
  }

  function takeOption({ label, place }: Option) {
    last.current++
    suggestions.drop()
    text.value = label
    choose(place, { look: true })
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
      return { found: 'Your location is chosen.' }
    })
  }

  function onKey(event: KeyboardEvent) {
    const { key, altKey, isComposing } = event
    if (isComposing) return
    if (key === 'Escape') {
      const isIdle = !isOpen && outcome.value.busy === undefined && outcome.value.meanings === undefined
      // The first closes what is open, the next one clears the field; then it is meant for the page.
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

  /** The keyboard of a phone covers what was found. */
  function closeKeyboard() {
    if (isTouched()) input.current?.blur()
  }

  /** The button that was pressed goes away. */
  function keepFocus() {
    if (!isTouched()) input.current?.focus()
    close()
  }

  const { busy, found, problem, again, meanings } = outcome.value
  const second = choosing.value === 'other'
  // Beside the map the panel says so.
  const isTold = wide.value && problem !== undefined && unanswered.value?.message === problem
  const told = isListed.value ? listWords(options.length, areRecent, suggestions.state.value) : ''
  return (
    <search class="search">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          searchText()
        }}
      >
        <label class="hidden" for="search-text">
          {second ? 'Another place, to compare: address, neighborhood, ZIP code, city or coordinates' : 'Find a place'}
        </label>
        <input
          ref={input}
          id="search-text"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={LIST}
          aria-activedescendant={isOpen && active.value >= 0 ? optionId(active.value) : undefined}
          value={text.value}
          onFocus={({ currentTarget }) => {
            suggestions.prepare()
            makeRoom(form.current!)
            currentTarget.select()
            if (areRecent) open()
          }}
          onClick={() => {
            if (areRecent) open()
          }}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            offer()
          }}
          onKeyDown={onKey}
          placeholder={second ? 'Another place to compare' : 'Address, neighborhood, city, ZIP'}
          aria-describedby="search-hint"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={400}
        />
        <button type="submit" class="chief">
          Find
        </button>
        <Button class="centered here" onClick={searchHere} title="Use my location">
          <svg viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true">
            <circle cx="10" cy="10" r="5" fill="none" stroke="currentColor" stroke-width="1.8" />
            <path d="M10 1v4M10 15v4M1 10h4M15 10h4" stroke="currentColor" stroke-width="1.8" />
            <circle cx="10" cy="10" r="1.6" fill="currentColor" />
          </svg>
          <span class="hidden">Use my location</span>
        </Button>
        <div
          class={`below ${busy || (problem && !isTold) || meanings || isOpen ? 'open' : found || isTold ? 'shut' : ''}`}
        >
          <OptionList
            {...{ options, areRecent, isOpen }}
            active={active.value}
            take={takeOption}
            remove={removeOption}
          />
          {isOpen && areRecent && (
            <p class="quiet kept">
              Recent places, kept on this device only.{' '}
              <Button
                class="plain"
                onClick={() => {
                  forget()
                  keepFocus()
                }}
              >
                Remove all
              </Button>
            </p>
          )}
          <p id="search-hint" class="hint quiet">
            {second
              ? `Type the place to compare, or ${CLICK.toLowerCase()} it on the map.`
              : 'Looked up in this page: what you type never leaves your device. “Austin vs Dallas” compares, “quiet near Austin” colors the map.'}{' '}
            {isWaitingForNames() && 'The names of places are loading…'}
          </p>
          <div role="status">
            {told && <p class="hidden">{told}</p>}
            {busy && <p>{busy}</p>}
            {found && <p class={meanings ? '' : 'hidden'}>{found}</p>}
            {problem && <p class={meanings ? '' : 'problem'}>{problem}</p>}
          </div>
          {again && (
            <Button
              onClick={() => {
                again()
                keepFocus()
              }}
            >
              Try again
            </Button>
          )}
          {meanings && <Meanings {...meanings} />}
        </div>
      </form>
    </search>
  )
}

/** What is in view; what the page opens on says nothing about what is searched for. */
function seen(): Camera {
  return isFirstView(camera.peek()) ? untouched : camera.peek()
}

/** What a screen reader says of the list. */
function listWords(count: number, areRecent: boolean, state: 'idle' | 'waiting' | 'failed'): string {
  if (state === 'waiting') return ''
  if (state === 'failed') return 'Suggestions could not be loaded; press Enter to look up what you typed.'
  if (areRecent)
    return count === 0 ? '' : `${counted(count, 'recent place')}: arrow down to choose, Delete removes one.`
  return count === 0 ? 'No suggestions; press Enter to look up what you typed.' : `${counted(count, 'suggestion')}.`
}

/** Whether bundles of names are on their way. */
function isWaitingForNames(): boolean {
  return [...loadings.value.values()].some(
    ({ file, state }) => state === 'loading' && /^(?:places|landmarks|neighborhoods|public-places)/.test(file),
  )
}

/** Keeps what is below the field above the keyboard of a phone. */
function makeRoom(form: HTMLElement): void {
  const viewport = window.visualViewport
  if (viewport === null) return
  const measure = () => {
    const bottom = form.getBoundingClientRect().bottom - viewport.offsetTop
    form.style.setProperty('--room', `${Math.max(120, viewport.height - bottom - 12)}px`)
  }
  measure()
  viewport.onresize = measure
}

function spoken(place: ChosenPlace): string {
  return place.found ? `Found ${nameOf(place)}. ${precisionWords(place)}` : `Chosen: ${nameOf(place)}.`
}

interface Props {
  /** Whether the best of them is on the map already. */
  readonly isFound: boolean
  readonly alternatives: readonly Meaning[]
  readonly take: (place: ChosenPlace) => void
}

/** Other places that an address may mean, to choose from. */
function Meanings({ isFound, alternatives, take }: Props) {
  return (
    <>
      <p id="meanings">
        {isFound
          ? 'It may also mean:'
          : alternatives.length === 1
            ? 'Did you mean this?'
            : 'Did you mean one of these?'}
      </p>
      <ul class="meanings" aria-labelledby="meanings">
        {alternatives.map((match) => (
          <li key={`${match.label} ${match.lat} ${match.lon}`}>
            <Button class="entry" onClick={() => take(placeOf(match))}>
              {match.label}
              <small>
                {match.county !== null && `${match.county}. `}
                {foundWords(match)}
              </small>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
