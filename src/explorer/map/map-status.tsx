import { dimensions } from '../../dimensions/catalogue.ts'
import { dimension, loadings } from '../view.ts'
import { problem, tryAgain } from './problem.ts'

/** Says that the data of the shown dimension are on their way, or why they did not come. */
export function MapStatus() {
  const name = dimensions.find(({ id }) => id === dimension.value)?.name
  const loading = loadings.value.get(`${dimension.value}.bundle`)
  return (
    <div class="state">
      <p role="status">
        {problem.value === null && loading?.state === 'loading' && (
          <span class="note">
            Loading {name}, {(loading.bytes / 1e6).toFixed(1)} MB…
          </span>
        )}
      </p>
      {problem.value !== null && (
        <div class="note failed" role="alert">
          <p class="problem">{problem.value}</p>
          <button type="button" onClick={tryAgain}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}
