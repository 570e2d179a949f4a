import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import { type ChosenPlace, choose, choosing } from '../view.ts'
import { foundWords, nameOf, precisionWords } from '../words.ts'
import { find, type Meaning, myLocation, placeOf } from './find.ts'

/** What became of the last search. */
interface Outcome {
  readonly busy?: string
  /** Said to screen readers only: the panel of the place shows it. */
  readonly found?: string
  readonly problem?: string
  readonly again?: () => void
  readonly meanings?: Parameters<typeof Meanings>[0]
}

export function SearchBox({ engine }: EngineProps) {
  const text = useSignal('')
  const outcome = useSignal<Outcome>({})
  const last = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!form.current?.contains(target as Node) && outcome.value.busy === undefined) outcome.value = {}
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [outcome])

  /** Runs one search; a later one makes its answer void. */
  async function run(busy: string, again: () => void, search: () => Promise<Outcome>) {
    const mine = ++last.current
    outcome.value = { busy }
    const result = await search().catch((error: Error) => ({ problem: error.message, again }))
    if (mine === last.current) outcome.value = result
  }

  function searchText() {
    const mine = last.current + 1
    void run('Looking it up…', searchText, async () => {
      const { place, message, alternatives } = await find(engine, text.value)
      if (mine !== last.current) return {}
      const which = choosing.value
      if (place !== null) {
        choose(place, { look: true })
        closeKeyboard()
      }
      const take = (chosen: ChosenPlace) => {
        choosing.value = which
        choose(chosen, { look: true })
        outcome.value = { found: `${nameOf(chosen)}.` }
        keepFocus()
      }
      return {
        ...(place === null ? { problem: message ?? 'No match found.' } : { found: spoken(place) }),
        ...(alternatives.length > 0 && { meanings: { isFound: place !== null, alternatives, take } }),
      }
    })
  }

  function searchHere() {
    const mine = last.current + 1
    void run('Finding your location…', searchHere, async () => {
      const here = await myLocation(engine)
      if (mine === last.current) choose(here, { look: true })
      return { found: 'Your location is chosen.' }
    })
  }

  /** The keyboard of a phone covers what was found. */
  function closeKeyboard() {
    if (isTouched()) form.current?.querySelector('input')?.blur()
  }

  /** The button that was pressed goes away. */
  function keepFocus() {
    if (!isTouched()) form.current?.querySelector('input')?.focus()
  }

  const { busy, found, problem, again, meanings } = outcome.value
  const second = choosing.value === 'other'
  return (
    <search class="search">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          searchText()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') outcome.value = {}
        }}
      >
        <label class="hidden" for="search-text">
          {second ? 'Second place, to compare: address, ZIP code, city or coordinates' : 'Find a place'}
        </label>
        <input
          id="search-text"
          type="search"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            if (outcome.value.busy === undefined) outcome.value = {}
          }}
          placeholder={second ? 'Second place to compare' : 'Address, ZIP, city or coordinates'}
          aria-describedby="search-hint"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={400}
        />
        <button type="submit" class="chief">
          Find
        </button>
        <button type="button" class="here" onClick={searchHere} title="Use my location">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="10" cy="10" r="5" fill="none" stroke="currentColor" stroke-width="1.8" />
            <path d="M10 1v4M10 15v4M1 10h4M15 10h4" stroke="currentColor" stroke-width="1.8" />
            <circle cx="10" cy="10" r="1.6" fill="currentColor" />
          </svg>
          <span class="hidden">Use my location</span>
        </button>
        <div class={busy || problem || meanings ? 'below open' : found ? 'below shut' : 'below'}>
          <p id="search-hint" class="hint quiet">
            Looked up in this page: what you type never leaves your device.
          </p>
          <div role="status">
            {busy && <p>{busy}</p>}
            {found && <p class={meanings ? '' : 'hidden'}>{found}</p>}
            {problem && <p class={meanings ? '' : 'problem'}>{problem}</p>}
          </div>
          {again && (
            <button
              type="button"
              onClick={() => {
                again()
                keepFocus()
              }}
            >
              Try again
            </button>
          )}
          {meanings && <Meanings {...meanings} />}
        </div>
      </form>
    </search>
  )
}

function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
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
          <li key={`${match.address} ${match.lat} ${match.lon}`}>
            <button type="button" onClick={() => take(placeOf(match))}>
              {match.address}
              <small>
                {match.county !== null && `${match.county}. `}
                {foundWords(match)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
