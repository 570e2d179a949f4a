import { batch, computed, signal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { getDimension } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import type { BestArea, Box, Filter } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { shortName } from '../picker/groups.ts'
import { hazards } from '../place/hazards.ts'
import { around, place } from '../places.ts'
import { menuOpen, wide } from '../screen.ts'
import { setBySearch } from '../search/notice.ts'
import { camera, only, panelOpen, priorities } from '../view.ts'
import { conditionWords, peopleWords } from '../words.ts'
import { area, listedAreas, listing, shownBox } from './area-view.ts'
import { loosened } from './loosened.ts'

/** Message about the outcome of the search. */
const words = signal('')
const isBusy = signal(false)
/** Whether the last search found no areas and had conditions, which can be loosened. */
const isEmpty = signal(false)

/**
 * Whether the list is in the panel, which has room for it on wide screens while no place is chosen. Otherwise the list
 * is in the menu.
 */
export const isListInPanel = computed(() => wide.value && place.value === null)

/**
 * Conditions about residents. If there are any, no areas are listed, because listing areas by who lives there may break
 * fair-housing law.
 */
const byResidents = computed(() =>
  only.value.filter(({ dimension }) => getDimension(dimension).group === 'demographics'),
)

/**
 * Lists the small named places in a box where all conditions are met for many residents. With priorities, the best fit
 * comes first.
 *
 * @param isNew whether this is a new list, to which the page scrolls
 */
async function list(engine: EngineProps['engine'], within: Box, isNew: boolean) {
  isBusy.value = true
  words.value = 'Looking for areas…'
  const conditions = only.peek()
  const wanted = priorities.peek()
  try {
    const { areas, total } = await engine.bestAreas(conditions, within, wanted)
    if (conditions !== only.peek() || wanted !== priorities.peek() || within !== listing.peek()) return
    listedAreas.value = areas
    isEmpty.value = total === 0 && conditions.length > 0
    const order =
      wanted.length > 0 ? 'best fit first' : 'starting with those where the conditions are met for the most people'
    const count =
      total === 1
        ? 'One neighborhood or ZIP on the map'
        : `${total.toLocaleString('en-US')} neighborhoods and ZIPs on the map, ${order}`
    words.value =
      total === 0
        ? NOWHERE[conditions.length > 0 ? 'conditions' : 'fit']
        : `${count}${unconsideredWords(conditions)}${total > areas.length ? `. The first ${areas.length}` : ''}:`
  } catch (error) {
    listedAreas.value = []
    isEmpty.value = false
    words.value = (error as Error).message
  } finally {
    isBusy.value = false
  }
  if (isNew && area.peek() === null) goToList()
}

/** Names the hazards that the conditions do not cover, as a warning that a listed area is not necessarily safe. */
function unconsideredWords(conditions: readonly Filter[]): string {
  const left = hazards.filter((id) => conditions.every(({ dimension }) => dimension !== id))
  return left.length === 0 ? '' : `; ${left.join(' and ')} not considered`
}

const NOWHERE = {
  conditions: 'No area on the map meets all conditions. Move the map, or loosen a condition.',
  fit: 'No area on the map has data on what matters to you. Move the map.',
} as const

/** Scrolls to the list, which may be off screen or in the collapsed menu. */
export function goToList(): void {
  const scroll = () => document.querySelector('.best-areas')?.scrollIntoView({ block: 'start' })
  const part = isListInPanel.peek() ? panelOpen : menuOpen
  const wasOpen = part.peek()
  part.value = true
  if (wasOpen) scroll()
  // Scroll in the next frame, because a closed section is drawn only then.
  else requestAnimationFrame(scroll)
}

/** Button above the map, next to the conditions. */
export function ListAreasButton() {
  return byResidents.value.length > 0 ? null : <ListButton words="List areas" />
}

function ListButton({ words: label }: { readonly words: string }) {
  return (
    <Button class="chief" disabled={isBusy.value} onClick={() => set(listing, shownBox())}>
      {label}
    </Button>
  )
}

/**
 * Lists the areas of the map that meet all conditions, best first, with the names and numbers shown on the map.
 * Clicking an area summarizes it. Shown only if there are conditions or priorities.
 */
export function BestAreas({ engine }: EngineProps) {
  const before = useRef(only.peek())
  // If the list was only moved to another part of the page, its areas are kept and the page does not scroll to it.
  const listed = useRef<Box | null>(listedAreas.peek().length > 0 ? listing.peek() : null)
  useSignalEffect(() => {
    const isAsked = only.value.length + priorities.value.length > 0
    // Closes the list when the conditions change, because its areas may no longer match.
    if (only.value !== before.current || !isAsked) listing.value = null
    before.current = only.value
    const within = listing.value
    // Moving a slider reorders the areas without closing the list.
    const isNew = within !== listed.current
    listed.current = within
    if (isNew) {
      listedAreas.value = []
      words.value = ''
      isEmpty.value = false
    }
    if (within !== null && byResidents.peek().length === 0) void list(engine, within, isNew)
  })
  /** Loosens the conditions and lists the areas again. */
  const loosen = (conditions: readonly Filter[]) => {
    if (setBySearch.peek() === only.peek()) setBySearch.value = conditions
    // Prevents the effect above from treating the new conditions as a change, which would close the list.
    before.current = conditions
    batch(() => {
      only.value = conditions
      listing.value = shownBox()
    })
  }
  const wider = isEmpty.value ? loosened(only.value) : null
  return (
    <div class="best-areas">
      {byResidents.value.length > 0 ? (
        <p class="quiet">
          Areas are not listed by who lives there: that may break fair-housing law. Remove{' '}
          {byResidents.value.map((condition) => shortName(condition.dimension)).join(' and ')} for a list.
        </p>
      ) : (
        <ListButton words="List the best areas on the map" />
      )}
      <p role="status" class="quiet">
        {words.value}
      </p>
      {wider !== null && (
        <Button class="chief" onClick={() => loosen(wider)}>
          Loosen each condition by one step
        </Button>
      )}
      <ol>
        {listedAreas.value.map((area, i) => (
          <li key={`${area.lat} ${area.lon}`}>
            <Button class="plain entry" onClick={() => goTo(area)}>
              <strong>
                <span class="place-number">{i + 1}</span> {area.name}
              </strong>
              <span class="quiet">
                {area.fit !== undefined && `Fit ${Math.round(area.fit)} of 100 for ${peopleWords(area.people)}`}
                {area.fit !== undefined && only.value.length > 1 && <br />}
                {only.value.length > 1 &&
                  `All conditions are met for ${Math.round(100 * area.share)}% of ${peopleWords(area.people)}`}
              </span>
              {only.value.map((condition) => (
                <span key={condition.dimension}>{heldWords(area, condition, only.value.length === 1)}</span>
              ))}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Describes how many residents meet a condition: `Quiet or quieter: 92% of people (estimate)`. */
function heldWords(
  { held, estimates = [], people }: Pick<BestArea, 'held' | 'estimates' | 'people'>,
  condition: Filter,
  isOnly: boolean,
): string {
  const words = conditionWords(condition)
  const share = Math.round(100 * (held[condition.dimension] ?? 0))
  const estimate = estimates.includes(condition.dimension) ? ' (estimate)' : ''
  return `${words[0].toUpperCase()}${words.slice(1)}: ${share}% of ${isOnly ? peopleWords(people) : 'people'}${estimate}`
}

/** Shows an area on the map and summarizes it. */
function goTo({ name, shape, outline, lat, lon }: BestArea): void {
  const corners = outline?.coordinates.flat(2).map(([east, north]) => ({ lat: north, lon: east })) ?? [{ lat, lon }]
  batch(() => {
    area.value = { name, shape, outline }
    camera.value = around(corners)
    panelOpen.value = true
  })
}
