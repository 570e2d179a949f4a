import { useRef } from 'preact/hooks'
import { Button } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { counted } from '../library.ts'
import { choosing, unanswered } from '../places.ts'
import { CLICK, wide } from '../screen.ts'
import { loadings } from '../view.ts'
import { Meanings } from './meanings.tsx'
import { LIST, OptionList, optionId } from './option-list.tsx'
import { useSearch } from './use-search.ts'

/**
 * A combobox that follows the ARIA Authoring Practices, with a list of places below the field. No option is active
 * until the arrow keys reach it.
 */
export function SearchBox({ engine }: EngineProps) {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(engine, form, input)
  const { text, outcome, isListed, active, suggestions, options, areRecent, isOpen } = search
  const { open, type, searchText, searchHere, takeOption, removeOption, removeAllRecent, tryAgain, onKey } = search
  const { busy, found, problem, again, meanings } = outcome.value
  const second = choosing.value === 'other'
  // On wide screens, the panel beside the map shows this message, so the search box does not repeat it.
  const isInPanel = wide.value && problem !== undefined && unanswered.value?.message === problem
  const announcement = isListed.value ? listWords(options.length, areRecent, suggestions.state.value) : ''
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
          {second ? 'Another place to compare: address, neighborhood, ZIP code, city or coordinates' : 'Find a place'}
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
            type(currentTarget.value)
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
          class={`below ${busy || (problem && !isInPanel) || meanings || isOpen ? 'open' : found || isInPanel ? 'shut' : ''}`}
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
              <Button class="plain" onClick={removeAllRecent}>
                Remove all
              </Button>
            </p>
          )}
          <p id="search-hint" class="hint quiet">
            {second
              ? `Type the place to compare, or ${CLICK.toLowerCase()} it on the map.`
              : 'What you type never leaves your device. “Austin vs Dallas” compares the two; “quiet near Austin” colors the map.'}{' '}
            {isWaitingForNames() && 'Place names are loading…'}
          </p>
          <div role="status">
            {announcement && <p class="hidden">{announcement}</p>}
            {busy && <p>{busy}</p>}
            {found && <p class={meanings ? '' : 'hidden'}>{found}</p>}
            {problem && <p class={meanings ? '' : 'problem'}>{problem}</p>}
          </div>
          {again && <Button onClick={tryAgain}>Try again</Button>}
          {meanings && <Meanings {...meanings} />}
        </div>
      </form>
    </search>
  )
}

/** Describes the list for screen readers. */
function listWords(count: number, areRecent: boolean, state: 'idle' | 'waiting' | 'failed'): string {
  if (state === 'waiting') return ''
  if (state === 'failed') return 'Suggestions could not be loaded; press Enter to look up what you typed.'
  if (areRecent)
    return count === 0
      ? ''
      : `${counted(count, 'recent place')}: press the down arrow to choose one, or Delete to remove it.`
  return count === 0 ? 'No suggestions; press Enter to look up what you typed.' : `${counted(count, 'suggestion')}.`
}

/** Checks whether bundles of names are being loaded. */
function isWaitingForNames(): boolean {
  return [...loadings.value.values()].some(
    ({ file, state }) => state === 'loading' && /^(?:places|landmarks|neighborhoods|public-places)/.test(file),
  )
}

/** Limits the height of everything below the field to the space above a phone's keyboard. */
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
