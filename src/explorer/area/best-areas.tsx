import { batch, computed, signal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { DimensionId } from '../../dimensions/catalog.ts'
import { chanceText } from '../../dimensions/flood.ts'
import { areaText, wordsFor } from '../../dimensions/words.ts'
import { dimensionOf } from '../catalog.ts'
import type { BestArea, Filter } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { shortName } from '../picker/groups.ts'
import { camera, dimension, only, panelOpen, zoomFor } from '../view.ts'
import { noDataWords, peopleWords } from '../words.ts'
import { area, found, listing, shownBox } from './area-view.ts'

/** How the list came out, in words. */
const words = signal('')
const isBusy = signal(false)

/** The conditions on who lives there, by which no areas are listed. */
const byResidents = computed(() =>
  only.value.filter(({ dimension }) => dimensionOf(dimension).group === 'demographics'),
)

/** Lists the areas that meet all conditions, and leads there. */
async function list(engine: EngineProps['engine']) {
  isBusy.value = true
  words.value = 'Looking for areas…'
  const asked = only.peek()
  try {
    const { areas, total } = await engine.bestAreas(asked, shownBox(), rankOf(asked))
    if (asked !== only.peek()) return
    found.value = areas
    const best = rankOf(asked)
    const order = best === null ? 'with the most people' : `with the highest ${shortName(best)}`
    words.value =
      total === 0
        ? 'Nothing on the map meets all conditions: move the map, or loosen one.'
        : `${total === 1 ? 'One area' : `${total.toLocaleString('en-US')} areas`} on the map${total > areas.length ? `, the ${areas.length} ${order}` : ''}:`
  } catch (error) {
    found.value = []
    words.value = (error as Error).message
  } finally {
    isBusy.value = false
  }
  goToList()
}

/** The score that areas are listed by: that on the map, or the first, where higher ones are wanted; null: by people. */
function rankOf(asked: readonly Filter[]): DimensionId | null {
  const upward = asked.filter(({ to }) => to === 255).map((one) => one.dimension)
  return upward.includes(dimension.peek()) ? dimension.peek() : (upward[0] ?? null)
}

/** The list may be out of sight of the button above the map. */
export function goToList(): void {
  document.querySelector('.best-areas')?.scrollIntoView({ block: 'start' })
}

/** Above the map, beside the conditions. */
export function ListAreasButton() {
  return byResidents.value.length > 0 ? null : <ListButton words="List areas" />
}

function ListButton({ words: label }: { readonly words: string }) {
  return (
    <button
      type="button"
      class="chief"
      disabled={isBusy.value}
      onClick={() => {
        listing.value++
      }}
    >
      {label}
    </button>
  )
}

/** The areas of the map that meet all conditions, named and numbered as on the map, the best first; a click sums one up. */
export function BestAreas({ engine }: EngineProps) {
  const before = useRef(only.peek())
  useSignalEffect(() => {
    // Areas of other conditions would be wrong.
    if (only.value !== before.current) listing.value = 0
    before.current = only.value
    found.value = []
    words.value = ''
    if (listing.value > 0 && only.value.length > 0 && byResidents.peek().length === 0) void list(engine)
  })
  if (only.value.length === 0) return null
  return (
    <div class="best-areas">
      {byResidents.value.length > 0 ? (
        <p class="quiet">
          Areas are not listed by who lives there: to choose homes by it may break fair-housing law. Remove{' '}
          {byResidents.value.map((one) => shortName(one.dimension)).join(' and ')} for a list.
        </p>
      ) : (
        <ListButton words="List the best areas on the map" />
      )}
      <p role="status" class="quiet">
        {words.value}
      </p>
      <ol>
        {found.value.map((one, i) => (
          <li key={`${one.lat} ${one.lon}`}>
            <button type="button" class="plain" onClick={() => goTo(one)}>
              <strong>
                <span class="place-number">{i + 1}</span> {one.name}
              </strong>
              <span class="quiet">
                {peopleWords(one.people)}, {areaText(one.km2)}
              </span>
              {only.value.map((condition) => (
                <span key={condition.dimension}>{scoreWords(one, condition.dimension)}</span>
              ))}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** `Walkability: very walkable, 190`; with an estimate of the flood risk its chance. */
export function scoreWords({ scores, estimates }: Pick<BestArea, 'scores' | 'estimates'>, id: DimensionId): string {
  const score = Math.round(scores[id] ?? 0)
  if (score === 0) return `${shortName(id)}: ${noDataWords(dimensionOf(id)).toLowerCase()}`
  const chance = id === 'flood' ? `: ${chanceText(score)}` : ''
  const estimate = estimates.includes(id) ? ` (estimate${chance})` : ''
  return `${shortName(id)}: ${wordsFor(dimensionOf(id).ladder, score).toLowerCase()}, ${score}${estimate}`
}

/** Shows an area and sums it up. */
function goTo({ name, outline, lat, lon, km2 }: BestArea): void {
  const zoom = Math.min(14, zoomFor({ lat, lon, radius: 1000 * Math.sqrt(km2 / Math.PI) }))
  batch(() => {
    if (outline) area.value = { name: name ?? '', shape: outline, outline }
    camera.value = { lat, lon, zoom }
    panelOpen.value = true
  })
}
