import { dimensionOf } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import { engineTrouble } from '../engine/start-engine.ts'
import { camera, dimension, isOutdated, loadings, only } from '../view.ts'
import { hasNoColors, problem, tryAgain } from './map-state.ts'
import { namesOf, statesOutOfView, viewOfStates } from './out-of-view.ts'

/** Says that the data of the shown dimension are on their way, why they did not come, or why nothing is colored. */
export function MapStatus() {
  const words = problem.value === null ? stateWords() : null
  return (
    <div class="state">
      <p role="status">{words !== null && <span class="note">{words}</span>}</p>
      {problem.value === null && statesOutOfView(dimension.value) !== null && (
        <Button onClick={() => set(camera, viewOfStates(dimension.value))}>Show {namesOf(dimension.value)}</Button>
      )}
      {problem.value !== null && (
        <div class="note failed" role="alert">
          <p class="problem">{problem.value}</p>
          {!isOutdated.value && <Button onClick={tryAgain}>Try again</Button>}
        </div>
      )}
    </div>
  )
}

function stateWords(): string | null {
  const { name, scale } = dimensionOf(dimension.value)
  const elsewhere = statesOutOfView(dimension.value)
  if (elsewhere !== null) return `${name} is known in ${elsewhere} only, which this view does not show.`
  const loading = loadings.value.get(`${dimension.value}.bundle`)
  if (loadings.value.size === 0) return engineTrouble.value === null ? 'Loading the map…' : null
  if (loading?.state === 'loading') return `Loading ${name}…`
  if (loading?.state === 'failed') return loading.reason ?? null
  if (!hasNoColors.value) return null
  if (only.value.length === 0) return `No place in view has a score: ${scale.zero}.`
  const all = only.value.length === 1 ? 'meets the condition' : 'meets all conditions'
  return `No place in view ${all}: move the map, zoom out, or loosen ${only.value.length === 1 ? 'it' : 'one'}.`
}
