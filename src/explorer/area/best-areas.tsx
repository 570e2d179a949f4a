import { computed, signal, useSignalEffect } from '@preact/signals'
import type { DimensionId } from '../../dimensions/catalog.ts'
import { chanceText } from '../../dimensions/flood.ts'
import { areaText, wordsFor } from '../../dimensions/words.ts'
import { dimensionOf } from '../catalog.ts'
import type { BestArea } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { shortName } from '../picker/groups.ts'
import { goToMap } from '../screen.ts'
import { camera, choose, only, zoomFor } from '../view.ts'
import { noDataWords, peopleWords } from '../words.ts'
import { found, shownBox } from './area-view.ts'

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
  const asked = only.value
  try {
    const { areas, total } = await engine.bestAreas(asked, shownBox())
    if (asked !== only.value) return
    found.value = areas
    words.value =
      total === 0
        ? 'Nothing on the map meets all conditions: move the map, or loosen one.'
        : `${total === 1 ? 'One area' : `${total.toLocaleString('en-US')} areas`} on the map${total > areas.length ? `, the ${areas.length} with the most people` : ''}:`
  } catch (error) {
    found.value = []
    words.value = (error as Error).message
  } finally {
    isBusy.value = false
  }
  goToList()
}

/** The list may be out of sight of the button above the map. */
function goToList(): void {
  document.querySelector('.best-areas')?.scrollIntoView({ block: 'start' })
}

/** Above the map, beside the conditions. */
export function ListAreasButton({ engine }: EngineProps) {
  if (byResidents.value.length > 0) return null
  return (
    <button type="button" class="chief" disabled={isBusy.value} onClick={() => void list(engine)}>
      List areas
    </button>
  )
}

/** The areas of the map that meet all conditions, named, the most people first; a click shows one. */
export function BestAreas({ engine }: EngineProps) {
  // Areas of other conditions would be wrong.
  useSignalEffect(() => {
    void only.value
    found.value = []
    words.value = ''
  })
  if (only.value.length === 0) return null
  return (
    <div class="best-areas">
      {byResidents.value.length > 0 ? (
        <p class="quiet">
          Areas are not listed by who lives there: to choose homes by it may break fair-housing law. Remove{' '}
          {byResidents.value.map(({ dimension }) => shortName(dimension)).join(' and ')} for a list.
        </p>
      ) : (
        <button type="button" class="chief" disabled={isBusy.value} onClick={() => void list(engine)}>
          List the best areas on the map
        </button>
      )}
      <p role="status" class="quiet">
        {words.value}
      </p>
      <ol>
        {found.value.map((one) => (
          <li key={`${one.lat} ${one.lon}`}>
            <button type="button" class="plain" onClick={() => goTo(one)}>
              <strong>{one.name}</strong>
              <span class="quiet">
                {peopleWords(one.people)}, {areaText(one.km2)}
              </span>
              {only.value.map(({ dimension }) => (
                <span key={dimension}>{scoreWords(one, dimension)}</span>
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

function goTo({ lat, lon, km2 }: BestArea): void {
  choose({ lat, lon })
  camera.value = { lat, lon, zoom: Math.min(14, zoomFor({ lat, lon, radius: 1000 * Math.sqrt(km2 / Math.PI) })) }
  goToMap()
}
